/// The configuration profile by which an iOS device installs the CA; served as `application/x-apple-aspen-config`.
enum MobileConfig {
  /// XML property list, unsigned, with one root certificate. Its identifiers come from the certificate alone, so that installing it again replaces it.
  ///
  /// - Parameter name: the CA's common name, shown to the person who installs it
  static func profile(caDER: [UInt8], name: String) -> String {
    let digest = CertificateText.sha256(caDER)
    let identifier = "mock-push-server.ca." + CertificateText.hexadecimal(digest.prefix(4))
    let name = escaped(name)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>PayloadContent</key>
        <array>
          <dict>
            <key>PayloadCertificateFileName</key>
            <string>mock-push-server-ca.cer</string>
            <key>PayloadContent</key>
            <data>\(CertificateText.base64(caDER))</data>
            <key>PayloadDescription</key>
            <string>Lets this device trust a local test server that stands in for NHN Cloud Push.</string>
            <key>PayloadDisplayName</key>
            <string>\(name)</string>
            <key>PayloadIdentifier</key>
            <string>\(identifier).certificate</string>
            <key>PayloadType</key>
            <string>com.apple.security.root</string>
            <key>PayloadUUID</key>
            <string>\(uuid(digest.suffix(16)))</string>
            <key>PayloadVersion</key>
            <integer>1</integer>
          </dict>
        </array>
        <key>PayloadDescription</key>
        <string>After installing, switch it on under Settings &gt; General &gt; About &gt; Certificate Trust Settings. Remove it when testing is over.</string>
        <key>PayloadDisplayName</key>
        <string>\(name)</string>
        <key>PayloadIdentifier</key>
        <string>\(identifier)</string>
        <key>PayloadRemovalDisallowed</key>
        <false/>
        <key>PayloadType</key>
        <string>Configuration</string>
        <key>PayloadUUID</key>
        <string>\(uuid(digest.prefix(16)))</string>
        <key>PayloadVersion</key>
        <integer>1</integer>
      </dict>
      </plist>

      """
  }

  /// Sixteen bytes as a UUID of version 8, "custom" (RFC 9562).
  private static func uuid(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = Array(bytes)
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let groups = [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
    return groups.map { CertificateText.hexadecimal($0).uppercased() }.joined(separator: "-")
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
