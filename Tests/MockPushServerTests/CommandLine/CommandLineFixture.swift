@testable import MockPushServer

/// Parses without touching the machine: a home folder, and the files named here.
func parse(
  _ arguments: [String], _ environment: [String: String] = [:], files: [String: String] = [:]
) throws(UsageError) -> any Invocation {
  let home = ["HOME": "/home/me"]
  return try CommandLineParser.parse(arguments: arguments, environment: home.merging(environment) { $1 }) { path throws(FileFault) in
    guard let text = files[path] else { throw FileFault(reason: "no such file or directory") }
    return Array(text.utf8)
  }
}

/// The command line asks for something else.
struct NotServe: Error {}

/// As `parse`, where only one kind of answer will do.
func parsed<Wanted: Invocation>(
  _ arguments: [String], _ environment: [String: String] = [:], files: [String: String] = [:], as: Wanted.Type = Wanted.self
) throws -> Wanted {
  guard let wanted = try parse(arguments, environment, files: files) as? Wanted else { throw NotServe() }
  return wanted
}

func configuration(
  _ arguments: [String] = [], _ environment: [String: String] = [:], file: String? = nil
) throws -> Configuration {
  let arguments = file == nil ? arguments : arguments + ["--config", "/etc/push/conf.json"]
  return try parsed(arguments, environment, files: file.map { ["/etc/push/conf.json": $0] } ?? [:])
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
