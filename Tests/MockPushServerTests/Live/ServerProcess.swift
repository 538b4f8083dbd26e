import Foundation
import Testing

@testable import MockPushServer

/// The built program as a process of its own.
final class ServerProcess {
  private let process = Process()
  private let output = ProcessOutput()
  private let errors = ProcessOutput()
  let deadline: ContinuousClock.Instant

  /// Starts `mock-push-server`, or another program, with these arguments.
  init(_ arguments: [String], environment: [String: String] = [:], program: String = program, within limit: Duration = .seconds(60)) throws {
    ProcessPreparation.once
    deadline = ContinuousClock.now + limit
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    var inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MOCK_PUSH_") }
    inherited.merge(environment) { $1 }
    process.environment = inherited
    process.standardOutput = output.pipe
    process.standardError = errors.pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    output.closeWriting()
    errors.closeWriting()
  }

  /// Serves on free ports, with this database, and waits until it says that it is ready.
  static func serve(
    _ folder: TemporaryFolder, database: String? = nil, logLevel: String = "warning", environment: [String: String] = [:], _ more: [String] = []
  ) throws -> ServerProcess {
    let server = try ServerProcess(
      [
        "serve", "--http-port", "0", "--https-port", "0", "--data-dir", folder.path, "--database", database ?? folder.file("test.db"),
        "--log-level", logLevel,
      ] + more, environment: environment)
    try server.untilReady()
    return server
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var pid: Int32 { process.processIdentifier }

  /// Beside the test product; in the package's build folder when tests run inside a tool's process.
  static let program: String = {
    let besides = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("mock-push-server").path
    if FileManager.default.isExecutableFile(atPath: besides) { return besides }
    return PackageFolder.path + "/.build/debug/mock-push-server"
  }()

  /// What it printed up to and with the last line of the greeting.
  @discardableResult
  func untilReady() throws -> String {
    try output.read(until: deadline) { $0.contains("database: ") && $0.hasSuffix("\n") }
    guard output.text.contains("is ready") else { throw Failure(text: "not ready: \(output.text)\(errors.text)") }
    return output.text
  }

  /// The port that it says it listens on.
  func port(_ scheme: Request.Scheme) throws -> UInt16 {
    let line = try #require(output.text.split(separator: "\n").first { $0.contains(" \(scheme.rawValue)://") })
    return try #require(UInt16(line.split(separator: ":").last ?? ""))
  }

  func connect() throws -> SocketClient { try SocketClient(port: try port(.http)) }

  /// Waits until it has printed this, or has ended.
  func untilOutput(contains text: String) throws { try output.read(until: deadline) { $0.contains(text) } }

  /// Waits until it has said this on standard error, or has ended.
  func untilErrors(contain text: String) throws { try errors.read(until: deadline) { $0.contains(text) } }

  func send(_ signal: Int32) { kill(pid, signal) }

  struct Ending: Equatable {
    /// The exit code; a signal's number, negative, when it died of one.
    let code: Int32
    let output: String
    let errors: String
  }

  /// Waits for its end: its output ends first.
  func ended() throws -> Ending {
    try output.read(until: deadline) { _ in false }
    try errors.read(until: deadline) { _ in false }
    process.waitUntilExit()
    let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return Ending(code: code, output: output.text, errors: errors.text)
  }

  /// Runs the program, or another one, to its end.
  static func run(_ arguments: [String], environment: [String: String] = [:], program: String = program) throws -> Ending {
    try ServerProcess(arguments, environment: environment, program: program).ended()
  }

  struct Failure: Error { let text: String }
}

/// The package's own folder.
enum PackageFolder {
  static let path: String = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.path
  }()
}

/// One output of a process, read before a deadline.
final class ProcessOutput {
  let pipe = Pipe()
  private(set) var text = ""
  private var isAtEnd = false

  /// The process has the other end now: only its own end ends the output.
  func closeWriting() { try? pipe.fileHandleForWriting.close() }

  /// Reads until the condition holds or the output ends.
  func read(until end: ContinuousClock.Instant, _ isEnough: (String) -> Bool) throws {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    while !isAtEnd, !isEnough(text) {
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      guard left > 0 else { throw ServerProcess.Failure(text: "no end in time, so far: \(text)") }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, Int32(left.rounded(.up))) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &bytes)
      if count <= 0 { isAtEnd = true } else { text += String(decoding: bytes[..<count], as: UTF8.self) }
    }
  }

  private func read(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, &bytes, bytes.count)
    #else
      Darwin.read(descriptor, &bytes, bytes.count)
    #endif
  }
}
