#if !canImport(Darwin)
import SightlineUIKit
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// Over the double only, which counts what is read. Of up to 200 views debug builds read all in
  /// every frame, to compare.
  @MainActor
  @Suite struct CostTests {
    /// How many views a frame reads that scrolls by 40 pt, and one in which nothing changed.
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

    @Test(arguments: [300, 10_000])
    func `a frame reads what is on or near the screen, not what exists`(count: Int) {
      withScreen { screen in
        let reads = reads(tracked: count, in: screen)
        #expect(reads.scrolled <= 32)
        // The four rows that show, and four of the others in turn.
        #expect(reads.quiet <= 12)
      }
    }
  }
}
#endif
