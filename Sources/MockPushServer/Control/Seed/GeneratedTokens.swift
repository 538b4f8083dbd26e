import PushStore

/// The tokens of a generator, one after the other.
///
/// Token texts, device IDs and moments ascend, as far as chance lets them: rows then go to the ends of the indexes they are in, which makes loading
/// a million of them several times as fast as in any order.
struct GeneratedTokens: IteratorProtocol {
  private static let day: Int64 = 86_400_000

  private let generator: SeedGenerator
  private let now: Timestamp
  private var made = 0
  private var usersBegun = 0
  private var user: User?

  private struct User {
    var random: SplitMix64
    var devicesLeft: Int
    let uid: String
    let place: SeedPlace
    let language: String
    let timezone: String
    let agreement: Agreement
  }

  init(_ generator: SeedGenerator, now: Timestamp) {
    self.generator = generator
    self.now = now
  }

  mutating func next() -> SeedRegistration? {
    guard made < generator.tokens else { return nil }
    var user = self.user ?? beginUser()
    defer {
      made += 1
      user.devicesLeft -= 1
      self.user = user.devicesLeft == 0 ? nil : user
    }
    let type = generator.pushTypes.pick(&user.random)
    let (created, activated) = moments(&user.random)
    let request = RegistrationRequest(
      pushType: type, token: text(type, &user.random), uid: user.uid, deviceId: deviceId(type, &user.random), agreement: user.agreement,
      timezoneId: user.timezone, country: user.place.country, language: user.language)
    return SeedRegistration(
      request, createdAt: created, updatedAt: created, activatedAt: activated, adAgreedAt: created, nightAdAgreedAt: created)
  }

  private mutating func beginUser() -> User {
    usersBegun += 1
    var random = SplitMix64(generator.seed, UInt64(usersBegun), 1)
    let place = generator.places.pick(&random)
    let language = generator.languages?.pick(&random) ?? place.language
    let timezone = generator.timezones?.pick(&random) ?? place.timezone
    let isNotified = random.unit() < generator.notificationShare
    let isAd = isNotified && random.unit() < generator.adShare
    let isNight = isAd && random.unit() < generator.nightAdShare
    let devices = deviceCount(&random)
    return User(
      random: random, devicesLeft: devices, uid: generator.uid(usersBegun), place: place, language: language, timezone: timezone,
      agreement: Agreement(notification: isNotified, ad: isAd, nightAd: isNight))
  }

  /// One to three, so that all tokens have a user and all users a token.
  private func deviceCount(_ random: inout SplitMix64) -> Int {
    let (tokens, users) = (generator.tokens - made, generator.uids - usersBegun + 1)
    let extra = Double(tokens - users) / Double(users) / Double(SeedGenerator.devicesPerUid - 1)
    var count = 1
    for _ in 1..<SeedGenerator.devicesPerUid where random.unit() < extra { count += 1 }
    let fewest = tokens - SeedGenerator.devicesPerUid * (users - 1)
    return min(max(count, fewest), tokens - (users - 1))
  }

  private func moments(_ random: inout SplitMix64) -> (created: Timestamp, activated: Timestamp) {
    let span = Double(Int64(generator.days) * Self.day)
    let created = span * (1 - (Double(made) + random.unit()) / Double(generator.tokens))
    // Most devices open the app within a few days.
    let activated = created * random.unit() * random.unit()
    return (now.advanced(byMilliseconds: -Int64(created)), now.advanced(byMilliseconds: -Int64(activated)))
  }

  // MARK: Texts

  private static let hex = Array("0123456789abcdef".utf8)
  /// Of base64url, in the order of ASCII.
  private static let base64 = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

  private func text(_ type: PushType, _ random: inout SplitMix64) -> String {
    switch type {
    case .apns, .apnsSandbox, .apnsVoip, .apnsSandboxVoip: written(64, Self.hex, bits: 4, &random)
    case .fcm: written(22, Self.base64, bits: 6, &random) + ":APA91b" + Self.chance(113, Self.base64, bits: 6, &random)
    case .tencent: written(40, Self.hex, bits: 4, &random)
    case .adm: "amzn1.adm-registration.v3." + written(120, Self.base64, bits: 6, &random)
    }
  }

  /// As iOS and Android write UUIDs.
  private func deviceId(_ type: PushType, _ random: inout SplitMix64) -> String {
    let digits = Array(written(32, Self.hex, bits: 4, &random).utf8)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
    let text = parts.joined(separator: "-")
    return type == .fcm || type == .adm || type == .tencent ? text : text.uppercased()
  }

  /// Ascends with each token, in its first twelve hexadecimal digits or eight others; the rest is chance.
  private func written(_ count: Int, _ alphabet: [UInt8], bits: UInt64, _ random: inout SplitMix64) -> String {
    let step = (1 << 48 as UInt64) / UInt64(generator.tokens)
    let place = UInt64(made) * step + random.next() % step
    let head = 48 / bits
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for digit in (0..<head).reversed() { text.append(alphabet[Int(place >> (digit * bits) & (1 << bits - 1))]) }
    Self.append(count - Int(head), alphabet, bits: bits, &random, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func chance(_ count: Int, _ alphabet: [UInt8], bits: UInt64, _ random: inout SplitMix64) -> String {
    var text: [UInt8] = []
    append(count, alphabet, bits: bits, &random, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ count: Int, _ alphabet: [UInt8], bits: UInt64, _ random: inout SplitMix64, to text: inout [UInt8]) {
    let perWord = Int(64 / bits)
    var word: UInt64 = 0
    for place in 0..<count {
      if place % perWord == 0 { word = random.next() }
      text.append(alphabet[Int(word & (1 << bits - 1))])
      word >>= bits
    }
  }
}
