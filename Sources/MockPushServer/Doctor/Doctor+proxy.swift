extension Doctor {
  /// Whether the proxy leads calls to the mock. Fills in who greeted over TLS.
  func route(through proxy: HealthAddress, _ mock: Mock, _ greetings: inout [Greeting]) -> [Finding] {
    let place = "http://\(proxy.authority)"
    for host in options.zone.vendorHosts {
      do throws(ProbeFault) {
        greetings.append(try greet(try tunnel(through: proxy, to: host), host, mock))
      } catch {
        let sentence = "The proxy \(place) does not lead \(host) to the mock: \(error.reason)."
        return [Finding(.proxy, .missing, sentence, mend: "Start the server with `--proxy-port \(proxy.port)`, or name its proxy with --proxy.")]
      }
    }
    return [Finding(.proxy, .ok, "The proxy \(place) leads \(Self.list(greetings.map(\.host))) to the mock.")]
  }

  private func tunnel(through proxy: HealthAddress, to host: String) throws(ProbeFault) -> ProbeSocket {
    guard let address = try resolve(proxy.host).first else { throw ProbeFault(reason: "\(proxy.host) has no address") }
    let socket = try ProbeSocket(address, port: proxy.port, deadline: deadline)
    let target = "\(host):\(ports.https)"
    try socket.send(Array("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\r\n".utf8))
    var bytes: [UInt8] = []
    // Behind the head nothing comes before the client speaks.
    while bytes.count < 64 << 10 {
      if let answer = ProbeAnswer(bytes) {
        guard answer.status == 200 else { throw ProbeFault(reason: "it answers \(answer.status) to CONNECT") }
        return socket
      }
      let piece = try socket.receive()
      if piece.isEmpty { break }
      bytes += piece
    }
    throw ProbeFault(reason: "what answers there is no proxy")
  }

  /// What clients that obey the proxy variables (curl, Python, Node, Go) do with the vendor's hosts.
  func proxyVariables() -> [Finding] {
    let rules = ProxyVariables(environment)
    guard let (name, value) = rules.https else {
      return [Finding(.proxy, .ok, "No variable sends https calls through a proxy.")]
    }
    let shown = "\(name)=\(ShownValue.oneLine(ProxyVariables.withoutPassword(value)))"
    if let proxy = options.proxy, (try? HealthAddress.parse(value)) == proxy {
      return [Finding(.proxy, .ok, "\(shown) sends https calls through this proxy.")]
    }
    let led = options.zone.vendorHosts.filter { !rules.excludes($0) }
    if led.isEmpty { return [Finding(.proxy, .ok, "\(shown) leaves the vendor's hosts alone.")] }
    let sentence = "\(shown) sends calls to \(Self.list(led)) there, past this machine's names, by clients that obey it."
    let exceptions = ["NO_PROXY", "no_proxy"].map { "\($0)=\"${\($0):+$\($0),}.cloud.toast.com,.nhncloudservice.com\"" }
    let wanted = options.proxy.map { "\(name)=http://\($0.authority)" } ?? exceptions.joined(separator: " ")
    return [Finding(.proxy, .missing, sentence, mend: "export \(wanted)")]
  }
}

/// The variables by which many clients are told of a proxy.
struct ProxyVariables {
  /// The one that counts for https, with its name.
  let https: (name: String, value: String)?
  private let exclusions: [String]

  init(_ environment: [String: String]) {
    https = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].lazy.compactMap { name in
      environment[name].flatMap { $0.isEmpty ? nil : (name, $0) }
    }.first
    let list = [environment["no_proxy"], environment["NO_PROXY"]].compactMap { $0 }.first { !$0.isEmpty } ?? ""
    exclusions = list.lowercased().split { $0 == "," || $0 == " " }.map(String.init)
  }

  /// An entry is `*`, a name, or a domain with all below it.
  func excludes(_ host: String) -> Bool {
    exclusions.contains { entry in
      if entry == "*" { return true }
      let name = entry.drop { $0 == "*" || $0 == "." }
      return host == name || host.hasSuffix("." + name)
    }
  }

  /// A URL with what stands before its `@` taken out.
  static func withoutPassword(_ url: String) -> String {
    guard let at = url.lastIndex(of: "@") else { return url }
    let scheme = url.firstRange(of: "://").map { url[..<$0.upperBound] } ?? ""
    return scheme + "…" + url[at...]
  }
}
