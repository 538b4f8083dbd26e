#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Testing

@testable import MockPushServer

@Suite struct ConfigurationReferenceTests {
  /// The folder of Package.swift.
  static let root = String(#filePath.dropLast("/Tests/MockPushServerTests/CommandLine/ConfigurationReferenceTests.swift".count))

  private static func configuration(_ path: String) throws -> Configuration {
    try #require(try CommandLineParser.parse(arguments: ["--config", path], environment: ["HOME": "/home/me"]) as? Configuration)
  }

  @Test func theReferenceInTheRepositoryIsTheOneOfTheDeclarations() throws {
    let path = Self.root + "/docs/configuration.md"
    if getenv("RECORD") != nil {
      let file = try #require(fopen(path, "w"))
      fputs(ConfigurationReference.markdown, file)
      fclose(file)
    }
    let text = String(decoding: try FileReader.read(path), as: UTF8.self)
    #expect(text == ConfigurationReference.markdown, "write it anew with RECORD=1")
  }

  @Test func theReferenceNamesEveryOptionAndEverySetting() {
    for option in ServeOptions.all { #expect(ConfigurationReference.markdown.contains("| `\(option.variable)` |")) }
    for setting in AppSetting.all { #expect(ConfigurationReference.markdown.contains("| `\(setting.key)` |")) }
  }

  @Test func theFullSampleLoadsAndHasEveryKey() throws {
    let path = Self.root + "/config/full.json"
    let configuration = try Self.configuration(path)
    #expect(configuration.apps.map(\.key) == ["MYAPP", "OPENAPP"])
    #expect(configuration.apps[0].settings.adOptInGuide?.content["ko"] != nil)
    #expect(configuration.apps[1].settings == AppSettings())
    #expect(configuration.apps.map(\.devices.count) == [2, 0])
    #expect(configuration.faults.map(\.name) == ["slow-lists"])

    let json = try JSONParser.parse(try FileReader.read(path))
    #expect(Set(json.objectValue?.members.map(\.key) ?? []) == Set(ServeOptions.all.compactMap(\.configKey) + ["faults"]))
    #expect(Set(json["apps"]?["MYAPP"]?.objectValue?.members.map(\.key) ?? []) == Set(AppSetting.keys + ["devices"]))
  }

  @Test func theMinimalSampleLoads() throws {
    let path = Self.root + "/config/minimal.json"
    let configuration = try Self.configuration(path)
    var settings = AppSettings()
    settings.secretKeys = ["abcd1234"]
    #expect(configuration.apps == [ConfiguredApp(key: "MYAPP", settings: settings)])
  }
}
