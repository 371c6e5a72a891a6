#if !canImport(Darwin)
// Over the double only, where the test advances time.
import SightlineAppleViews
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  @MainActor
  @Suite struct UIKitIdleTests {
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
  }
}
#endif
