#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Host names and addresses given as options.
enum HostText {
  /// An address to listen on; brackets around an IPv6 address are taken off.
  static func address(_ text: String) throws(ValueFault) -> String {
    let bare = withoutBrackets(text)
    guard isAddress(bare) || isName(bare) else {
      throw ValueFault(rule: "it is an IP address or a host name, without a port, such as `127.0.0.1`, `0.0.0.0` or `::1`")
    }
    return bare
  }

  /// A name or address for the server certificate; one leading `*.` is allowed.
  static func certificateName(_ text: String) throws(ValueFault) -> String {
    let bare = withoutBrackets(text).lowercased()
    guard isAddress(bare) || isName(bare.hasPrefix("*.") ? String(bare.dropFirst(2)) : bare) else {
      throw ValueFault(rule: "it is a host name, perhaps with a leading `*.`, or an IP address, without a port")
    }
    return bare
  }

  /// A name that the `Host` header may carry; compared without case, so kept in lower case.
  static func controlName(_ text: String) throws(ValueFault) -> String {
    let bare = withoutBrackets(text).lowercased()
    guard isAddress(bare) || isName(bare) else {
      throw ValueFault(rule: "it is a host name as it stands in the `Host` header, without scheme and port, such as `push.test`")
    }
    return bare
  }

  static func isIPv6(_ text: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, text, &address) == 1
  }

  static func isAddress(_ text: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, text, &address) == 1 || isIPv6(text)
  }

  /// A DNS name; one whose last label is a number would be taken for a broken IPv4 address.
  static func isName(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else { return false }
    return !last.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private static func withoutBrackets(_ text: String) -> String {
    text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
  }
}
