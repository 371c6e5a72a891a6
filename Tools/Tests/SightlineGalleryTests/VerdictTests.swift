import Testing

@testable import SightlineGallery

/// Tests of the counts of *With and without*.
@MainActor
@Suite struct VerdictTests {
  private let verdict = Verdict()
  private let item = FeedItem(opening: 1, row: 1)
  private let start = ContinuousClock.now

  private func after(_ part: Double) -> ContinuousClock.Instant {
    start + Verdict.patience * part
  }

  @Test func `a report within the time limit is right in any order`() {
    verdict.expect(.entered(item), at: start)
    verdict.report(.entered(item), at: after(0.5))
    verdict.report(.left(item), at: after(0.6))
    verdict.expect(.left(item), at: after(0.7))
    #expect(!verdict.settle(at: after(9)))
    #expect((verdict.right, verdict.lost, verdict.wrong) == (2, 0, 0))
  }

  @Test func `an event not reported in time is lost`() {
    var mistakes: [(Verdict.Event, Bool)] = []
    verdict.onMistake = { mistakes.append(($0, $1)) }
    verdict.expect(.left(item), at: start)
    #expect(verdict.settle(at: after(0.9)))
    #expect(!verdict.settle(at: after(1)))
    #expect((verdict.right, verdict.lost, verdict.wrong) == (0, 1, 0))
    #expect(mistakes.count == 1 && mistakes.first?.0 == .left(item) && mistakes.first?.1 == true)
  }

  @Test func `an event reported twice is wrong once`() {
    verdict.expect(.entered(item), at: start)
    verdict.report(.entered(item), at: start)
    verdict.report(.entered(item), at: start)
    #expect(!verdict.settle(at: after(1)))
    #expect((verdict.right, verdict.lost, verdict.wrong) == (1, 0, 1))
  }

  @Test func `impressions are lost, invented or reported twice`() {
    let others = (2...4).map { FeedItem(opening: 1, row: $0) }
    for seen in [item, others[0], others[0], others[1]] { verdict.report(.seen(seen), at: start) }
    let count = verdict.impressions(
      certain: [item, others[0], others[2]], possible: [item, others[0], others[2]])
    #expect(count == (lost: 1, wrong: 2))
  }
}
