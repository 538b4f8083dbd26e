import Testing

@testable import MockPushServer

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("<b>a</b>", "a"), ("a<br>b<br/>c<br />d<BR>e<Br/>f<BR />g", "a\nb\nc\nd\ne\nf\ng"), ("<br  />x<br class='y'>", "x"),
    ("<a href=\"x?a=1&amp;b=2\">l</a>", "l"), ("1 < 2", "1 < 2"), ("1 < 2 > 0", "1  0"), ("a > b", "a > b"), ("<>", ""), ("<<b>>", ">"),
    ("&lt;b&gt; &quot;q&quot; &#39;s&#39; &amp;", "<b> \"q\" 's' &"), ("a&nbsp;b", "a\u{a0}b"), ("&amp;lt;", "&lt;"), ("&amp;amp;", "&amp;"),
    ("&LT; &#60; &copy; &lt", "&LT; &#60; &copy; &lt"), ("&", "&"), ("", ""), ("<p>할인 <i>50%</i> 🎉</p>", "할인 50% 🎉"),
    ("&lt;br&gt;", "<br>"), ("<\u{338}b>x", "x"), ("x&amp;\u{301}y", "x&\u{301}y"),
  ])
  func markupGoes(text: String, plain: String) {
    #expect(HTMLText.plain(text) == plain)
  }
}
