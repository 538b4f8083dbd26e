import PushStore

/// Counts by name in buckets, as GET /stats tells them (contract 26.1).
struct StatsTable {
  var names: [String]
  /// Names are told where nothing was counted, too.
  var showsZeros: Bool
  /// In the order of time, with a count per name.
  var rows: [(start: Timestamp, counts: [Int])] = []

  /// One object per bucket.
  func write(to writer: inout JSONWriter) {
    for (start, counts) in rows {
      writer.beginObject()
      writer.member("eventDateTime", start)
      write(counts, to: &writer)
      writer.endObject()
    }
  }

  /// One object per day of the week, Sunday first, in which the days are summed (F35).
  func writeByDay(to writer: inout JSONWriter) {
    var sums = [[Int]](repeating: [Int](repeating: 0, count: names.count), count: WeekdayName.all.count)
    for (start, counts) in rows {
      let weekday = CivilTime(start, offsetSeconds: DateText.seoulOffset).weekday
      for index in counts.indices { sums[weekday][index] += counts[index] }
    }
    for (name, counts) in zip(WeekdayName.all, sums) {
      writer.beginObject()
      writer.member("eventDateTime", name)
      write(counts, to: &writer)
      writer.endObject()
    }
  }

  private func write(_ counts: [Int], to writer: inout JSONWriter) {
    writer.key("events")
    writer.counts(names, counts, showsZeros: showsZeros)
  }
}

extension JSONWriter {
  /// A map of names to counts.
  mutating func counts(_ names: [String], _ counts: [Int], showsZeros: Bool) {
    beginObject()
    for (name, count) in zip(names, counts) where showsZeros || count != 0 {
      key(name)
      int(count)
    }
    endObject()
  }

  /// A map of values to how many registrations have them.
  mutating func counts(_ values: [GaugeValue], _ counts: GaugeCounts, showsZeros: Bool) {
    beginObject()
    for value in values where showsZeros || counts[value] != 0 {
      key(value.text)
      int(counts[value])
    }
    endObject()
  }
}
