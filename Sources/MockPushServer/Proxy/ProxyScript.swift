/// A proxy auto-configuration (PAC): JavaScript by which clients choose a proxy for each host.
enum ProxyScript {
  /// - Parameter proxy: host and port, as clients reach it.
  static func text(names: MockNames, proxy: String) -> String {
    """
    function FindProxyForURL(url, host) {
      var name = host.toLowerCase();
      // With its dot: one label stands in front.
      var family = name.substring(name.indexOf("."));
      var names = \(literal(names.names));
      var families = \(literal(names.families));
      if (names.indexOf(name) >= 0 || families.indexOf(family) >= 0) return \(JSON.string("PROXY " + proxy).compactText);
      return "DIRECT";
    }

    """
  }

  private static func literal(_ texts: [String]) -> String { JSON.array(texts.map { .string($0) }).compactText }
}
