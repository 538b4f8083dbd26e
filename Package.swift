// swift-tools-version: 6.2
import PackageDescription

// `NonisolatedNonsendingByDefault`: handlers of plain structs stay on the event loop's thread instead of hopping to the global pool.
let settings: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package = Package(
  name: "mock-push-server",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "mock-push-server", targets: ["MockPushServer"]),
    .library(name: "PushStore", targets: ["PushStore"]),
  ],
  targets: [
    .systemLibrary(
      name: "CEvent", pkgConfig: "libevent_openssl",
      providers: [.apt(["libevent-dev", "libssl-dev"]), .brew(["libevent", "openssl@3"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "PushStore", dependencies: ["CSQLite"], swiftSettings: settings),
    .executableTarget(
      name: "MockPushServer", dependencies: ["CEvent", "PushStore"], resources: [.embedInCode("Console/Pages")], swiftSettings: settings),
    .testTarget(name: "MockPushServerTests", dependencies: ["MockPushServer", "PushStore"], swiftSettings: settings),
    // Needs Chromium: `make test-console` runs it, `make test` does not.
    .testTarget(name: "ConsoleTests", dependencies: ["MockPushServer"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
