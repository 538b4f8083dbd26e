/// Whom handlers tell that there is something to deliver, now or later.
struct DeliverySignal: Sendable {
  let engine: DeliveryEngine
  let scheduler: Scheduler

  /// A message is stored and committed.
  func messageAccepted() async { await engine.messageAccepted() }

  /// What falls due, or when, has changed.
  func dueChanged() async { await scheduler.dueChanged() }

  /// Returns when nothing is due and no message is pending.
  ///
  /// - Throws: `CancellationError` when the server stops meanwhile.
  func settle() async throws { try await scheduler.settle() }
}
