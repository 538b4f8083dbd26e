/// Runs work of some milliseconds on the global pool: on the event loop it would hold up every request.
func offLoop<T: Sendable>(_ work: @Sendable () throws -> T) async rethrows -> T {
  // Requests' tasks prefer the loop's thread, and would take the work with them.
  try await withTaskExecutorPreference(globalConcurrentExecutor) { try await onPool(work) }
}

@concurrent private func onPool<T: Sendable>(_ work: @Sendable () throws -> T) async rethrows -> T { try work() }
