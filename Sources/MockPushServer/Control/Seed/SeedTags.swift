/// `tags` of an app in a seed: `[{"tagName": …, "tagId": …, "uids": […]}]`.
struct SeedTags {
  private static let keys = ["tagName", "tagId", "uids"]

  private(set) var tags: [SeedTag] = []
  private let path: String
  /// Tags that the generator hangs on a uid at most.
  private let reserved: Int
  private var names: Set<JSONKey>
  private var ids: Set<String> = []
  private var tagsOfUid: [JSONKey: Int] = [:]

  /// - Parameter path: of the app.
  init(_ items: [JSON], appkey: String, generator: SeedGenerator?, path: String) throws(SeedFault) {
    self.path = path
    reserved = generator.map { $0.tags > 0 ? SeedGenerator.mostTagsPerUid : 0 } ?? 0
    names = Set((generator?.tagNames ?? []).map(JSONKey.init))
    let count = items.count + names.count
    if count > TagLimits.tagsPerApp { throw SeedFault("\(path) has \(count) tags; an app has at most \(TagLimits.tagsPerApp).") }
    var spare = SeedTagIds(appkey)
    for (index, item) in items.enumerated() { tags.append(try tag(item, "\(path).tags[\(index)]")) }
    for index in tags.indices where tags[index].tagId.isEmpty { tags[index].tagId = spare.next { !ids.contains($0) } }
  }

  private mutating func tag(_ json: JSON, _ place: String) throws(SeedFault) -> SeedTag {
    guard let object = json.objectValue else { throw SeedFault("\(place) \(ShownValue.phrase(json)): a tag is an object, such as {\"tagName\":\"vip\",\"uids\":[\"user-1\"]}.") }
    try SeedFault.check(object, known: Self.keys, place)
    do throws(APIError) {
      let body = FieldReader(object: object)
      let name = try TagRoutes.name(body)
      guard names.insert(JSONKey(text: name)).inserted else { throw body.forbidden("tagName", name, "is there twice; names are unique in an app") }
      let id = try body.optionalString("tagId") ?? ""
      if !id.isEmpty {
        guard id.utf8.count == 8, id.utf8.allSatisfy(CredentialRule.isAlphanumeric) else { throw body.forbidden("tagId", id, "is eight letters or digits") }
        guard ids.insert(id).inserted else { throw body.forbidden("tagId", id, "is there twice") }
      }
      return SeedTag(tagId: id, name: name, uids: try uids(body, place))
    } catch {
      throw SeedFault(error, at: place)
    }
  }

  private mutating func uids(_ body: FieldReader, _ place: String) throws(APIError) -> [String] {
    guard body.object.given("uids") != nil else { return [] }
    let uids = try body.strings("uids", maxLength: TagLimits.uidLength, allowsEmpty: true)
    var seen: Set<JSONKey> = []
    var kept: [String] = []
    for uid in uids where seen.insert(JSONKey(text: uid)).inserted {
      try UidRoutes.check(uid, "uids")
      let count = tagsOfUid[JSONKey(text: uid), default: 0] + 1
      if count + reserved > TagLimits.tagsPerUid {
        let rest = reserved == 0 ? "" : ", and generate may add \(reserved)"
        throw APIError(.limitExceeded, "uids", uid, hint: "a UID has at most \(TagLimits.tagsPerUid) tags; this is its \(count)th\(rest)")
      }
      tagsOfUid[JSONKey(text: uid)] = count
      kept.append(uid)
    }
    return kept
  }
}

/// Tag IDs that come out the same for the same appkey each time.
struct SeedTagIds {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  private var random: SplitMix64

  /// - Parameter seed: tells the generator's from those of tags that are written out.
  init(_ appkey: String, seed: UInt64 = 0) {
    random = SplitMix64(FNV1a.hash(appkey.utf8), seed)
  }

  mutating func next(where isFree: (String) -> Bool) -> String {
    while true {
      let id = String((0..<8).map { _ in Self.alphabet[Int(random.next() % UInt64(Self.alphabet.count))] })
      if isFree(id) { return id }
    }
  }
}
