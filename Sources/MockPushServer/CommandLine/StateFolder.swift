/// Where the server keeps its state when nobody says otherwise.
enum StateFolder {
  enum Platform: Sendable {
    case linux, macOS

    static var current: Platform {
      #if os(macOS)
        .macOS
      #else
        .linux
      #endif
    }
  }

  /// The default in words, for help and reference.
  static let description =
    "$XDG_STATE_HOME/mock-push-server or ~/.local/state/mock-push-server; on macOS ~/Library/Application Support/mock-push-server"

  /// The platform's folder for a user's state, or nil when the environment names no home.
  /// A relative `XDG_STATE_HOME` is ignored, as its specification asks.
  static func path(environment: [String: String], platform: Platform = .current) -> String? {
    if platform == .linux, let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return join(state, "mock-push-server")
    }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return join(home, platform == .macOS ? "Library/Application Support/mock-push-server" : ".local/state/mock-push-server")
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
