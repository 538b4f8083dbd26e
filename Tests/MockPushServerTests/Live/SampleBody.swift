/// Requests that most tests here send.
enum SampleBody {
  static let app = "APP"
  static let tokens = "/push/v2.3/appkeys/APP/tokens"

  static func registration(_ token: String, uid: String = "user", device: String? = nil, pushType: String = "FCM") -> String {
    """
    {"token":"\(token)","pushType":"\(pushType)","isNotificationAgreement":true,"isAdAgreement":true,"isNightAdAgreement":false,\
    "timezoneId":"Asia/Seoul","country":"KR","language":"ko","uid":"\(uid)","deviceId":"\(device ?? "d-" + token)"}
    """
  }

  /// A whole request that registers a token.
  static func register(_ token: String, _ headers: [String] = []) -> String {
    HTTPText.request("POST", tokens, headers, body: registration(token))
  }

  /// A whole request that asks for a token.
  static func query(_ token: String, _ headers: [String] = []) -> String {
    HTTPText.request("GET", "\(tokens)/\(token)?pushType=FCM", headers)
  }
}
