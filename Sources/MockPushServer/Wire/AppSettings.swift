import PushStore

/// The settings of one app (contract 5), with the local defaults. They are written the same way in the configuration file, the control API,
/// seeds and the console.
struct AppSettings: Sendable, Equatable {
  /// Values of `X-Secret-Key` that are let in.
  var secretKeys: [String] = []
  /// Pairs for v2.2 and bulk logs.
  var accessKeys: [AccessKey] = []
  /// Used when a request has no `adWordPosition` (R50).
  var adWordPosition = AdWordPosition.title
  /// Calendar months after `activatedDateTime` in which a token stays a target; 0 = for ever (contract 9.4).
  var tokenExpiryMonths = 12
  /// Whether a user keeps several tokens (contract 9.3).
  var appType = AppType.multiple
  /// Whether payloads ask devices to report back (contract 13.4). On by default so that SDKs can be tested (R57).
  var messageDeliveryReceipt = true
  var logging = SendLogging()
  /// Window in which an equal message to the same token is a duplicate; 0 = off (contract 17.1).
  var duplicateWindowMinutes = 0
  /// Monthly reminder of ad consent; nil = off (contract 16.4).
  var adOptInGuide: AdOptInGuide?
  var certificates = Certificates()
  /// The known `provisionedResourceId`s; nil accepts any (R51).
  var provisionedResourceIds: [String]?
  /// Whose consent counts (contract 8.2, R37).
  var agreementScope = AgreementScope.all
  /// IANA zone of the night window (contract 8.3, R38).
  var nightZone = "Asia/Seoul"
  /// Whether messages sent through the API appear in message list and get (R69).
  var listApiMessages = false

  /// Which credentials the app lets in. ruling: an app that lists neither secret keys nor pairs accepts any well-formed credential,
  /// as `--app KEY` does; one that lists either refuses what it does not list (F9).
  var credentials: CredentialPolicy { secretKeys.isEmpty && accessKeys.isEmpty ? .anyWellFormed : .listed }
}

enum CredentialPolicy: Sendable, Equatable {
  case anyWellFormed, listed
}

/// `X-User-Access-Key-ID` and `X-Secret-Access-Key` (contract 3).
struct AccessKey: Sendable, Equatable {
  var id: String
  var secret: String
}

enum AdWordPosition: String, CaseIterable, Sendable {
  case title = "TITLE"
  case body = "BODY"
}

enum AppType: String, CaseIterable, Sendable {
  case multiple = "MULTIPLE"
  /// One token per user and class.
  case single = "SINGLE"
}

/// Send logging (contract 20).
struct SendLogging: Sendable, Equatable {
  enum Level: String, CaseIterable, Sendable {
    case all = "ALL"
    case info = "INFO"
    case error = "ERROR"
  }

  var enabled = true
  var level = Level.all
  /// `logSource` of the records.
  var source = "tc-push"
}

struct AdOptInGuide: Sendable, Equatable {
  /// Day of the month, 1–31; in a shorter month its last day.
  var day: Int
  /// Time of day in `Asia/Seoul`.
  var hour: Int
  var minute: Int
  /// Language → content map; has `default`.
  var content: JSONObject
}

/// What the provider thinks of the app's certificate for one push type.
enum CertificateState: String, CaseIterable, Sendable {
  case valid = "VALID"
  case missing = "MISSING"
  case invalid = "INVALID"
  case expired = "EXPIRED"
  case unauthorized = "UNAUTHORIZED"
}

/// The certificate state of every push type; `VALID` unless set otherwise (R51).
struct Certificates: Sendable, Equatable {
  private var faulty: [PushType: CertificateState] = [:]

  subscript(type: PushType) -> CertificateState {
    get { faulty[type] ?? .valid }
    set { faulty[type] = newValue == .valid ? nil : newValue }
  }
}

enum AgreementScope: String, CaseIterable, Sendable {
  case all = "ALL"
  case koreanOnly = "KOREAN_ONLY"
}
