import Testing

@testable import MockPushServer

/// docs/what-is-emulated.md has a row for every endpoint of the vendor that the server knows, and for no other.
@Suite struct EmulationDocumentTests {
  private static func lines() throws -> [Substring] {
    let text = String(decoding: try FileReader.read(ConfigurationReferenceTests.root + "/docs/what-is-emulated.md"), as: UTF8.self)
    return text.split(separator: "\n")
  }

  @Test func theTableOfEndpointsIsTheServers() throws {
    let rows = try Self.lines().compactMap { line -> String? in
      let cells = line.split(separator: "|").map { $0.trimmingBlanks }
      guard cells.count == 5, Request.Method(rawValue: cells[0]) != nil else { return nil }
      return cells[0...3].joined(separator: " | ")
    }
    let endpoints = RouteTable.vendor.map { endpoint in
      let credential = switch endpoint.credential {
      case .none: "none"
      case .server: "key"
      case .accessKeyPair: "access-key pair"
      }
      return "\(endpoint.method.rawValue) | `\(endpoint.path)` | \(endpoint.versionText) | \(credential)"
    }
    #expect(rows == endpoints)
  }

  /// In any order, because they are grouped.
  @Test func everyRulingHasOneLine() throws {
    let numbers = try Self.lines().compactMap { line -> Int? in
      guard line.hasPrefix("| R") else { return nil }
      return Int(line.dropFirst(3).prefix { $0 != " " })
    }
    #expect(numbers.sorted() == Array(1...93))
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
