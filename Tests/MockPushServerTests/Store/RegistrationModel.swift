import PushStore

/// Contract 7.1, 7.6, 8.4, 9.1 to 9.3 and 24.11 in plain arrays, written from the contract's text and not from the store's code: what the
/// store is compared with.
struct RegistrationModel {
  struct Record: Equatable {
    var type: PushType
    var token: String
    var uid: String
    var device: String?
    var agreement: Agreement
    var zone: String
    var country: String
    var language: String
    var created: Int64
    var updated: Int64
    var activated: Int64
    var adAgreed: Int64?
    var nightAgreed: Int64?
  }

  var isSingleToken = false
  private(set) var records: [Record] = []
  private(set) var uids: Set<String> = []
  private(set) var registered = 0
  private(set) var deleted = 0

  mutating func register(_ request: RegistrationRequest, at now: Int64) {
    // Step 2.
    var previous: Record?
    if let old = request.oldToken, old != request.token, let index = index(request.pushType, old) {
      previous = records[index]
      removeAll { $0.type == request.pushType && $0.token == old }
    }
    // Step 3.
    if let index = index(request.pushType, request.token) {
      var record = records[index]
      let before = record
      record.uid = request.uid
      if let device = request.deviceId { record.device = device } else if record.device == nil { record.device = previous?.device }
      record.adAgreed = Self.agreed(request.agreement.ad, before.adAgreed, now)
      record.nightAgreed = Self.agreed(request.agreement.nightAd, before.nightAgreed, now)
      record.agreement = request.agreement
      record.zone = request.timezoneId
      record.country = request.country
      record.language = request.language
      if record != before { record.updated = now }
      record.activated = now
      records[index] = record
    } else {
      registered += 1
      records.append(Record(
        type: request.pushType, token: request.token, uid: request.uid, device: request.deviceId ?? previous?.device, agreement: request.agreement,
        zone: request.timezoneId, country: request.country, language: request.language, created: previous?.created ?? now, updated: now, activated: now,
        adAgreed: Self.agreed(request.agreement.ad, previous?.adAgreed, now), nightAgreed: Self.agreed(request.agreement.nightAd,
          previous?.nightAgreed, now)))
    }
    uids.insert(request.uid)
    // Step 4.
    let mine = records[index(request.pushType, request.token)!]
    if let device = mine.device {
      let (base, tenant) = Self.split(mine.token)
      removeAll { other in
        let (otherBase, otherTenant) = Self.split(other.token)
        return other.type == mine.type && other.device == device && otherTenant == tenant && otherBase != base
      }
    }
    // Step 5.
    if isSingleToken {
      let voip: [PushType] = [.apnsVoip, .apnsSandboxVoip]
      removeAll { $0.uid == mine.uid && voip.contains($0.type) == voip.contains(mine.type) && !($0.type == mine.type && $0.token == mine.token) }
    }
  }

  mutating func delete(_ token: String, _ type: PushType?) { removeAll { $0.token == token && (type == nil || $0.type == type) } }

  mutating func deleteUid(_ uid: String) {
    removeAll { $0.uid == uid }
    uids.remove(uid)
  }

  private static func agreed(_ flag: Bool, _ before: Int64?, _ now: Int64) -> Int64? { flag ? before ?? now : nil }

  private func index(_ type: PushType, _ token: String) -> Int? { records.firstIndex { $0.type == type && $0.token == token } }

  private mutating func removeAll(where isGone: (Record) -> Bool) {
    let before = records.count
    records.removeAll(where: isGone)
    deleted += before - records.count
  }

  /// Contract 9.2: the last `#tenant=`, name and base non-empty.
  static func split(_ token: String) -> (base: String, tenant: String?) {
    let pieces = token.split(separator: "#tenant=", omittingEmptySubsequences: false)
    guard pieces.count > 1, let name = pieces.last, !name.isEmpty else { return (token, nil) }
    let base = pieces.dropLast().joined(separator: "#tenant=")
    return base.isEmpty ? (token, nil) : (base, String(name))
  }
}

/// The same numbers for the same seed, on every machine.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
