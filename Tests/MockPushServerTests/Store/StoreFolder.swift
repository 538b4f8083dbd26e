#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import PushStore

/// A folder for database files, deleted with its contents at the end.
final class StoreFolder {
  let path: String

  init() {
    var template = Array("/tmp/mock-push-tests-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    // A database path that is this folder itself has its lock beside it.
    unlink(path + ".lock")
    rmdir(path)
  }

  var database: String { path + "/push.db" }

  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { all += chunk[..<count] }
    return all
  }

  static func write(_ bytes: [UInt8], to path: String) {
    let file = fopen(path, "wb")!
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}

extension RegistrationRequest {
  /// A request with the given values and harmless others.
  static func sample(
    _ token: String, old: String? = nil, type: PushType = .apns, uid: String = "u", device: String? = nil,
    agreement: Agreement = Agreement(notification: true, ad: false,
      nightAd: false), zone: String = "Asia/Seoul", country: String = "KR", language: String = "ko"
  ) -> RegistrationRequest {
    RegistrationRequest(
      pushType: type, token: token, oldToken: old, uid: uid, deviceId: device, agreement: agreement, timezoneId: zone, country: country, language: language)
  }
}
