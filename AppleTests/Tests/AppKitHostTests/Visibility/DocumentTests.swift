import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct DocumentTests {
    @Test(arguments: [true, false])
    func `a smaller part of a magnified document is visible`(isFlipped: Bool) {
      withScreen { screen in
        var visible: Set<Int> = []
        let list = scrollingView(
          screen.view.bounds, content: CGSize(width: 320, height: 2_000), isFlipped: isFlipped,
          in: screen.view)
        for index in 0..<20 {
          list.row(CGFloat(index) * 100, height: 100).visibility.changed(.fully) {
            if $0 == .visible { visible.insert(index) } else { visible.remove(index) }
          }
        }
        screen.settle()
        #expect(visible == [0, 1, 2, 3])
        let bounds = list.contentView.bounds
        let top = isFlipped ? bounds.minY : bounds.maxY
        list.setMagnification(2, centeredAt: CGPoint(x: bounds.minX, y: top))
        screen.settle()
        // Only 240 points of the document's height show, and the left half of each row.
        #expect(visible == [])
        list.setMagnification(0.5, centeredAt: CGPoint(x: bounds.minX, y: top))
        screen.settle()
        #expect(visible == Set(0...8))
      }
    }

    @Test func `a grown or replaced document is detected`() {
      withScreen { screen in
        let log = Log()
        let feed = scrollingView(
          screen.view.bounds, content: CGSize(width: 320, height: 2_000), isFlipped: false,
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
