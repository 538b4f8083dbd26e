/// The folder of the server's own state: made on first start, readable by its owner only.
enum DataFolder {
  /// Makes `path` and what is missing above it.
  static func prepare(_ path: String) throws(StartFailure) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += (made.isEmpty || made == "/" ? "" : "/") + part
      if mkdir(made, 0o700) == 0 || errno == EEXIST || errno == EISDIR { continue }
      throw StartFailure("The data folder \(path) cannot be made: \(made): \(String(cString: strerror(errno))). Give another --data-dir, or make it yourself.")
    }
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw StartFailure("The data folder \(path) is not a folder. Give another --data-dir.")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw StartFailure("The data folder \(path) cannot be written: \(systemReason()). Give another --data-dir, or let this user write that one.")
    }
  }
}
