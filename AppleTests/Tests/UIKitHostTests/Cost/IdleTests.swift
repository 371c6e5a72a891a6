#if !canImport(Darwin)
// Over the double only, where the test advances time.
import SightlineAppleViews
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  @MainActor
  @Suite struct IdleTests {
    private var loop: VirtualRunLoop { .main }

    init() { endRemainingWork() }

    @Test func `no controller runs while nothing happens`() {
      withScreen { screen in
        let list = TableList(Array(0..<100))
        screen.view.addSubview(list.table)
        let pages = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
        pages.contentSize = CGSize(width: 960, height: 100)
        let strip = UIScrollView(frame: CGRect(x: 0, y: 100, width: 320, height: 40))
        screen.view.addSubview(pages)
        screen.view.addSubview(strip)
        let tabs = (0..<3).map { box(CGFloat($0) * 100, 0, 100, 40, in: strip) }
        let header = box(0, 0, 320, 82, in: screen.view)
        let controllers: [AnyObject] = [
          ScrollObserver(of: list.table), SectionTabsController(of: list.table),
          LoadMoreController(of: list.table) { false },
          CollapsingHeaderController(header: header, in: list.table),
          StretchyHeaderController(
            header: UIView(), in: pages, state: StretchyHeader(height: 50)),
          PagedTabsController(tabs: tabs, underline: UIView(), strip: strip, pages: pages),
          CarouselController(
            items: [UIView()], itemWidth: 50, mode: .paged(every: .zero),
            in: box(0, 200, 320, 50, in: screen.view)),
        ]
        list.table.setContentOffset(CGPoint(x: 0, y: 500), animated: true)
        expectIdle(screen)
        #expect(controllers.count == 7)
      }
    }

    @Test func `a carousel off screen does not run`() {
      withScreen { screen in
        let container = box(0, 2_000, 320, 100, in: screen.view)
        let items = (0..<6).map { _ in UIView() }
        let carousel = CarouselController(items: items, itemWidth: 100, in: container)
        expectIdle(screen)
        withExtendedLifetime(carousel) {}
      }
    }

    @Test func `a released carousel leaves no timer`() {
      withScreen { screen in
        do {
          let items = (0..<6).map { _ in UIView() }
          let container = box(0, 0, 320, 100, in: screen.view)
          let carousel = CarouselController(
            items: items, itemWidth: 100, mode: .paged(every: .seconds(60)), in: container)
          screen.run(for: 1)
          #expect(loop.timerCount == 1)
          withExtendedLifetime(carousel) {}
          container.removeFromSuperview()
        }
        screen.run(for: 1)
        #expect(loop.timerCount == 0)
      }
    }

    @Test func `no view is read in the background`() {
      withScreen { screen in
        for index in 0..<20 {
          box(0, CGFloat(index) * 20, 320, 20, in: screen.view).visibility.changed { _ in }
        }
        screen.settle()
        screen.move(to: .background)
        screen.settle()
        let reads = Screen.viewReads
        screen.run(for: 1)
        #expect(Screen.viewReads == reads)
      }
    }

    @Test func `a released window leaves no observer or display link`() {
      let (observers, links) = (loop.observerCount, loop.display.linkCount)
      for _ in 0..<10 {
        withScreen { screen in
          box(0, 0, 320, 20, in: screen.view).visibility.changed { _ in }
          for _ in 0..<5 {
            screen.view.subviews[0].frame.origin.y += 1
            screen.run(for: 0.005)
          }
        }
      }
      loop.wakeUp()
      loop.run(for: 1_000_000_000)
      #expect(loop.observerCount <= max(observers, 2))
      #expect(loop.display.linkCount <= links)
    }

    @Test(arguments: [60, 120])
    func `a pass runs once per frame for any number of turns`(rate: Int64) {
      let before = loop.display.frameDuration
      defer { loop.display.frameDuration = before }
      loop.display.frameDuration = 1_000_000_000 / rate
      withScreen { screen in
        let card = box(0, 0, 320, 100, in: screen.view)
        var passes = 0
        card.visibility.crossed(.thresholds((0...1_000).map { Double($0) / 1_000 })) { _ in }
        screen.run(for: 0.5)
        let reads = Screen.viewReads
        // A turn every millisecond for a second; the card moves in each.
        for step in 0..<1_000 {
          card.layer.position.x += step % 2 == 0 ? 1 : -1
          screen.run(for: 0.001)
        }
        // The test itself reads each position once, and a pass reads the card at least once.
        passes = Screen.viewReads - reads - 1_000
        #expect(passes > 0)
        let perPass = readsOfOnePass(at: card, in: screen)
        #expect(Double(passes) / Double(perPass) <= Double(rate) * 1.1)
      }
    }

    private func readsOfOnePass(at card: UIView, in screen: Screen) -> Int {
      screen.run(for: 1)
      let reads = Screen.viewReads
      card.layer.position.x += 1
      loop.wakeUp()
      loop.turn()
      // Without the test's own read.
      return Screen.viewReads - reads - 1
    }
  }
}
#endif
