import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct VisibleItemsTests {
    /// Rows of one height in a scroll view, and those reported visible.
    @MainActor
    private final class Feed {
      static let rowHeight: CGFloat = 100
      let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
      var visible: Set<Int> = []

      init(count: Int, rule: VisibilityRule, in screen: Screen) {
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.contentSize = CGSize(width: 320, height: CGFloat(count) * Self.rowHeight)
        for index in 0..<count {
          let row = box(0, CGFloat(index) * Self.rowHeight, 320, Self.rowHeight, in: scrollView)
          row.visibility.changed(rule) { [weak self] state in
            guard let self else { return }
            if state == .visible {
              #expect(visible.insert(index).inserted)
            } else {
              #expect(visible.remove(index) != nil)
            }
          }
        }
        screen.view.addSubview(scrollView)
        screen.settle()
      }

      /// Returns the rows with at least this share in the scroll view.
      func formula(share: CGFloat, count: Int) -> Set<Int> {
        let (top, bottom) = (scrollView.contentOffset.y, scrollView.contentOffset.y + 480)
        return Set(
          (0..<count).filter { index in
            let y = CGFloat(index) * Self.rowHeight
            let shown = min(y + Self.rowHeight, bottom) - max(y, top)
            return share == 0 ? shown > 0 : shown >= share * Self.rowHeight - 1e-4
          })
      }
    }

    @Test(arguments: [(0.0, UInt64(1)), (0.7, 2), (1.0, 3)])
    func `visible items match the formula after each of 1,000 scrolls`(
      share: Double, seed: UInt64
    ) {
      withScreen { screen in
        let count = 60
        let feed = Feed(count: count, rule: share == 0 ? .anyPixel : .fraction(share), in: screen)
        var numbers = SeededGenerator(seed: seed)
        for scroll in 0..<(share == 0 ? 400 : 300) {
          let y = CGFloat(Int.random(in: -200...(count * 100 - 200), using: &numbers)) / 2
          feed.scrollView.contentOffset.y = y
          screen.run(for: 2.0 / 60)
          let expected = feed.formula(share: CGFloat(share), count: count)
          #expect(feed.visible == expected, "seed \(seed), scroll \(scroll), offset \(y)")
          if feed.visible != expected { break }
        }
      }
    }

    @Test func `70 percent visibility is reached and lost at the exact point`() {
      withScreen { screen in
        let feed = Feed(count: 20, rule: .fraction(0.7), in: screen)
        #expect(feed.visible == [0, 1, 2, 3, 4])
        feed.scrollView.contentOffset.y = 30
        screen.settle()
        #expect(feed.visible == [0, 1, 2, 3, 4])
        feed.scrollView.contentOffset.y = 31
        screen.settle()
        #expect(feed.visible == [1, 2, 3, 4])
        feed.scrollView.contentOffset.y = 90
        screen.settle()
        #expect(feed.visible == [1, 2, 3, 4, 5])
      }
    }

    @Test func `nested scroll views clip when either is scrolled`() {
      withScreen { screen in
        let log = Log()
        let outer = UIScrollView(frame: screen.view.bounds)
        let inner = UIScrollView(frame: CGRect(x: 0, y: 400, width: 320, height: 100))
        for scrollView in [outer, inner] { scrollView.contentInsetAdjustmentBehavior = .never }
        outer.contentSize = CGSize(width: 320, height: 1_000)
        inner.contentSize = CGSize(width: 960, height: 100)
        for index in 0..<6 {
          box(CGFloat(160 * index), 0, 160, 100, in: inner).log("\(index)", to: log)
        }
        outer.addSubview(inner)
        screen.view.addSubview(outer)
        screen.settle()
        #expect(log.take() == [])
        outer.contentOffset.y = 20
        screen.settle()
        #expect(log.take() == ["visible 0", "visible 1"])
        inner.contentOffset.x = 160
        screen.settle()
        #expect(log.take() == ["invisible 0", "visible 2"])
        outer.contentOffset.y = 0
        inner.contentOffset.x = 320
        screen.settle()
        #expect(log.take() == ["invisible 1", "invisible 2"])
      }
    }
  }
}
