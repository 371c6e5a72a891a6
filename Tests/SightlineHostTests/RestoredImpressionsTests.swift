import SightlineCore
import Testing

@testable import SightlineHost

@Suite struct RestoredImpressionsTests {
  @Test func `impressions that wait for a pass take memory for twice the capacity`() {
    let memory = ImpressionMemory(
      identity: ItemIdentity(0), policy: .feed, count: 1, lastImpression: .zero, day: 0,
      countOnDay: 1)
    var restored = RestoredImpressions()
    for number in 0..<50 { restored.add(memory, of: number, false, capacity: 10) }
    let waiting = restored.take(at: .zero)
    #expect(waiting.count <= 20)
    #expect(waiting.suffix(10).map(\.id) == (40..<50).map { AnyHashable($0) })
    #expect(restored.isEmpty)
  }
}
