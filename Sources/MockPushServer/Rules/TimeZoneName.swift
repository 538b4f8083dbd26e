import PushStore
import Synchronization

/// Names of time zones, and what offset a zone has at a moment.
///
/// ruling: the list of names is embedded, so that a registration is refused or accepted alike on every machine. Foundation is no
/// authority for it: a static Swift runtime knows only GMT, the shared one takes `PST`, `GMT+9` and `US/Pacific-New` too, and costs
/// 4.6 MB and 9 ms. Offsets come from the machine's IANA files, which know past changes and yearly tables (Ramadan in Morocco);
/// where a machine has none, from the zone's present rule in the list.
enum TimeZoneName {
  /// Whether this is a name of the IANA database, in its exact case: older link names (`Asia/Calcutta`), `GMT` and `UTC` included;
  /// `KST`, `GMT+9` and other abbreviations and custom names are none (contract 7.1).
  static func isKnown(_ name: String) -> Bool {
    rule(of: name) != nil
  }

  /// Seconds east of UTC, daylight saving included; nil for an unknown zone.
  static func offsetSeconds(zone name: String, at moment: Timestamp) -> Int? {
    data(of: name)?.offset(at: moment)
  }

  /// The zone's offsets over time; nil for an unknown zone.
  static func data(of name: String) -> ZoneData? {
    rule(of: name).map { data(of: name, $0) }
  }

  /// Names to POSIX rules; made once, about 600 entries.
  private static let rules: [String: Substring] = {
    var rules: [String: Substring] = [:]
    rules.reserveCapacity(640)
    // By bytes: splitting by Character takes five times as long.
    for entry in list.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) {
      let bar = entry.firstIndex(of: UInt8(ascii: "|")) ?? entry.endIndex
      rules[String(Substring(entry[..<bar]))] = Substring(entry[bar...].dropFirst())
    }
    return rules
  }()

  private static func rule(of name: String) -> Substring? {
    // String's == is by Unicode equivalence: without this check a Kelvin sign would pass for a K.
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return rules[name]
  }

  /// Zones read so far. Only names of the list come here, so it cannot grow beyond them.
  private static let loaded = Mutex<[String: ZoneData]>([:])

  private static func data(of name: String, _ rule: Substring) -> ZoneData {
    if let data = loaded.withLock({ $0[name] }) { return data }
    let data = ZoneData(name: name, directory: ZoneData.directory) ?? ZoneData(rule: ZoneRule(rule))
    loaded.withLock { $0[name] = data }
    return data
  }
}
