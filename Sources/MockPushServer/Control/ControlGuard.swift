/// Keeps web pages of other origins away from the control API: a page can send requests to loopback, and by DNS rebinding even with its own
/// name in `Host`.
struct ControlGuard: Sendable {
  /// Lower-case names besides loopback and addresses: the machine's, `--tls-host`, `--control-host`.
  let names: Set<String>

  init(names: some Sequence<String>) { self.names = Set(names.map { $0.lowercased() }) }

  /// Refuses a `Host` that another origin could have.
  func checkHost(_ request: Request) throws(ControlError) {
    if let host = request.headers["Host"], !isOurs(host) {
      throw ControlError(status: 403, sentence: "The control API does not answer to the host \(host.prefix(128)). Use 127.0.0.1 or localhost, or start the server with --control-host \(Self.name(of: host).prefix(128)).")
    }
  }

  func check(_ request: Request) throws(ControlError) {
    try checkHost(request)
    if let origin = request.headers["Origin"] {
      let own = "\(request.scheme.rawValue)://\(request.headers["Host"] ?? "")"
      guard origin.lowercased() == own.lowercased() else {
        throw ControlError(status: 403, sentence: "A page of \(origin.prefix(128)) may not use the control API; open it from \(own.prefix(128)) itself.")
      }
    }
    // A form of another origin can post text or form data without asking; JSON it cannot.
    if !request.body.isEmpty, request.method != .get, request.method != .head, !isJSON(request.headers["Content-Type"]) {
      throw ControlError(status: 403, sentence: "A request with a body needs the header Content-Type: application/json.")
    }
  }

  private func isOurs(_ host: String) -> Bool {
    let name = Self.name(of: host)
    return name == "localhost" || name.hasSuffix(".localhost") || names.contains(name) || Self.isAddress(name)
  }

  /// The host without its port, in lower case, without the brackets of an IPv6 address and without a final dot.
  static func name(of host: String) -> String {
    let lowered = host.lowercased()
    if lowered.hasPrefix("[") {
      // What is no address in brackets stays as it is, and is nobody's name.
      guard let end = lowered.firstIndex(of: "]") else { return lowered }
      let rest = lowered[lowered.index(after: end)...]
      return rest.isEmpty || rest.hasPrefix(":") ? String(lowered[..<end].dropFirst()) : lowered
    }
    let name = lowered.prefix { $0 != ":" }
    return String(name.hasSuffix(".") ? name.dropLast() : name)
  }

  private static func isAddress(_ name: String) -> Bool {
    var bytes: (UInt64, UInt64) = (0, 0)
    return inet_pton(AF_INET, name, &bytes) == 1 || inet_pton(AF_INET6, name, &bytes) == 1
  }

  private func isJSON(_ type: String?) -> Bool {
    guard let type else { return false }
    return type.lowercased().prefix { $0 != ";" && $0 != " " } == "application/json"
  }
}
