import PushStore

/// Makes the reports that simulated devices owe, each at its moment, as if the device had called the collector.
struct ReceiptSimulator: DueSource {
  /// Written at once: it holds up the requests of that moment.
  private static let batchSize = 500
  /// Made at once. What is left is still due, so whoever fires asks again.
  private static let fireSize = 10_000

  let store: any StoreAccess
  /// How the collector reads a report.
  let decode: @Sendable (FieldReader) throws(APIError) -> Receipt?

  func nextDue() async throws -> Timestamp? { try await store.read { try $0.nextReceiptDue() } }

  func fire(dueBy moment: Timestamp, now: Timestamp) async throws -> [FiredItem] {
    var fired: [FiredItem] = []
    while fired.count < Self.fireSize {
      let batch = try await store.write { store in
        let batch = try store.reading.dueReceipts(by: moment, limit: Self.batchSize)
        for due in batch { try report(due, store, now) }
        return batch
      }
      fired += batch.filter { !$0.isOfRemovedApp }.map(FiredItem.init)
      if batch.count < Self.batchSize { break }
    }
    return fired
  }

  private func report(_ due: DueReceipt, _ store: WriteTransaction, _ now: Timestamp) throws {
    if due.isOfRemovedApp { return try store.remove(due) }
    let messageId = due.message.messageId
    let facts = ReceiptKeys.facts(
      messageId: messageId, due.pushType, sentDateTime: DateText.iso(due.sentAt), deliveryId: MessagePlan.deliveryId(messageId, due.planned.token))
    let body: JSONObject = [
      "event": .string(due.planned.event.name), "eventDateTime": .string(DateText.iso(due.planned.due)), "messageDeliveryReceiptData": .object(facts),
    ]
    if let receipt = try decode(FieldReader(object: body)) { try store.insert(receipt, app: due.app, now: now) }
    try store.remove(due)
  }
}

extension FiredItem {
  init(_ receipt: DueReceipt) {
    self.init(
      kind: .simulatedReceipt(event: receipt.planned.event, token: receipt.tokenText), appkey: receipt.appkey, due: receipt.planned.due,
      message: receipt.message)
  }
}
