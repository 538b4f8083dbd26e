import Foundation
import PushStore
import Synchronization
import Testing

@testable import MockPushServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct LoggerTests {
  final class CapturedLines: LogSink {
    private let captured = Mutex<[String]>([])
    var lines: [String] { captured.withLock { $0 } }
    func write(_ line: [UInt8]) { captured.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
  }

  /// What a logger writes for one call at 2026-03-02T00:15:00.007Z.
  private func line(_ format: LogFormat, _ level: LogLevel = .info, _ message: String, _ fields: LogFields = [:]) -> String {
    let sink = CapturedLines()
    Logger(level: .debug, format: format, sink: sink) { Timestamp(milliseconds: 1_772_410_500_007) }.log(level, message, fields)
    return sink.lines.joined()
  }

  @Test func aTextLineHasTimeLevelMessageAndFieldsInOrder() {
    #expect(
      line(.text, .info, "request", ["method": "POST", "path": "/push/{version}", "status": 200, "ok": true])
        == "2026-03-02T00:15:00.007Z info  request method=POST path=/push/{version} status=200 ok=true\n")
    #expect(line(.text, .error, "e") == "2026-03-02T00:15:00.007Z error e\n")
    #expect(line(.text, .warning, "w") == "2026-03-02T00:15:00.007Z warn  w\n")
    #expect(line(.text, .debug, "d") == "2026-03-02T00:15:00.007Z debug d\n")
  }

  @Test func aJSONLineHasTheSameAsMembers() {
    #expect(
      line(.json, .warning, "request", ["method": "POST", "status": -1, "ok": false])
        == #"{"time":"2026-03-02T00:15:00.007Z","level":"warning","message":"request","method":"POST","status":-1,"ok":false}"# + "\n")
  }

  static let awkward = [
    "a\nb", "a\r\nb", "tab\there", "\u{1b}[31mred", "\u{0}", "\u{85}next", "\u{2028}line", "\u{202e}reversed", "\u{2066}isolated", "\u{7f}",
    "한글 🙂", "quote\" and \\", "", "a=b", "line\n\"}\n{\"level\":\"error",
  ]

  @Test(arguments: awkward)
  func whateverIsLoggedALineIsOneLine(_ text: String) throws {
    for format in LogFormat.allCases {
      let line = line(format, .info, text, ["key": .string(text)])
      #expect(line.hasSuffix("\n"))
      let breaking = line.unicodeScalars.dropLast().filter { scalar in
        scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) || (0x2028...0x202e).contains(scalar.value)
          || (0x2066...0x2069).contains(scalar.value)
      }
      #expect(breaking.isEmpty)
    }
    let json = try JSONParser.parse(Array(line(.json, .info, text, ["key": .string(text)]).utf8))
    #expect(json["message"] == .string(text))
    #expect(json["key"] == .string(text))
  }

  @Test(arguments: [
    ("plain", "plain"), ("a b", #""a b""#), ("", #""""#), ("a=b", #""a=b""#), (#"say "x""#, #""say \"x\"""#), (#"c:\dir"#, #"c:\dir"#),
    (#"c:\my dir"#, #""c:\\my dir""#), ("a\nb", #""a\nb""#), ("\u{1b}", #""\u001b""#), ("한글", #""한글""#),
  ])
  func aTextValueIsQuotedWhereItWouldBeMistaken(_ value: String, _ written: String) {
    #expect(line(.text, .info, "m", ["k": .string(value)]) == "2026-03-02T00:15:00.007Z info  m k=\(written)\n")
  }

  @Test func belowTheLevelNothingIsBuilt() {
    let sink = CapturedLines()
    var built = 0
    func message() -> String {
      built += 1
      return "m"
    }
    func fields() -> LogFields {
      built += 1
      return [:]
    }
    let logger = Logger(level: .warning, sink: sink)
    logger.log(.info, message(), fields())
    logger.log(.debug, message(), fields())
    #expect(built == 0)
    logger.log(.warning, message(), fields())
    logger.log(.error, message(), fields())
    #expect(built == 4)
    #expect(sink.lines.count == 2)
  }

  @Test func aLevelIncludesThoseBeforeIt() {
    let enabled = LogLevel.allCases.map { limit in LogLevel.allCases.filter { Logger(level: limit, sink: CapturedLines()).isEnabled($0) } }
    #expect(enabled == [[.error], [.error, .warning], [.error, .warning, .info], [.error, .warning, .info, .debug]])
  }

  @Test func linesOfSeveralThreadsDoNotMix() {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let sink = StandardErrorSink(descriptor: writing)
    // Longer than a pipe takes in one piece.
    let length = 10_000
    let unfinished = Atomic(4)
    // Threads of their own: a writer blocks on the full pipe, and the pool may have no thread left for the others.
    for letter in UInt8(ascii: "a")...UInt8(ascii: "d") {
      Thread.detachNewThread {
        for _ in 0..<25 { sink.write([UInt8](repeating: letter, count: length) + [UInt8(ascii: "\n")]) }
        if unfinished.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { close(writing) }
      }
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(reading, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    close(reading)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 100)
    #expect(lines.allSatisfy { $0.count == length && Set($0).count == 1 })
  }
}
