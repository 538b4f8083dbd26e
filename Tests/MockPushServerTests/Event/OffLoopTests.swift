import Testing

@testable import MockPushServer

@Test func workOffTheLoopLeavesItsThread() async {
  let loop = LoopExecutor()
  loop.start {}
  let places = await Task(executorPreference: loop) {
    (before: loop.isOnLoop, meanwhile: await offLoop { loop.isOnLoop }, after: loop.isOnLoop)
  }.value
  #expect(places == (true, false, true))
  loop.requestStop()
  await loop.ended()
}
