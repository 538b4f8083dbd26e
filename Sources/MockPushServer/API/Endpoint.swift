/// One endpoint of the vendor: where it is, which versions have it, what it asks for.
struct Endpoint: Sendable {
  typealias Handler = @Sendable (VendorContext) async throws(APIError) -> Response

  /// The credential that an endpoint asks for (contract 3).
  enum Credential: Sendable {
    case none
    /// `X-Secret-Key`; in v2.2 the access-key pair.
    case server
    /// The access-key pair in every version.
    case accessKeyPair
  }

  /// How faults are told.
  enum FaultStyle: Sendable {
    case codes
    /// Every client fault is 400, every server fault 500 (contract 24, R8).
    case tagChapter
    /// The collector answers an unknown app with success without effect (contract 28).
    case collector
  }

  let method: Request.Method
  /// Below `/push/{version}/appkeys/{appkey}`.
  let path: PathTemplate
  let versions: ClosedRange<APIVersion>
  let credential: Credential
  let successText: Envelope.SuccessText
  let faults: FaultStyle
  /// Bytes of a request body.
  let bodyLimit: Int
  /// Completes "POST …", e.g. "sends a message".
  let summary: String
  let handler: Handler

  /// Its place in the table; given by `EndpointIndex`.
  var number = 0
  /// The whole pattern, for log and journal.
  let template: String

  init(
    method: Request.Method, path: PathTemplate, versions: ClosedRange<APIVersion>, credential: Credential = .server,
    successText: Envelope.SuccessText = .standard, faults: FaultStyle = .codes, bodyLimit: Int = 4 * 1024 * 1024, summary: String,
    handler: @escaping Handler
  ) {
    (self.method, self.path, self.versions, self.credential, self.successText) = (method, path, versions, credential, successText)
    (self.faults, self.bodyLimit, self.summary, self.handler) = (faults, bodyLimit, summary, handler)
    template = "/push/{version}/appkeys/{appkey}" + path.description
  }

  /// `v2.2`, or `v2.0 to v2.3`.
  var versionText: String {
    versions.lowerBound == versions.upperBound ? versions.lowerBound.name : "\(versions.lowerBound.name) to \(versions.upperBound.name)"
  }
}
