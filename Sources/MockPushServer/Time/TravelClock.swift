import PushStore
import Synchronization

/// The one settable clock: frozen at a moment, or running at a distance from system time.
final class TravelClock: WallClock {
  private let system: any WallClock
  private let stored: Mutex<StoredClock>

  init(_ stored: StoredClock = .running(aheadBy: 0), system: any WallClock = SystemClock()) {
    self.system = system
    self.stored = Mutex(stored)
  }

  var now: Timestamp {
    switch state {
    case .frozen(let moment): moment
    case .running(let ahead): system.now.advanced(byMilliseconds: ahead)
    }
  }

  /// What is kept in the database.
  var state: StoredClock { stored.withLock { $0 } }

  func set(_ state: StoredClock) { stored.withLock { $0 = state } }

  /// The state that shows `now` at this instant, standing still or going on.
  func state(at now: Timestamp, frozen: Bool) -> StoredClock {
    frozen ? .frozen(now) : .running(aheadBy: now.milliseconds - system.now.milliseconds)
  }
}
