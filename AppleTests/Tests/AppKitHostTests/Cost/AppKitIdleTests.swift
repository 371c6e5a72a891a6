#if !canImport(Darwin)
// Over the double only, where the test advances time.
import AppKit
import SightlineAppleViews
import Testing
import VirtualTime

extension AppKitHost {
  @MainActor
  @Suite struct AppKitIdleTests {
    private var loop: VirtualRunLoop { .main }

    init() { endRemainingWork() }

    @Test func `an observed split view does not run`() {
      withScreen { screen in
        let split = NSSplitView(frame: screen.view.bounds)
        split.visibility.changed { _ in }
        screen.view.addSubview(split)
        expectIdle(screen)
      }
    }

    @Test func `no controller runs while nothing happens`() {
      withScreen { screen in
        let list = TableList(Array(0..<100))
        screen.view.addSubview(list.view)
        let pages = scrollingView(
          CGRect(x: 0, y: 0, width: 320, height: 100),
          content: CGSize(width: 960, height: 100), in: screen.view)
        let header = box(0, 0, 320, 82, in: screen.view)
        let controllers: [AnyObject] = [
          ScrollObserver(of: list.view),
          LoadMoreController(of: list.table) { false },
          CollapsingHeaderController(header: header, in: list.view),
          StretchyHeaderController(
            header: FlippedView(), in: pages, state: StretchyHeader(height: 50)),
        ]
        LiveScroll(of: list.view, by: .wheel).scroll(y: 500)
        expectIdle(screen)
        #expect(controllers.count == 4)
      }
    }
  }
}
#endif
