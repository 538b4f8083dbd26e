import PushStore

/// Makes tokens out of a few numbers: the same ones for the same `seed`, dates apart, which lie before the clock's now.
struct SeedGenerator: Sendable {
  static let keys = [
    "tokens", "seed", "uids", "uidPrefix", "pushTypes", "countries", "languages", "timezones", "agreements", "days", "tags",
  ]
  static let mostTokens = 5_000_000
  static let devicesPerUid = 3
  static let mostTagsPerUid = 3
  private static let seeds = 0...9_007_199_254_740_991

  var tokens: Int
  var seed: UInt64 = 1
  /// Users, with one to three tokens each.
  var uids: Int
  var uidPrefix = "user-"
  var pushTypes = SeedWeights([(PushType.fcm, 6), (.apns, 4)])
  var places = SeedWeights(SeedPlace.known.map { ($0, $0.share) })
  /// Nil: those of the places.
  var languages: SeedWeights<String>?
  /// Nil: those of the places.
  var timezones: SeedWeights<String>?
  var notificationShare = 0.9
  /// Of those who agreed to notifications.
  var adShare = 0.6
  /// Of those who agreed to ads.
  var nightAdShare = 0.4
  /// The stretch before now in which the tokens were registered.
  var days = 90
  /// Each user has none to three of them.
  var tags = 0

  /// - Parameters:
  ///   - isSingle: the app keeps one token per user.
  ///   - place: for sentences.
  init(_ json: JSON, isSingle: Bool, place: String, known: [String] = Self.keys) throws(ControlError) {
    guard let object = json.objectValue else { throw .badRequest("\(place) \(ShownValue.phrase(json)): it is an object, such as {\"tokens\":1000}.") }
    let fields = try ControlFields(object, place, known: known)
    guard let tokens = try fields.int("tokens", in: 1...Self.mostTokens, "how many tokens are made") else {
      throw .badRequest("\(place) needs tokens, how many are made, such as {\"tokens\":1000}.")
    }
    self.tokens = tokens
    if let seed = try fields.int("seed", in: Self.seeds, "what chance is made of") { self.seed = UInt64(seed) }
    let fewest = isSingle ? tokens : (tokens + Self.devicesPerUid - 1) / Self.devicesPerUid
    let sentence = isSingle ? "as many users as tokens, because the app's appType is SINGLE" : "how many users there are, with one to three tokens each"
    uids = try fields.int("uids", in: fewest...tokens, sentence) ?? max(fewest, tokens * 3 / 4)
    if let prefix = try fields.text("uidPrefix", max: 48) {
      if CharacterRules.containsEmoji(prefix) { throw .badRequest("\(place).uidPrefix must not contain emoji.") }
      uidPrefix = prefix
    }
    if let weights = try fields.weights("pushTypes", sample: #"{"FCM":6,"APNS":4}"#, { name throws(ControlError) in
      if let type = PushType(name: name) { return type }
      let names = PushType.allCases.map(\.name)
      throw .badRequest("\(place).pushTypes names `\(ShownValue.oneLine(name))`; it is one of \(names.joined(separator: ", ")).\(NearestName.question(name, among: names))")
    }) { pushTypes = weights }
    if let weights = try fields.weights("countries", sample: #"{"KR":9,"US":1}"#, { name throws(ControlError) in
      guard (2...3).contains(name.utf8.count), name.utf8.allSatisfy({ (0x61...0x7a).contains($0 | 0x20) }) else {
        throw .badRequest("\(place).countries names `\(ShownValue.oneLine(name))`: a country has two or three letters, such as KR.")
      }
      return SeedPlace.of(name)
    }) { places = weights }
    languages = try fields.weights("languages", sample: #"{"ko":8,"en":2}"#) { name throws(ControlError) in
      if name.utf8.count <= 16, RegistrationBody.isLanguageCode(name) { return name }
      throw .badRequest("\(place).languages names `\(ShownValue.oneLine(name))`: a language is a code such as ko, en-US or zh-Hans.")
    }
    timezones = try fields.weights("timezones", sample: #"{"Asia/Seoul":9,"UTC":1}"#) { name throws(ControlError) in
      if TimeZoneName.isKnown(name) { return name }
      throw .badRequest("\(place).timezones names `\(ShownValue.oneLine(name))`: a time zone has an IANA name such as Asia/Seoul, GMT or UTC.")
    }
    if let agreements = try fields.inner("agreements", known: ["notification", "ad", "nightAd"], sample: #"{"notification":0.9,"ad":0.6,"nightAd":0.4}"#) {
      notificationShare = try agreements.share("notification") ?? notificationShare
      adShare = try agreements.share("ad") ?? adShare
      nightAdShare = try agreements.share("nightAd") ?? nightAdShare
    }
    days = try fields.int("days", in: 0...3_650, "the days before now in which the tokens were registered") ?? days
    tags = try fields.int("tags", in: 0...TagLimits.tagsPerApp, "how many tags are made; each user has up to \(Self.mostTagsPerUid) of them") ?? tags
  }

  /// Every zone that a token can have.
  var zones: Set<String> { Set(timezones?.values ?? places.values.map(\.timezone)) }

  var tagNames: [String] { (1...max(1, tags)).prefix(tags).map { "tag-" + Self.padded($0, to: 3) } }

  /// User `number` of all, from 1.
  func uid(_ number: Int) -> String { uidPrefix + Self.padded(number, to: max(6, String(uids).utf8.count)) }

  /// Tags of a user, as places in `tagNames`.
  func tags(ofUser number: Int) -> [Int] {
    guard tags > 0 else { return [] }
    var random = SplitMix64(seed, UInt64(number), 2)
    var chosen: [Int] = []
    for _ in 0..<Int.random(in: 0...min(Self.mostTagsPerUid, tags), using: &random) {
      let tag = Int.random(in: 0..<tags, using: &random)
      if !chosen.contains(tag) { chosen.append(tag) }
    }
    return chosen
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

/// Where users live, and what they mostly speak there.
struct SeedPlace: Sendable {
  let country: String
  let language: String
  let timezone: String
  var share = 1.0

  static let known = [
    SeedPlace(country: "KR", language: "ko", timezone: "Asia/Seoul", share: 86),
    SeedPlace(country: "JP", language: "ja", timezone: "Asia/Tokyo", share: 5),
    SeedPlace(country: "US", language: "en", timezone: "America/New_York", share: 4),
    SeedPlace(country: "CN", language: "zh", timezone: "Asia/Shanghai", share: 2),
    SeedPlace(country: "VN", language: "vi", timezone: "Asia/Ho_Chi_Minh", share: 2),
    SeedPlace(country: "TH", language: "th", timezone: "Asia/Bangkok", share: 1),
  ]

  static func of(_ country: String) -> SeedPlace {
    let like = known.first { $0.country == country.uppercased() }
    return SeedPlace(country: country, language: like?.language ?? "en", timezone: like?.timezone ?? "UTC")
  }
}

/// Values, some more likely than others.
struct SeedWeights<Value: Sendable>: Sendable {
  let values: [Value]
  /// Each value's share and those before it, of 1.
  private let bounds: [Double]

  /// - Parameter weighted: at least one, weights above 0.
  init(_ weighted: [(value: Value, weight: Double)]) {
    values = weighted.map(\.value)
    let sum = weighted.reduce(0) { $0 + $1.weight }
    var bound = 0.0
    bounds = weighted.map {
      bound += $0.weight / sum
      return bound
    }
  }

  func pick(_ random: inout SplitMix64) -> Value {
    let place = random.unit()
    return values[bounds.firstIndex { place < $0 } ?? values.count - 1]
  }
}

extension ControlFields {
  /// An object of names and weights above 0; nil when it is left out.
  fileprivate func weights<Value>(
    _ key: String, sample: String, _ value: (String) throws(ControlError) -> Value
  ) throws(ControlError) -> SeedWeights<Value>? {
    guard let given = self[key] else { return nil }
    guard let members = given.objectValue?.members, !members.isEmpty else { throw fault(key, given, "it is an object of names and weights, such as \(sample)") }
    var weighted: [(value: Value, weight: Double)] = []
    for (name, weight) in members {
      guard case .number(let number) = weight, number.double > 0, number.double <= 1_000_000 else {
        throw .badRequest("\(place).\(key).\(ShownValue.oneLine(name)) \(ShownValue.phrase(weight)): a weight is a number above 0 and at most 1000000.")
      }
      weighted.append((try value(name), number.double))
    }
    return SeedWeights(weighted)
  }

  /// A share, 0 included.
  fileprivate func share(_ key: String) throws(ControlError) -> Double? {
    guard let value = self[key] else { return nil }
    guard case .number(let number) = value, number.double >= 0, number.double <= 1 else { throw fault(key, value, "it is a share, from 0 to 1") }
    return number.double
  }
}
