#if !canImport(Darwin)
import SightlineApple
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// Over the double only, which counts readings. With up to 200 views, debug builds read all of
  /// them in every frame, to compare.
  @MainActor
  @Suite struct CostTests {
    /// Returns the number of views read in a frame that scrolls by 40 pt, and in one without
    /// changes.
    private func reads(tracked count: Int, in screen: Screen) -> (scrolled: Int, quiet: Int) {
      let scrollView = UIScrollView(frame: screen.view.bounds)
      scrollView.contentInsetAdjustmentBehavior = .never
      scrollView.contentSize = CGSize(width: 320, height: CGFloat(count) * 100)
      screen.view.addSubview(scrollView)
      for index in 0..<count {
        let row = box(0, CGFloat(index) * 100, 320, 100, in: scrollView)
        row.visibility.changed(.fraction(0.7)) { _ in }
      }
      screen.settle()
      func read(_ change: () -> Void) -> Int {
        screen.run(for: 1)
        let before = CALayer.positionReads
        change()
        VirtualRunLoop.main.wakeUp()
        VirtualRunLoop.main.turn()
        return CALayer.positionReads - before
      }
      return (read { scrollView.contentOffset.y += 40 }, read {})
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

    @Test(arguments: [300, 10_000])
    func `a frame reads only views on or near the screen`(count: Int) {
      withScreen { screen in
        let reads = reads(tracked: count, in: screen)
        #expect(reads.scrolled <= 32)
        // The four visible rows, and four of the others in turn.
        #expect(reads.quiet <= 12)
      }
    }
  }
}
#endif
