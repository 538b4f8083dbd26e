import CEvent
import Testing

@testable import MockPushServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A data folder of its own, removed with the value.
final class CertificateFixture {
  /// 2026-03-02 12:00 UTC
  static let now: Int64 = 1_772_452_800
  static let day: Int64 = 86_400

  let root: String
  var data: String { root + "/data" }

  init() throws {
    root = FileManager.default.temporaryDirectory.path + "/mock-push-tls-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func prepare(names: [String] = [], host: String = "build-mac", now: Int64 = CertificateFixture.now) throws -> ServerCertificate {
    try CertificateAuthority.prepare(dataDirectory: data, extraNames: names, hostName: host, now: now)
  }

  func file(_ name: String) -> String { data + "/" + name }

  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name)))) }

  func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: file(name))) }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }

  func mode(_ name: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: name.hasPrefix("/") ? name : file(name))[.posixPermissions] as? Int)
  }

  func certificate(_ name: String) throws -> Certificate {
    guard let certificate = Certificate(pem: try bytes(name)) else { throw Unreadable(name: name) }
    return certificate
  }

  func key(_ name: String) throws -> PrivateKey {
    guard let key = PrivateKey(pem: try bytes(name)) else { throw Unreadable(name: name) }
    return key
  }

  struct Unreadable: Error { let name: String }

  /// What `openssl verify -purpose sslserver -verify_hostname/-verify_ip` would say: X509_V_OK, or the fault's number.
  func verify(host: String, at moment: Int64 = CertificateFixture.now) throws -> Int32 {
    let authority = try certificate("ca.pem")
    let leaf = try certificate("server.pem")
    let store = X509_STORE_new()
    defer { X509_STORE_free(store) }
    X509_STORE_add_cert(store, authority.pointer)
    let context = X509_STORE_CTX_new()
    defer { X509_STORE_CTX_free(context) }
    try #require(X509_STORE_CTX_init(context, store, leaf.pointer, nil) == 1)
    let rules = X509_STORE_CTX_get0_param(context)
    X509_VERIFY_PARAM_set_time(rules, time_t(moment))
    X509_VERIFY_PARAM_set_flags(rules, UInt(X509_V_FLAG_X509_STRICT))
    X509_VERIFY_PARAM_set_purpose(rules, X509_PURPOSE_SSL_SERVER)
    if X509_VERIFY_PARAM_set1_ip_asc(rules, host) != 1 { X509_VERIFY_PARAM_set1_host(rules, host, 0) }
    ERR_clear_error()
    return X509_verify_cert(context) == 1 ? X509_V_OK : X509_STORE_CTX_get_error(context)
  }

  /// PEM of a key that OpenSSL makes by the name of its kind; with a passphrase when one is given.
  static func keyPEM(_ kind: String, passphrase: String? = nil) throws -> [UInt8] {
    let context = EVP_PKEY_CTX_new_from_name(nil, kind, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    try #require(EVP_PKEY_keygen_init(context) == 1)
    if kind == "EC" { try #require(EVP_PKEY_CTX_set_group_name(context, "P-256") == 1) }
    try #require(EVP_PKEY_generate(context, &key) == 1)
    defer { EVP_PKEY_free(key) }
    let bytes = OpenSSLMemory.written { bio in
      guard let passphrase else { return PEM_write_bio_PrivateKey(bio, key, nil, nil, 0, nil, nil) }
      return PEM_write_bio_PrivateKey(bio, key, EVP_aes_256_cbc(), passphrase, Int32(passphrase.utf8.count), nil, nil)
    }
    return try #require(bytes)
  }
}

extension CertificateFixture {
  /// A plain file at any path.
  func prepareFile(_ path: String, _ bytes: [UInt8] = []) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
}
