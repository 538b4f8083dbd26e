import Foundation

@testable import MockPushServer

/// A folder of programs that stand in for `xcrun` and `adb`, and write down how they were called.
struct StandIns: Sendable {
  let folder: TemporaryFolder

  /// - Parameter programs: shell scripts by name. `record ARGUMENTS…` writes down a call.
  init(_ programs: [String: String]) throws {
    folder = try TemporaryFolder()
    for (name, script) in programs {
      let text = """
        #!/bin/sh
        record() { for word in "$@" ""; do printf '%s\\0' "$word" >> "\(folder.path)/calls"; done; }

        """
      try Data((text + script).utf8).write(to: URL(fileURLWithPath: folder.file(name)))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file(name))
    }
  }

  /// With the programs first.
  var environment: [String: String] {
    ["PATH": folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"), "FOLDER": folder.path]
  }

  /// The words of each call.
  var calls: [[String]] {
    var calls: [[String]] = [[]]
    for word in text("calls").split(separator: "\0", omittingEmptySubsequences: false).dropLast() {
      if word.isEmpty { calls.append([]) } else { calls[calls.count - 1].append(String(word)) }
    }
    return calls.dropLast()
  }

  func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
  }
}
