/// The host and port that a client asks the proxy for.
struct Authority: Equatable, Sendable, CustomStringConvertible {
  /// A name in lower case without a final dot, or an address without brackets.
  let host: String
  let port: UInt16

  var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  /// - Parameter defaultPort: where the text names none; nil asks for one.
  init(_ text: String, defaultPort: UInt16? = nil) throws(ProxyRefusal) {
    let shown = ShownValue.oneLine(text)
    // The colon behind the closing bracket of an IPv6 address, or any colon where there are no brackets.
    let afterBracket = text.lastIndex(of: "]") ?? text.startIndex
    let colon = text[afterBracket...].lastIndex(of: ":")
    let name = colon.map { text[..<$0] } ?? text[...]
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    var host = String(isBracketed ? name.dropFirst().dropLast() : name).lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    guard isBracketed ? HostText.isIPv6(host) : HostText.isName(host) || (HostText.isAddress(host) && !HostText.isIPv6(host)) else {
      throw ProxyRefusal(
        400, "`\(shown)` is no host and port: a host is a name in ASCII or an address, IPv6 in brackets, as in api-push.cloud.toast.com:443.")
    }
    self.host = host
    let digits = colon.map { text[text.index(after: $0)...] } ?? ""
    if digits.isEmpty, let defaultPort {
      port = defaultPort
    } else if digits.isEmpty {
      throw ProxyRefusal(400, "`\(shown)` names no port: write \(host):443 for https.")
    } else if let number = UInt16(digits), number > 0, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      port = number
    } else {
      throw ProxyRefusal(400, "`\(shown)` has no port that exists: it is a number from 1 to 65535.")
    }
  }
}
