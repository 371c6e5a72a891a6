import SightlineCore
import SightlineHost
import Testing

@MainActor
@Suite struct ProbeTests {
  private final class Owner {}

  @Test func `a probe observes the same as another only if all but the closures agree`() {
    let probe = Probe(id: 1, impressions: .feed) { _ in }
    #expect(probe.observesTheSame(as: Probe(id: 1, impressions: .feed) { _ in Issue.record() }))
    let changes: [(inout Probe) -> Void] = [
      { $0.id = 2 }, { $0.id = nil }, { $0.subject = .exposures(.fully) },
      { $0.kind = ObjectIdentifier(Owner.self) }, { $0.countsDwell = false },
      { $0.list = ItemOwner() },
    ]
    for change in changes {
      var other = probe
      change(&other)
      #expect(!probe.observesTheSame(as: other) && !other.observesTheSame(as: probe))
      #expect(other.observesTheSame(as: other))
    }
  }
}
