/// Whoever waits for the answer to a request, as an answer sees it that takes its time on purpose.
protocol WaitingClient: Sendable {
  /// Lets real time go by; the mock's clock has no part in it.
  ///
  /// - Returns: false when the client has left meanwhile, or the server stops: nobody waits for an answer any more.
  func wait(_ duration: Duration) async -> Bool
}
