@testable import MockPushServer

/// Parses without touching the machine: a home folder, and the files named here.
func parse(_ arguments: [String], _ environment: [String: String] = [:], files: [String: String] = [:]) throws(UsageError) -> Command {
  let home = ["HOME": "/home/me"]
  return try CommandLineParser.parse(arguments: arguments, environment: home.merging(environment) { $1 }) { path throws(FileFault) in
    guard let text = files[path] else { throw FileFault(reason: "no such file or directory") }
    return Array(text.utf8)
  }
}

struct NotServe: Error {}

func configuration(
  _ arguments: [String] = [], _ environment: [String: String] = [:], file: String? = nil
) throws -> Configuration {
  let arguments = file == nil ? arguments : arguments + ["--config", "/etc/push/conf.json"]
  guard case .serve(let configuration) = try parse(arguments, environment, files: file.map { ["/etc/push/conf.json": $0] } ?? [:]) else {
    throw NotServe()
  }
  return configuration
}

/// The error that parsing throws, or nil.
func usageError(_ arguments: [String], _ environment: [String: String] = [:], files: [String: String] = [:]) -> UsageError? {
  do throws(UsageError) {
    _ = try parse(arguments, environment, files: files)
    return nil
  } catch {
    return error
  }
}
