import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// How views left: the edge, and whether the reader or the app moved them.
  @MainActor
  @Suite struct UIKitExitTests {
    private func makeList(in screen: Screen, log: Log) -> UIScrollView {
      let list = scrollingView(
        screen.view.bounds, content: CGSize(width: 320, height: 4_000),
        in: screen.view)
      for row in 0..<20 {
        let view = box(0, 200 * CGFloat(row), 320, 200, in: list)
        view.visibility.crossed(.anyPixel) { crossing in
          if let exit = crossing.exit { log.add("\(row) \(exit.edge) \(exit.cause)") }
        }
      }
      screen.settle()
      return list
    }

    #if !canImport(Darwin)
    @Test(arguments: Variant.scrolls)
    func `a finger and its momentum scroll rows out, a jump of the app's changes them`(
      variant: Variant
    ) {
      withScreen(as: variant) { screen in
        let log = Log()
        let list = makeList(in: screen, log: log)
        let start = CGPoint(x: 100, y: 400)
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 100, y: 150), in: 0.2)
        #expect(log.take() == ["0 top scroll"])
        finger.lift()
        screen.run(for: 3)
        let lines = log.take()
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix(" top scroll") }, "\(lines)")
        list.contentOffset.y = 1_000
        screen.run(for: 0.1)
        _ = log.take()
        list.contentOffset.y = 1_250
        screen.settle()
        #expect(log.take() == ["5 top change"])
        list.setContentOffset(CGPoint(x: 0, y: 1_000), animated: true)
        screen.run(for: 1)
        #expect(log.take() == ["8 bottom change"])
      }
    }
    #endif

    @Test func `a layout moves rows out by a change`() {
      withScreen { screen in
        let log = Log()
        let list = makeList(in: screen, log: log)
        for (place, view) in list.subviews.enumerated() {
          view.frame.origin.y = 200 * CGFloat(place) - 250
        }
        screen.settle()
        #expect(log.take() == ["0 top change"])
      }
    }

    #if !canImport(Darwin)
    @Test func `a row that is cut by less than a pixel is fully visible`() {
      for (scale, isVisible) in [(3.0, true), (4, false)] {
        withScreen { screen in
          let log = Log()
          guard let window = screen.view.window else { return }
          window.displayScale = scale
          let row = box(0, -0.3, 320, 100, in: screen.view)
          row.log("row", to: log)
          screen.settle()
          #expect(log.take() == (isVisible ? ["visible row"] : []), "\(scale)")
        }
      }
    }
    #endif
  }
}
