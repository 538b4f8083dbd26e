import PushStore
import Synchronization

/// The one settable clock: frozen at a moment, or running at a distance from system time. While it travels it stands still at each stop,
/// whatever its mode.
final class TravelClock: WallClock {
  private let system: any WallClock
  private let reading: Mutex<Reading>

  private struct Reading {
    var state: StoredClock
    /// Set while it travels.
    var stop: Timestamp?
  }

  init(_ stored: StoredClock = .running(aheadBy: 0), system: any WallClock = SystemClock()) {
    self.system = system
    reading = Mutex(Reading(state: stored))
  }

  var now: Timestamp {
    let reading = reading.withLock { $0 }
    return reading.stop ?? moment(of: reading.state)
  }

  /// What a clock in this state shows at this instant.
  func moment(of state: StoredClock) -> Timestamp {
    switch state {
    case .frozen(let moment): moment
    case .running(let ahead): system.now.advanced(byMilliseconds: ahead)
    }
  }

  /// Its mode; what is kept in the database. A clock that travels has the state from which it set out.
  var state: StoredClock { reading.withLock { $0.state } }

  var isFrozen: Bool { state.isFrozen }

  /// Ends a travel.
  func set(_ state: StoredClock) { reading.withLock { $0 = Reading(state: state) } }

  /// Begins a travel: stands still where it is.
  func halt() -> Timestamp {
    reading.withLock { reading in
      let now = moment(of: reading.state)
      reading.stop = now
      return now
    }
  }

  /// Shows `moment` and nothing else until `set`.
  func travel(to moment: Timestamp) { reading.withLock { $0.stop = moment } }

  /// Ends a travel that went nowhere, as if it had not begun.
  func goOn() { reading.withLock { $0.stop = nil } }

  /// The state that shows `now` at this instant, standing still or going on.
  func state(at now: Timestamp, frozen: Bool) -> StoredClock {
    frozen ? .frozen(now) : .running(aheadBy: now.milliseconds - system.now.milliseconds)
  }

  /// The state that shows `now` at this instant, in the mode it has.
  func state(at now: Timestamp) -> StoredClock { state(at: now, frozen: isFrozen) }
}
