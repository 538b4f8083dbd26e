#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A failed system call.
struct CertificateFileFault: Error {
  let code: Int32

  var text: String { String(cString: strerror(code)) }
}

/// The data folder, as the home of certificate files.
struct CertificateFolder {
  /// Absolute and free of symbolic links, so that what we print works from any other folder.
  let path: String

  /// Makes the folder (0700) and its missing parents if need be.
  init(creating path: String) throws(CertificateError) {
    do throws(CertificateFileFault) {
      try Self.makeFolder(path)
      guard let resolved = realpath(path, nil) else { throw CertificateFileFault(code: errno) }
      defer { free(resolved) }
      self.path = String(cString: resolved)
    } catch {
      throw CertificateError("The data folder \(path) cannot be made (\(error.text)). Give a folder that can be with --data-dir.")
    }
  }

  func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

  /// Runs `body` while no other process or thread does so in this folder. The lock file stays: deleting it would let two of them lock different files.
  func locked<Result>(_ body: () throws(CertificateError) -> Result) throws(CertificateError) -> Result {
    let descriptor = open(file("certificates.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unwritable("certificates.lock", CertificateFileFault(code: errno)) }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw unwritable("certificates.lock", CertificateFileFault(code: errno)) }
    }
    return try body()
  }

  /// nil when there is no such file.
  func load(_ name: String) throws(CertificateError) -> [UInt8]? {
    do {
      return try Self.contents(of: file(name))
    } catch {
      if error.code == ENOENT { return nil }
      throw CertificateError("\(file(name)) cannot be read (\(error.text)). Make it readable for this user, or give another folder with --data-dir.")
    }
  }

  /// Replaces the file in one step: a reader, or a crash at any moment, meets the old content or the new one. Call it only while locked.
  func save(_ bytes: [UInt8], as name: String, mode: mode_t) throws(CertificateError) {
    do throws(CertificateFileFault) {
      let draft = file(name + ".new")
      try Self.writeNew(bytes, to: draft, mode: mode)
      guard rename(draft, file(name)) == 0 else { throw CertificateFileFault(code: errno) }
      try syncFolder()
    } catch {
      throw unwritable(name, error)
    }
  }

  /// Takes a key file's access from everybody but its owner; a file that is not ours, or on a read-only disk, stays as it is.
  func makePrivate(_ name: String) {
    var status = stat()
    guard stat(file(name), &status) == 0, status.st_mode & 0o077 != 0 else { return }
    chmod(file(name), 0o600)
  }

  /// A file's content, at most 1 MiB of it: whatever is larger holds no certificate.
  static func contents(of path: String) throws(CertificateFileFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CertificateFileFault(code: errno) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while content.count < 1 << 20 {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { break }
      if count > 0 { content += chunk.prefix(count) } else if errno != EINTR { throw CertificateFileFault(code: errno) }
    }
    return content
  }

  private static func makeFolder(_ path: String) throws(CertificateFileFault) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST:
      var status = stat()
      guard stat(path, &status) == 0 else { throw CertificateFileFault(code: errno) }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw CertificateFileFault(code: ENOTDIR) }
    case ENOENT:
      let trimmed = path.reversed().drop { $0 == "/" }
      let parent = String(trimmed.drop { $0 != "/" }.drop { $0 == "/" }.reversed())
      guard !parent.isEmpty else { throw CertificateFileFault(code: ENOENT) }
      try makeFolder(parent)
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw CertificateFileFault(code: errno) }
    case let code:
      throw CertificateFileFault(code: code)
    }
  }

  private static func writeNew(_ bytes: [UInt8], to path: String, mode: mode_t) throws(CertificateFileFault) {
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw CertificateFileFault(code: errno) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw CertificateFileFault(code: errno) }
    }
    // The user's umask may have taken more away than asked.
    guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw CertificateFileFault(code: errno) }
  }

  private func syncFolder() throws(CertificateFileFault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CertificateFileFault(code: errno) }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder; the rename is atomic all the same.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else { throw CertificateFileFault(code: errno) }
  }

  private func unwritable(_ name: String, _ fault: CertificateFileFault) -> CertificateError {
    CertificateError("\(file(name)) cannot be written (\(fault.text)). Let this user write to the folder, or give another one with --data-dir.")
  }
}
