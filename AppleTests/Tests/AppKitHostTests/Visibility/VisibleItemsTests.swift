import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct VisibleItemsTests {
    /// Rows of one height in a document, and those reported visible.
    @MainActor
    private final class Feed {
      static let rowHeight: CGFloat = 100
      let scrollView: NSScrollView
      var visible: Set<Int> = []

      init(count: Int, rule: VisibilityRule, isFlipped: Bool, in screen: Screen) {
        scrollView = AppKitHostTests.scrollView(
          screen.view.bounds,
          document: CGSize(width: 320, height: CGFloat(count) * Self.rowHeight),
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

    /// Returns the rows with at least this share between two points of the document.
    private func formula(share: CGFloat, count: Int, from top: CGFloat) -> Set<Int> {
      Set(
        (0..<count).filter { index in
          let y = CGFloat(index) * Feed.rowHeight
          let shown = min(y + Feed.rowHeight, top + 480) - max(y, top)
          return share == 0 ? shown > 0 : shown >= share * Feed.rowHeight - 1e-4
        })
    }

    @Test(arguments: [(0.0, UInt64(1)), (0.7, 2), (1.0, 3)], [true, false])
    func `visible items match the formula after each of 1,000 scrolls`(
      of share: (Double, UInt64), isFlipped: Bool
    ) {
      withScreen { screen in
        let count = 60
        let feed = Feed(
          count: count, rule: share.0 == 0 ? .anyPixel : .fraction(share.0), isFlipped: isFlipped,
          in: screen)
        var numbers = SeededGenerator(seed: share.1)
        for scroll in 0..<170 {
          let y = CGFloat(Int.random(in: -200...(count * 100 - 200), using: &numbers)) / 2
          feed.scrollView.scroll(fromTop: y)
          screen.run(for: 2.0 / 60)
          let expected = formula(share: CGFloat(share.0), count: count, from: y)
          #expect(feed.visible == expected, "seed \(share.1), scroll \(scroll), offset \(y)")
          if feed.visible != expected { break }
        }
      }
    }

    @Test(arguments: [true, false])
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

    @Test(
      arguments: [true, false],
      [true, false])
    func `nested scroll views clip when either is scrolled`(
      isOuterFlipped: Bool, isInnerFlipped: Bool
    ) {
      withScreen { screen in
        let log = Log()
        let outer = scrollView(
          screen.view.bounds, document: CGSize(width: 320, height: 1_000),
          isFlipped: isOuterFlipped, in: screen.view)
        let holder = outer.row(400, height: 100)
        let inner = scrollView(
          holder.bounds, document: CGSize(width: 960, height: 100), isFlipped: isInnerFlipped,
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

    @Test(arguments: [true, false])
    func `a smaller part of a magnified document is visible`(isFlipped: Bool) {
      withScreen { screen in
        let feed = Feed(count: 20, rule: .fully, isFlipped: isFlipped, in: screen)
        #expect(feed.visible == [0, 1, 2, 3])
        let bounds = feed.scrollView.contentView.bounds
        let top = isFlipped ? bounds.minY : bounds.maxY
        feed.scrollView.setMagnification(2, centeredAt: CGPoint(x: bounds.minX, y: top))
        screen.settle()
        // Only 240 points of the document's height show, and the left half of each row.
        #expect(feed.visible == [])
        feed.scrollView.setMagnification(0.5, centeredAt: CGPoint(x: bounds.minX, y: top))
        screen.settle()
        #expect(feed.visible == Set(0...8))
      }
    }

    @Test func `a grown or replaced document is detected`() {
      withScreen { screen in
        let log = Log()
        let feed = scrollView(
          screen.view.bounds, document: CGSize(width: 320, height: 2_000), isFlipped: false,
          in: screen.view)
        feed.row(0, height: 100).log("first", to: log)
        screen.settle()
        #expect(log.take() == ["visible first"])
        // It grows upwards, from below the visible part.
        feed.documentView?.setFrameSize(NSSize(width: 320, height: 2_600))
        feed.scroll(fromTop: 0)
        screen.settle()
        #expect(log.take() == ["invisible first"])
        let other = FlippedView(frame: CGRect(x: 0, y: 0, width: 320, height: 1_000))
        box(0, 0, 320, 100, in: other).log("other", to: log)
        feed.documentView = other
        screen.settle()
        #expect(log.take() == ["visible other"])
      }
    }
  }
}
