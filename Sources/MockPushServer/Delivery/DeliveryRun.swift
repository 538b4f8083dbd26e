import PushStore

/// One message under way: its plan, what it has met so far, and how a page of recipients becomes a page of outcomes.
struct DeliveryRun {
  var message: Message
  let appkey: String
  var plan: MessagePlan
  var walk: RecipientWalk?
  var texts = SharedTexts()
  var generation = 0
  /// Whether any device will report something.
  private(set) var plansReceipts = false
  private var circumstances = DeliveryCircumstances()
  /// Renderings handed over so far. After a crash numbers go on behind the stored ones.
  private var firstRendering = 0
  private var storedRenderings = 0
  /// Payloads as they are stored, by what makes two of them equal (contract 19): the order of keys does not.
  private var payloads: [[UInt8]: String] = [:]
  private var openGroups: Set<DeliveredPage.ErrorGroup> = []

  /// - Parameter schedule: the one that made the message, if any.
  init(_ message: Message, _ appkey: String, _ schedule: Schedule?, _ now: Timestamp) throws {
    let (body, settings) = try message.parts()
    self.message = message
    self.appkey = appkey
    let local = schedule.flatMap(LocalTarget.init)
    let isNight = message.isNight ?? MessagePlan.isNight(settings, local, at: now)
    plan = MessagePlan(
      body: body, settings: settings, messageId: message.number.messageId, ttlFrom: message.ttlFrom, isNight: isNight, local: local)
  }

  /// Contract 11, steps 2 to 5, for a page.
  mutating func count(_ recipients: [Recipient], into tally: inout TargetTally, now: Timestamp) {
    for recipient in recipients where recipient.number <= message.lastRegistration {
      if plan.filter(recipient, texts, now: now) == nil { tally.add(recipient.pushType) }
    }
  }

  /// What the count of all recipients says.
  mutating func fix(_ tally: TargetTally) {
    message.targetCount = tally.total
    message.finalStatus = tally.verdict(plan)
  }

  /// Registrations named by the target that went between acceptance and now.
  func gone(_ store: ReadTransaction) throws -> [(token: TokenNumber, uid: UidNumber)] {
    try store.removedRegistrations(upTo: message.lastRegistration, app: message.app).filter { walk!.names($0.uid) }
  }

  /// Looks up what the pages need: how devices answer, which earlier messages would make this one a duplicate, which renderings are stored.
  mutating func prepare(_ rules: [DeviceRule], _ store: ReadTransaction) throws {
    circumstances = try DeliveryCircumstances(rules, windowMinutes: plan.settings.duplicateWindowMinutes, app: message.app, store) { window in
      try store.duplicates(of: message, since: message.createdAt.advanced(byMilliseconds: -window))
    }
    let stored = try store.renderings(message.number)
    firstRendering = (stored.last?.number ?? -1) + 1
    for rendering in stored.reversed() { payloads[try JSONParser.parse(rendering.payload.utf8).sorted.compactBytes] = rendering.payload }
  }

  /// Contract 11, steps 2 to 10, for a page.
  mutating func decide(_ recipients: [Recipient], upTo end: TokenNumber, now: Timestamp, _ store: ReadTransaction) throws -> DeliveredPage {
    var page = DeliveredPage(message: message, generation: generation, end: end, now: now)
    page.deliveries.reserveCapacity(recipients.count)
    let rules = circumstances.devices
    for recipient in recipients where recipient.number <= message.lastRegistration {
      let (reason, number, device) = try plan.decide(recipient, texts, circumstances, now: now, store)
      guard let number else {
        page.deliveries.append(
          NewDelivery(
            token: recipient.token, uid: recipient.uid, pushType: recipient.pushType, reason: reason, rendering: nil, isLogged: false))
        continue
      }
      if plan.tellsConsentDates, let agreedAt = walk?.consentDate(of: recipient.token) { page.consentDates.append((recipient.token, agreedAt)) }
      let rendering = Int32(firstRendering + number)
      page.deliveries.append(
        NewDelivery(
          token: recipient.token, uid: recipient.uid, pushType: recipient.pushType, reason: reason, rendering: rendering,
          isLogged: plan.isLogged(reason)))
      if reason != .accepted { note(reason, recipient, rendering, device, &page) }
      if let device, let receipts = rules[device].receipts, reason.outcome == .sent, plan.renderings.entries[number].rendering.asksReceipt {
        page.receipts += receipts.planned(message.number, recipient.token, deliveredAt: now)
      }
    }
    collectRenderings(&page, sample: end)
    if !page.receipts.isEmpty { plansReceipts = true }
    return page
  }

  /// What an outcome that is not plain success needs besides its row.
  private mutating func note(
    _ reason: DeliveryReason, _ recipient: Recipient, _ rendering: Int32, _ device: Int?, _ page: inout DeliveredPage
  ) {
    switch reason.outcome {
    case .sentFailed:
      let group = DeliveredPage.ErrorGroup(pushType: recipient.pushType, reason: reason, rendering: rendering)
      if openGroups.insert(group).inserted { page.errorGroups.append(group) }
    case .invalidToken: page.invalid.append((recipient.token, recipient.uid))
    case .sent:
      if let device, case .answers(.replaced(let token)) = circumstances.devices[device].behaviour { page.replaced.append((recipient.token, token)) }
    case .filtered: break
    }
  }

  /// Renderings that this page used for the first time.
  ///
  /// - Parameter sample: a token whose number is as long as the page's, for the size that warnings speak of.
  private mutating func collectRenderings(_ page: inout DeliveredPage, sample: TokenNumber) {
    let entries = plan.renderings.entries
    while storedRenderings < entries.count {
      let entry = entries[storedRenderings]
      let warnings = plan.warnings(storedRenderings, token: sample)
      page.renderings.append(
        StoredRendering(
          number: firstRendering + storedRenderings, pushType: entry.key.pushType, payload: payload(.object(entry.rendering.payload)),
          warnings: JSON.array(warnings.map { $0.asJSON }).compactText))
      storedRenderings += 1
    }
  }

  /// The text to store: that of the first equal one.
  private mutating func payload(_ payload: JSON) -> String {
    let key = payload.sorted.compactBytes
    let text = payloads[key] ?? payload.compactText
    payloads[key] = text
    return text
  }

  /// Registrations that went between acceptance and delivery, as outcomes; those that have one keep it.
  func removed(_ gone: [(token: TokenNumber, uid: UidNumber)], now: Timestamp) -> DeliveredPage {
    var page = DeliveredPage(message: message, generation: generation, end: nil, now: now)
    page.deliveries = gone.map {
      NewDelivery(token: $0.token, uid: $0.uid, pushType: nil, reason: .tokenRemoved, rendering: nil, isLogged: false)
    }
    return page
  }
}

/// A message whose stored body cannot be read: the database was edited by hand, or a program error.
struct UnreadableMessage: Error, CustomStringConvertible {
  let number: MessageNumber
  var description: String { "the stored body of message \(number.messageId) cannot be read" }
}

extension DeliveryWarning {
  var asJSON: JSON { ["code": .string(code.rawValue), "sentence": .string(sentence)] }
}
