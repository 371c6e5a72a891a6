import SightlineScroll
import SightlineTesting
import Testing

/// The causes in docs/guides/troubleshooting.md.
@Suite struct TroubleshootingTests {
  private let card = LayoutRect(x: 0, y: 0, width: 390, height: 200)

  private func phone() -> ScreenlessHost<String> {
    ScreenlessHost(size: LayoutSize(width: 390, height: 844))
  }

  @Test func `a card cut by one point is not fully visible, but more than half`() {
    let host = phone()
    host.add("card", frame: LayoutRect(x: 0, y: -1, width: 390, height: 200))
    host.observe("card", .fully)
    host.pass()
    #expect(host.changes.isEmpty)
    host.observe("card", .fraction(0.5))
    host.pass()
    #expect(host.changes == [.visible("card")])
  }

  @Test func `an opaque cover hides a card, a friendly one does not`() {
    for isFriendly in [false, true] {
      let host = phone()
      host.add("card", frame: card)
      host.addCover(frame: card, isFriendly: isFriendly)
      host.observe("card")
      host.pass()
      #expect(host.changes == (isFriendly ? [.visible("card")] : []))
    }
  }

  @Test func `a list that is covered loads nothing, and one that shows loads at its end`() {
    for isCovered in [false, true] {
      let host = phone()
      let rows = (0..<6).map { "row \($0)" }
      host.addColumn(of: rows, height: 200)
      if isCovered { host.addCover(frame: LayoutRect(x: 0, y: 0, width: 390, height: 1_200)) }
      var trigger = LoadMoreTrigger(.lastItem)
      let early = host.check(&trigger, items: rows)
      host.scroll(to: 157)
      let loads = host.check(&trigger, items: rows)
      #expect(!early && loads == !isCovered)
    }
  }

  @Test func `a card counts once however often it returns, unless the policy repeats`() {
    for (policy, count) in [(ImpressionPolicy.feed, 1), (.feed.repeating(.afterLeaving), 3)] {
      let host = phone()
      host.add("card", frame: card)
      host.observe("card", for: policy)
      for _ in 1...3 {
        host.scroll(to: 0)
        host.scroll(to: 1_000)
      }
      #expect(host.impressions.count == count)
    }
  }

  @Test func `a card never counts if it leaves before its dwell, unless the dwell accumulates`() {
    let cumulative = ImpressionPolicy(
      rule: .fraction(0.5), dwell: .seconds(1), accumulation: .cumulative)
    for (policy, count) in [(ImpressionPolicy.mrcDisplay, 0), (cumulative, 1)] {
      let host = phone()
      host.add("card", frame: card)
      host.observe("card", for: policy)
      for _ in 1...2 {
        host.scroll(to: 0)
        host.advance(by: .milliseconds(600))
        host.scroll(to: 1_000)
      }
      #expect(host.impressions.count == count)
    }
  }

  @Test func `a card under a bar counts unless the viewport excludes the bar`() {
    for margin in [0.0, -100] {
      let host = phone()
      let target = host.add("card", frame: LayoutRect(x: 0, y: 0, width: 390, height: 90))
      let viewport = host.engine.add(
        VisibilityViewport(host.engine.root, margins: .points(top: margin)))
      host.engine.watch(target, .anyPixel, in: viewport)
      host.pass()
      #expect(host.engine.changes.isEmpty == (margin < 0))
    }
  }
}
