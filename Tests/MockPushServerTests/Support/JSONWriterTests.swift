import Testing

@testable import MockPushServer

@Suite struct JSONWriterTests {
  @Test(arguments: [
    #"{"z":1,"a":[true,false,null,{}],"m":{"x":-0.50,"y":1E+2}}"#, "[]", #"[[],[[]],"",0]"#, #"{"가":"😀","":[1,2]}"#, "12345678901234567890.10",
  ])
  func writesBackWhatWasRead(text: String) throws {
    #expect(try JSONParser.parse(text.utf8).compactText == text)
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), (#"a"b\c/"#, #""a\"b\\c/""#), ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{1f}", #""\u0000\u0001\u001f""#),
    ("\u{7f}\u{2028}\u{2029}", "\"\u{7f}\u{2028}\u{2029}\""), ("가😀é", "\"가😀é\""),
    ("a long plain run\"then more plain text\n", #""a long plain run\"then more plain text\n""#),
  ])
  func escapesOnlyWhatMustBe(text: String, written: String) throws {
    #expect(JSON.string(text).compactText == written)
    #expect(JSON.object([text: 1]).compactText == "{\(written):1}")
    #expect(try JSONParser.parse(written.utf8) == .string(text))
  }

  @Test func placesCommasAndColons() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("header")
    writer.beginObject()
    writer.member("isSuccessful", true)
    writer.member("resultCode", 0)
    writer.member("resultMessage", "success")
    writer.endObject()
    writer.key("tag" + "Ids")
    writer.beginArray()
    writer.string("a\"b")
    writer.int(-5)
    writer.int64(.min)
    writer.bool(false)
    writer.null()
    writer.raw(["k": [1]])
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.endArray()
    writer.member("raw", [nil, "x"] as JSON)
    writer.endObject()
    let header = #""header":{"isSuccessful":true,"resultCode":0,"resultMessage":"success"}"#
    let tags = #""tagIds":["a\"b",-5,-9223372036854775808,false,null,{"k":[1]},{},[]]"#
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{\#(header),\#(tags),"raw":[null,"x"]}"#)
  }

  @Test(arguments: [0, 7, -7, 10, 1_000_000, .max, .min] as [Int64])
  func writesIntegers(value: Int64) {
    var writer = JSONWriter(capacity: 0)
    writer.int64(value)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(value))
  }

  @Test func prettyTextIndentsByTwoBlanks() {
    let value: JSON = ["a": [1, [:], []], "b": ["c": "d\n"], "e": nil]
    #expect(
      value.prettyText == """
        {
          "a": [
            1,
            {},
            []
          ],
          "b": {
            "c": "d\\n"
          },
          "e": null
        }
        """)
  }
}
