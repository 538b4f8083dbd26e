import Foundation

@testable import MockPushServer

/// A server in the background, with its files in a folder of its own; killed with the value at the latest.
final class DaemonProcess {
  let folder: TemporaryFolder
  let pid: Int32
  /// What the command printed before it returned.
  let greeting: String
  private var isOver = false

  /// Starts it, and returns when the command does.
  init(_ folder: TemporaryFolder, _ more: [String] = []) throws {
    self.folder = folder
    let starting = try Self.start(folder, more)
    guard starting.code == 0, starting.errors == "" else { throw ServerProcess.Failure(text: "not started: \(starting)") }
    greeting = starting.output
    pid = try Self.number(in: folder.file("mock-push-server.pid"))
  }

  deinit { if !isOver { kill(pid, SIGKILL) } }

  /// The command with free ports, whether it succeeds or not.
  static func start(_ folder: TemporaryFolder, _ more: [String] = []) throws -> ServerProcess.Ending {
    try ServerProcess.run(arguments(folder, more))
  }

  static func arguments(_ folder: TemporaryFolder, _ more: [String] = []) -> [String] {
    ["serve", "--daemon", "--http-port", "0", "--https-port", "off", "--data-dir", folder.path] + more
  }

  static func number(in file: String) throws -> Int32 {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    guard let pid = Int32(text.dropLast()) else { throw ServerProcess.Failure(text: "no number in \(file): \(text)") }
    return pid
  }

  func status(_ more: [String] = []) throws -> ServerProcess.Ending { try ServerProcess.run(["status", "--data-dir", folder.path] + more) }

  func stop(_ more: [String] = []) throws -> ServerProcess.Ending {
    let ending = try ServerProcess.run(["stop", "--data-dir", folder.path] + more)
    isOver = ending.code == 0
    return ending
  }

  func send(_ signal: Int32) {
    kill(pid, signal)
    isOver = signal == SIGKILL
  }

  func port() throws -> UInt16 {
    guard let line = greeting.split(separator: "\n").first(where: { $0.contains(" http://") }), let port = UInt16(line.split(separator: ":").last!)
    else { throw ServerProcess.Failure(text: "no port in \(greeting)") }
    return port
  }

  func connect() throws -> SocketClient { try SocketClient(port: try port()) }

  /// Looks until the condition holds.
  static func wait(_ what: String, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(30)
    while try !condition() {
      guard ContinuousClock.now < end else { throw ServerProcess.Failure(text: "in vain: \(what)") }
      sched_yield()
    }
  }
}
