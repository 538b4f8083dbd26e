import Foundation
import Synchronization

/// A running ChromeDriver, spoken to by the W3C WebDriver protocol: JSON over plain HTTP.
final class ChromeDriver: Sendable {
  private let process: Process
  private let address: String

  /// Starts the driver on a port that it picks, and returns when it takes requests.
  init() throws {
    process = Process()
    process.executableURL = try Self.program("CHROMEDRIVER", ["/usr/bin/chromedriver", "/opt/homebrew/bin/chromedriver", "/usr/local/bin/chromedriver"])
    process.arguments = ["--port=0"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    Self.endAtExit(process)
    var said = ""
    while true {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw BrowserError("chromedriver ended: \(said)") }
      said += String(decoding: data, as: UTF8.self)
      if let match = said.firstMatch(of: /successfully on port (\d+)/) {
        address = "http://127.0.0.1:\(match.output.1)"
        break
      }
    }
    // Read on, or a talkative driver would stop at a full pipe.
    output.fileHandleForReading.readabilityHandler = { handle in
      if handle.availableData.isEmpty { handle.readabilityHandler = nil }
    }
  }

  private static let running = Mutex<pid_t>(0)

  /// The driver ends with the test process, which nobody tells that its last test is over.
  private static func endAtExit(_ process: Process) {
    running.withLock { $0 = process.processIdentifier }
    // It inherited the test process's blocked signals: it would not hear of SIGTERM.
    atexit { ChromeDriver.running.withLock { if $0 != 0 { kill($0, SIGKILL) } } }
  }

  /// A program named by a variable, else the first that exists.
  static func program(_ variable: String, _ places: [String]) throws -> URL {
    if let named = ProcessInfo.processInfo.environment[variable] { return URL(filePath: named) }
    guard let found = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      throw BrowserError("Chromium or ChromeDriver is missing: `scripts/install-dependencies chromium` installs both on Debian; else name the program by \(variable).")
    }
    return URL(filePath: found)
  }

  /// One command; gives `value` of the answer.
  @discardableResult
  func send(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws -> Any {
    let answer = try PlainHTTP.send(method, address, path, json: body).json
    if let value = answer["value"] as? [String: Any], let error = value["error"] as? String {
      throw BrowserError("\(path.split(separator: "/").suffix(2).joined(separator: "/")): \(error): \(value["message"] as? String ?? "")")
    }
    return answer["value"] ?? NSNull()
  }
}

struct BrowserError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
