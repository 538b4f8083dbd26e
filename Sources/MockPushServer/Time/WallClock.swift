import PushStore

/// Where every "now" comes from. Not named `Clock`, which is Swift's protocol of instants and sleeps.
protocol WallClock: Sendable {
  var now: Timestamp { get }
}

/// The machine's own time: for certificates, limits and logs, which do not travel.
struct SystemClock: WallClock {
  var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Microseconds of a clock that only goes forward, for measuring.
  static var monotonicMicroseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
