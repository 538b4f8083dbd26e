// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "MockPush",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "MockPush", targets: ["MockPush"])],
  targets: [
    .target(name: "MockPush"),
    .testTarget(name: "MockPushTests", dependencies: ["MockPush"]),
  ]
)
