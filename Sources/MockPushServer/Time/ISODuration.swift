import PushStore

/// An ISO 8601 duration, `P[nY][nM][nW][nD][T[nH][nM][n[.fff]S]]`, such as `PT1H` or `P1M2DT0.5S`.
struct ISODuration: Equatable, Sendable {
  /// Asia/Seoul, by whose calendar months and days are counted, in seconds east of UTC.
  private static let offset = 32_400

  private var months = 0
  private var days = 0
  private var milliseconds = 0

  /// Nil when the text is no such duration: no part at all, parts twice or out of order, a sign, a fraction of anything but seconds. Nil as
  /// well for more than ten thousand years, which no date can be moved by.
  /// ruling: letters are capitals, the fraction follows a point, and its digits beyond milliseconds are cut, as in dates (F4).
  init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
    var units = Self.dateUnits[...]
    var isTime = false
    // Something must follow P, and T.
    repeat {
      if !isTime, rest.first == UInt8(ascii: "T") {
        rest.removeFirst()
        (units, isTime) = (Self.timeUnits[...], true)
      }
      guard let number = Self.number(&rest), let letter = rest.popFirst(), let index = units.firstIndex(where: { $0.letter == letter })
      else { return nil }
      let unit = units[index]
      units = units[(index + 1)...]
      guard number.fraction == nil || unit.letter == UInt8(ascii: "S") else { return nil }
      self[keyPath: unit.field] += number.whole * unit.size + (number.fraction ?? 0)
    } while !rest.isEmpty
    guard months <= 120_000, days <= 3_660_000, milliseconds <= 320_000_000_000_000 else { return nil }
  }

  /// Months first, and a day that the month lacks becomes its last; then days; then the time. Nil when that is after the year 9999.
  func added(to moment: Timestamp) -> Timestamp? {
    let day = CivilTime(moment, offsetSeconds: Self.offset).adding(months: months).adding(days: days)
    let result = day.timestamp(offsetSeconds: Self.offset).advanced(byMilliseconds: Int64(milliseconds))
    return CivilTime(result, offsetSeconds: Self.offset).year <= 9_999 ? result : nil
  }

  private struct Unit {
    let letter: UInt8
    let field: WritableKeyPath<ISODuration, Int> & Sendable
    let size: Int
  }

  private static let dateUnits = [
    Unit(letter: UInt8(ascii: "Y"), field: \.months, size: 12), Unit(letter: UInt8(ascii: "M"), field: \.months, size: 1),
    Unit(letter: UInt8(ascii: "W"), field: \.days, size: 7), Unit(letter: UInt8(ascii: "D"), field: \.days, size: 1),
  ]

  private static let timeUnits = [
    Unit(letter: UInt8(ascii: "H"), field: \.milliseconds, size: 3_600_000), Unit(letter: UInt8(ascii: "M"), field: \.milliseconds, size: 60_000),
    Unit(letter: UInt8(ascii: "S"), field: \.milliseconds, size: 1_000),
  ]

  /// Digits, and the milliseconds that a point and digits behind them make. So few that multiplying by a unit does not overflow.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> (whole: Int, fraction: Int?)? {
    let whole = digits(&rest)
    guard let value = Int(String(decoding: whole, as: UTF8.self)), value < 1_000_000_000_000 else { return nil }
    guard rest.first == UInt8(ascii: ".") else { return (value, nil) }
    rest.removeFirst()
    let fraction = digits(&rest)
    guard !fraction.isEmpty else { return nil }
    return (value, zip(fraction, [100, 10, 1]).reduce(0) { $0 + Int($1.0 - 0x30) * $1.1 })
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    rest = rest.dropFirst(digits.count)
    return digits
  }
}
