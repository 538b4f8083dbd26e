import PushStore

/// What `status` tells of a running server, kept in a file beside its pid file.
struct RunRecord: Equatable {
  var pid: Int
  var version: String
  /// Where it listens, as URLs.
  var addresses: [String]
  /// As the server's greeting names it.
  var database: String
  /// System time.
  var startedAt: Timestamp
  /// `SystemClock.monotonicMicroseconds` at the start: one clock for all processes, which nobody can set.
  var startedMicroseconds: Int

  static func path(besides pidFile: String) -> String { pidFile + ".json" }

  var json: JSON {
    [
      "pid": .number(JSONNumber(pid)), "version": .string(version), "addresses": .array(addresses.map { .string($0) }),
      "database": .string(database), "startedAt": .string(DateText.iso(startedAt)),
      "startedMicroseconds": .number(JSONNumber(startedMicroseconds)),
    ]
  }
}

extension RunRecord {
  /// Nil when the text is none of ours.
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONParser.parse(bytes), let pid = json["pid"]?.intValue, let version = json["version"]?.stringValue,
      let addresses = json["addresses"]?.arrayValue?.compactMap(\.stringValue), let database = json["database"]?.stringValue,
      let startedAt = json["startedAt"]?.stringValue.flatMap({ DateText.parse($0) }),
      let startedMicroseconds = json["startedMicroseconds"]?.intValue
    else { return nil }
    self.init(
      pid: pid, version: version, addresses: addresses, database: database, startedAt: startedAt, startedMicroseconds: startedMicroseconds)
  }

  /// The record of this server; nil when there is none, or one of a server before it.
  ///
  /// - Parameter pid: 0 when it is not known.
  init?(besides pidFile: String, of pid: pid_t) {
    guard let bytes = try? FileReader.read(Self.path(besides: pidFile)), let record = RunRecord(bytes), pid == 0 || record.pid == Int(pid)
    else { return nil }
    self = record
  }
}
