/// Where the monthly runs of an app's ad opt-in guide stand (contract 16.4).
public struct GuideSeries: Equatable, Sendable {
  /// Day of the month, 1–31; in a shorter month its last day.
  public var day: Int
  /// Time of day in Asia/Seoul.
  public var hour: Int
  public var minute: Int
  /// Since when the guide is on with this day and time: only later runs fire.
  public var since: Timestamp
  /// The last run that is done with; nil before the first.
  public var lastRun: Timestamp?

  public init(day: Int, hour: Int, minute: Int, since: Timestamp, lastRun: Timestamp? = nil) {
    self.day = day
    self.hour = hour
    self.minute = minute
    self.since = since
    self.lastRun = lastRun
  }
}

/// Whose consent a run of the guide is about: those whose day comes after the run before, and not after this one.
public struct ConsentWindow: Equatable, Sendable {
  public var previousRun: Timestamp
  public var run: Timestamp

  public init(previousRun: Timestamp, run: Timestamp) {
    self.previousRun = previousRun
    self.run = run
  }
}
