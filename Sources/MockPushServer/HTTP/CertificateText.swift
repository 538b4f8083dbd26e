import CEvent

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Texts about certificates.
enum CertificateText {
  /// Lower-case digits.
  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    // Fails only when OpenSSL's configuration has no SHA-256, and then no certificate could have been made or read.
    precondition(EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil) == 1, "OpenSSL has no SHA-256")
    return digest
  }

  /// As certificate viewers print it: `AB:CD:…`.
  static func fingerprint(of der: [UInt8]) -> String {
    sha256(der).map { hexadecimal([$0]).uppercased() }.joined(separator: ":")
  }

  /// One line, with padding.
  static func base64(_ bytes: [UInt8]) -> String {
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let count = EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
    return String(decoding: text.prefix(Int(count)), as: UTF8.self)
  }

  /// The UTC day of a moment in Unix seconds, `2026-03-02`.
  static func day(_ seconds: Int64) -> String {
    var moment = time_t(seconds)
    var fields = tm()
    gmtime_r(&moment, &fields)
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(Int(fields.tm_year) + 1900)-\(padded(fields.tm_mon + 1))-\(padded(fields.tm_mday))"
  }
}
