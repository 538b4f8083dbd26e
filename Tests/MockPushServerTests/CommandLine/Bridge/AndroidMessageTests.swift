import Testing

@testable import MockPushServer

@Suite struct AndroidMessageTests {
  private func extras(_ view: JSON) throws -> [String] {
    AndroidMessage(try StreamedDelivery.followed(appView: view)).extras.map { "\($0.key)=\($0.value)" }
  }

  @Test func theAppViewGoesWithWhatGooglePlayServicesAdd() throws {
    #expect(
      try extras(["data": ["title": "A", "badge": "3", "ref": "{\"n\":1}"]]) == [
        "title=A", "badge=3", #"ref={"n":1}"#, "google.message_id=3500000000000001:run-1", "from=APP",
      ])
  }

  @Test func aNotificationIsToldAsFirebaseReadsIt() throws {
    #expect(
      try extras(["data": ["k": "v"], "notification": ["title": "A", "sound": "bell", "badge": 2, "title_loc_args": ["x", "y"]]]) == [
        "k=v", "gcm.notification.title=A", "gcm.notification.sound=bell", "gcm.notification.badge=2", #"gcm.notification.title_loc_args=["x","y"]"#,
        "gcm.notification.sound2=bell", "gcm.n.e=1", "google.message_id=3500000000000001:run-1", "from=APP",
      ])
  }

  @Test func contentCannotStandInForWhatIsAdded() throws {
    let own = try extras(["data": ["from": "x", "google.message_id": "y"]])
    #expect(own.suffix(2) == ["google.message_id=3500000000000001:run-1", "from=APP"])
  }

  @Test(arguments: [
    ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("'", #"''\'''"#), ("$(x) `y` \\ \"z\" !", "'$(x) `y` \\ \"z\" !'"), ("a\nb", "'a\nb'"),
    ("안녕 🎁", "'안녕 🎁'"), ("'\u{301}", "''\\''\u{301}'"), ("\r\n'", "'\r\n'\\'''"),
  ])
  func everyTextIsOneWord(_ text: String, _ quoted: String) {
    #expect(AndroidMessage.quoted(text).utf8.elementsEqual(quoted.utf8))
  }

  @Test func theBroadcastGoesToFirebasesReceiver() throws {
    let message = AndroidMessage(try StreamedDelivery.followed(appView: ["data": ["title": "it's"]]))
    #expect(
      message.broadcast(to: "com.example.app") == """
        'am' 'broadcast' '-a' 'com.google.android.c2dm.intent.RECEIVE' '-n' 'com.example.app/com.google.firebase.iid.FirebaseInstanceIdReceiver' \
        '--es' 'title' 'it'\\''s' '--es' 'google.message_id' '3500000000000001:run-1' '--es' 'from' 'APP'
        """)
  }

  @Test func aZeroByteCannotBeHandedOver() throws {
    #expect(AndroidMessage(try StreamedDelivery.followed(appView: ["data": ["title": "a\u{0}b"]])).broadcast(to: "p") == nil)
  }
}
