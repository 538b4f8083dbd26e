/// What `mock-push-server ca` prints: the CA, and how to make clients trust it.
enum CATrustText {
  static func text(_ authority: AuthorityCertificate) -> String {
    let path = quoted(authority.path)
    return """
      The local CA of mock-push-server. A client that trusts it accepts this server in place of NHN Cloud Push.

      Name                 \(authority.name)
      File                 \(authority.path)
      SHA-256 fingerprint  \(authority.fingerprint)

      \(authority.pem)
      Whoever has its key (ca-key.pem beside it) can pose as any server to a client that trusts it: keep the key on this machine, trust
      the CA on test devices only, and remove it when testing is over.

      iOS simulator (while it runs)
        xcrun simctl keychain booted add-root-cert \(path)

      iOS device
        1. Start the server with --host 0.0.0.0. In the device's Safari open http://ADDRESS-OF-THIS-MACHINE:8080/_mock/ca.mobileconfig
           (8080 or what --http-port says) and allow the download.
        2. Settings > General > VPN & Device Management > Downloaded Profile > Install.
        3. Settings > General > About > Certificate Trust Settings: switch "\(authority.name)" on.

      Android emulator or device
        1. adb push \(path) /sdcard/Download/mock-push-server-ca.crt
        2. Settings, search for "CA certificate", Install anyway, choose the file.
        3. Apps trust such a CA only if they say so. For debug builds, in res/xml/network_security_config.xml:
             <network-security-config>
               <debug-overrides>
                 <trust-anchors>
                   <certificates src="system" />
                   <certificates src="user" />
                 </trust-anchors>
               </debug-overrides>
             </network-security-config>
           and in AndroidManifest.xml: <application android:networkSecurityConfig="@xml/network_security_config" …>
        An app that calls https://10.0.2.2:8443 itself (the emulator's name for this machine) needs the server started with
        --tls-host 10.0.2.2

      macOS (asks for your password; for this user)
        security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \(path)

      Debian, Ubuntu
        sudo cp \(path) /usr/local/share/ca-certificates/mock-push-server.crt && sudo update-ca-certificates

      curl
        curl --cacert \(path) https://localhost:8443/_mock/health

      Java
        keytool -importcert -noprompt -alias mock-push-server -file \(path) -keystore mock-push-server.p12 -storetype PKCS12 -storepass changeit
        java -Djavax.net.ssl.trustStore=mock-push-server.p12 -Djavax.net.ssl.trustStorePassword=changeit …
        (then this is the only CA that the program trusts)

      Python, Node
        export REQUESTS_CA_BUNDLE=\(path)   # requests
        export SSL_CERT_FILE=\(path)        # ssl, httpx
        export NODE_EXTRA_CA_CERTS=\(path)  # Node

      """
  }

  /// As one word for a POSIX shell; the data folder of macOS has a space in its path.
  static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ","): true
      default: false
      }
    }
    if isPlain && !path.isEmpty { return path }
    return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
