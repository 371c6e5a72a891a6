import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct VisibleRowsTests {
    /// Rows of one height in a scroll view, and those reported visible.
    @MainActor
    private final class Feed {
      static let rowHeight: CGFloat = 100
      let scrollView: PlatformScrollView
      var visible: Set<Int> = []

      init(count: Int, rule: VisibilityRule, isFlipped: Bool, in screen: Screen) {
        scrollView = scrollingView(
          screen.view.bounds,
          content: CGSize(width: 320, height: CGFloat(count) * Self.rowHeight),
          isFlipped: isFlipped, in: screen.view)
        for index in 0..<count {
          let row = scrollView.row(CGFloat(index) * Self.rowHeight, height: Self.rowHeight)
          row.visibility.changed(rule) { [weak self] state in
            guard let self else { return }
            if state == .visible {
              #expect(visible.insert(index).inserted)
            } else {
              #expect(visible.remove(index) != nil)
            }
          }
        }
        screen.settle()
      }
    }

    /// Returns the rows with at least this share between two points of the content.
    private func formula(share: CGFloat, count: Int, from top: CGFloat) -> Set<Int> {
      Set(
        (0..<count).filter { index in
          let y = CGFloat(index) * Feed.rowHeight
          let shown = min(y + Feed.rowHeight, top + 480) - max(y, top)
          return share == 0 ? shown > 0 : shown >= share * Feed.rowHeight - 1e-4
        })
    }

    @Test(arguments: [(0.0, UInt64(1)), (0.7, 2), (1.0, 3)], flippings)
    func `visible rows match the formula after each of 1,000 scrolls`(
      of share: (Double, UInt64), isFlipped: Bool
    ) {
      withScreen { screen in
        let count = 60
        let feed = Feed(
          count: count, rule: share.0 == 0 ? .anyPixel : .fraction(share.0), isFlipped: isFlipped,
          in: screen)
        var numbers = SeededGenerator(seed: share.1)
        for scroll in 0..<(334 / flippings.count) {
          let y = CGFloat(Int.random(in: -200...(count * 100 - 200), using: &numbers)) / 2
          feed.scrollView.scroll(fromTop: y)
          screen.run(for: 2.0 / 60)
          let expected = formula(share: CGFloat(share.0), count: count, from: y)
          #expect(feed.visible == expected, "seed \(share.1), scroll \(scroll), offset \(y)")
          if feed.visible != expected { break }
        }
      }
    }

    @Test(arguments: flippings)
    func `70 percent visibility is reached and lost at the exact point`(isFlipped: Bool) {
      withScreen { screen in
        let feed = Feed(count: 20, rule: .fraction(0.7), isFlipped: isFlipped, in: screen)
        #expect(feed.visible == [0, 1, 2, 3, 4])
        feed.scrollView.scroll(fromTop: 30)
        screen.settle()
        #expect(feed.visible == [0, 1, 2, 3, 4])
        feed.scrollView.scroll(fromTop: 31)
        screen.settle()
        #expect(feed.visible == [1, 2, 3, 4])
        feed.scrollView.scroll(fromTop: 90)
        screen.settle()
        #expect(feed.visible == [1, 2, 3, 4, 5])
      }
    }

    @Test(arguments: flippings, flippings)
    func `nested scroll views clip when either is scrolled`(
      isOuterFlipped: Bool, isInnerFlipped: Bool
    ) {
      withScreen { screen in
        let log = Log()
        let outer = scrollingView(
          screen.view.bounds, content: CGSize(width: 320, height: 1_000),
          isFlipped: isOuterFlipped, in: screen.view)
        let holder = outer.row(400, height: 100)
        let inner = scrollingView(
          holder.bounds, content: CGSize(width: 960, height: 100), isFlipped: isInnerFlipped,
          in: holder)
        for index in 0..<6 {
          inner.row(0, height: 100, x: CGFloat(160 * index), width: 160).log("\(index)", to: log)
        }
        screen.settle()
        #expect(log.take() == [])
        outer.scroll(fromTop: 20)
        screen.settle()
        #expect(log.take() == ["visible 0", "visible 1"])
        inner.scroll(fromTop: 0, left: 160)
        screen.settle()
        #expect(log.take() == ["invisible 0", "visible 2"])
        outer.scroll(fromTop: 0)
        inner.scroll(fromTop: 0, left: 320)
        screen.settle()
        #expect(log.take() == ["invisible 1", "invisible 2"])
      }
    }
  }
}
