/// What the process was started with.
enum ProcessEnvironment {
  /// The environment variables.
  static var current: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") { variables[String(text[..<equals])] = String(text[text.index(after: equals)...]) }
      next += 1
    }
    return variables
  }

  /// The working folder; nil when it was deleted meanwhile.
  static var folder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
