#if !canImport(Darwin)
// Over the double only, where the test moves fingers and advances time.
import SightlineApple
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// Over the double only, which counts reads. With up to 200 views, debug builds read all of them
  /// in every frame, to compare.
  @MainActor
  @Suite struct CostTests {
    @Test func `views whose observations have been cancelled are not read`() {
      withScreen { screen in
        let rows = (0..<2_000).map { _ in
          box(0, 0, 10, 10, in: box(0, 0, 10, 10, in: screen.view))
        }
        let tokens = rows.map { $0.visibility.changed { _ in } }
        screen.run(for: 1)
        for token in tokens.dropFirst() { token.cancel() }
        screen.run(for: 1)
        let before = CALayer.positionReads
        screen.view.bounds.origin.y += 1
        screen.settle()
        #expect(CALayer.positionReads - before < 50)
        let log = Log()
        rows[1_999].log("again", .anyPixel, to: log)
        screen.settle()
        #expect(log.take() == ["visible again"])
        rows[1_999].removeFromSuperview()
        screen.settle()
        #expect(log.take() == ["invisible again"])
      }
    }

    @Test func `a turn reads the scroll views on screen and a few of the others`() {
      withScreen { screen in
        let list = scrollingView(
          screen.view.bounds, content: CGSize(width: 320, height: 100_000),
          in: screen.view)
        let shelves = (0..<1_000).map { index in
          let shelf = UIScrollView(frame: CGRect(x: 0, y: 100 * index, width: 320, height: 90))
          shelf.contentSize = CGSize(width: 1_000, height: 90)
          list.addSubview(shelf)
          return shelf
        }
        let observers = shelves.map { ScrollObserver(of: $0) }
        var phases: [ScrollingPhase] = []
        observers[500].phaseChanged = { phases.append($0.to) }
        @MainActor func asked() -> Int {
          let before = UIScrollView.trackingReads
          VirtualRunLoop.main.wakeUp()
          VirtualRunLoop.main.turn()
          return UIScrollView.trackingReads - before
        }
        for _ in 0..<100 { _ = asked() }
        #expect(asked() <= 5 + 16 + 1)
        // A distant one that begins to move is read in the same turn, and until it rests.
        shelves[500].setContentOffset(CGPoint(x: 300, y: 0), animated: true)
        screen.run(for: 3)
        #expect(phases == [.animating, .idle])
        #expect(observers[500].geometry.contentOffset.x == 300)
        list.contentOffset.y = 50_000
        for _ in 0..<100 { _ = asked() }
        screen.drag(from: CGPoint(x: 200, y: 45), to: CGPoint(x: 100, y: 45))
        screen.run(for: 3)
        #expect(phases.dropFirst(2).contains(.interacting))
        #expect(phases.last == .idle)
      }
    }

    @Test func `a pass queries each controller's presentation once`() {
      withScreen { screen in
        box(0, 0, 320, 100, in: screen.view).visibility.changed { _ in }
        var presenting = screen.root
        var count = 1
        for _ in 0..<3 {
          let sheet = UIViewController()
          // A transparent sheet is not a cover.
          sheet.modalPresentationStyle = .overFullScreen
          var deepest = sheet
          for index in 0..<20 {
            let child = UIViewController()
            // Both wide and deep.
            (index % 2 == 0 ? sheet : deepest).addChild(child)
            deepest = child
          }
          presenting.present(sheet, animated: false)
          presenting = sheet
          count += 21
        }
        screen.run(for: 1)
        let before = UIViewController.presentedReads
        VirtualRunLoop.main.wakeUp()
        VirtualRunLoop.main.turn()
        #expect(UIViewController.presentedReads - before == count)
      }
    }

    @Test func `views in the margins of a viewport are read like those on screen`() {
      withScreen { screen in
        let log = Log()
        let scrollView = UIScrollView(frame: screen.view.bounds)
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.contentSize = CGSize(width: 320, height: 100_000)
        scrollView.visibility.viewportMargins = .points(bottom: -100)
        screen.view.addSubview(scrollView)
        let rows = (0..<1_000).map { box(0, CGFloat($0) * 100, 320, 100, in: scrollView) }
        for row in rows { row.visibility.changed(.fraction(0.7)) { _ in } }
        rows[20].log("row", to: log)
        screen.settle()
        scrollView.visibility.viewportMargins = .points(bottom: 2_500)
        screen.run(for: 5)
        #expect(log.take() == ["visible row"])
        rows[20].frame.origin.x = 1_000
        VirtualRunLoop.main.wakeUp()
        VirtualRunLoop.main.turn()
        #expect(log.take() == ["invisible row"])
      }
    }

    @Test func `a layout that moves only views around observed ones is noticed in its frame`() {
      withScreen { screen in
        let log = Log()
        let page = box(0, 0, 320, 100_000, in: screen.view)
        let rows = (0..<1_000).map { box(0, CGFloat($0) * 100, 320, 100, in: page) }
        let cards = rows.map { box(0, 0, 320, 100, in: $0) }
        for card in cards { card.visibility.changed { _ in } }
        cards[900].log("card", to: log)
        screen.run(for: 5)
        for row in rows { row.frame.origin.y -= 90_000 }
        screen.run(for: 0.035)
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a view in a new row of a long page is noticed in its frame`() {
      withScreen { screen in
        let log = Log()
        let page = box(0, 0, 320, 100_000, in: screen.view)
        for row in 0..<1_000 {
          box(0, 0, 320, 50, in: box(0, CGFloat(row) * 100, 320, 50, in: page))
            .visibility.changed { _ in }
        }
        screen.run(for: 5)
        box(0, 0, 320, 50, in: box(0, 50, 320, 50, in: page)).log("card", to: log)
        screen.run(for: 0.035)
        #expect(log.take() == ["visible card"])
      }
    }
  }
}
#endif
