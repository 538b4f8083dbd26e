/// Lets so many through at once. The test runner starts every case at the same time, and each server has a dozen descriptors and a thread.
actor Gate {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ places: Int) { free = places }

  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }

  /// Whether this task holds a place.
  @TaskLocal static var isInside = false

  /// For servers without sockets.
  static let testServers = Gate(32)
}
