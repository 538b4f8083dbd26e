import PushStore
import Testing

@Test func timestampsAreOrderedByMoment() {
  #expect(Timestamp(milliseconds: 1) < Timestamp(milliseconds: 2))
}
