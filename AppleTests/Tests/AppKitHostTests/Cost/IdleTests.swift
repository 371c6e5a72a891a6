#if !canImport(Darwin)
// Over the double only, where the test advances time.
import AppKit
import SightlineAppleViews
import Testing
import VirtualTime

extension AppKitHost {
  @MainActor
  @Suite struct IdleTests {
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
        let pages = scrollView(
          CGRect(x: 0, y: 0, width: 320, height: 100),
          document: CGSize(width: 960, height: 100), isFlipped: true, in: screen.view)
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

    @Test func `no view of a hidden window is read`() {
      withScreen { screen in
        for index in 0..<20 {
          box(0, CGFloat(index) * 20, 320, 20, in: screen.view).visibility.changed { _ in }
        }
        screen.settle()
        screen.window.miniaturize(nil)
        screen.settle()
        let reads = Screen.viewReads
        screen.run(for: 1)
        #expect(Screen.viewReads == reads)
      }
    }

    @Test func `a released window leaves no observer or timer`() {
      let (observers, timers) = (loop.observerCount, loop.timerCount)
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
      #expect(loop.observerCount <= max(observers, 3))
      #expect(loop.timerCount <= timers)
    }

    @Test func `a pass runs once per frame for any number of turns`() {
      withScreen { screen in
        let card = box(0, 0, 320, 100, in: screen.view)
        card.visibility.changed { _ in }
        screen.run(for: 2)
        var passes = 0
        // A turn every millisecond for a second; the card moves in each.
        for step in 0..<1_000 {
          card.setFrameOrigin(NSPoint(x: 0, y: step % 100))
          let reads = Screen.viewReads
          screen.run(for: 0.001)
          if Screen.viewReads > reads { passes += 1 }
        }
        #expect((50...66).contains(passes), "\(passes) passes")
      }
    }

    @Test(arguments: [300, 3_000])
    func `a frame reads only views on or near the screen`(count: Int) {
      withScreen { screen in
        let list = scrollView(
          screen.view.bounds, document: CGSize(width: 320, height: CGFloat(count) * 100),
          isFlipped: false, in: screen.view)
        for index in 0..<count {
          list.row(CGFloat(index) * 100, height: 100).visibility.changed(.fraction(0.7)) { _ in }
        }
        screen.settle()
        @MainActor func read(_ change: () -> Void) -> Int {
          screen.run(for: 2)
          let before = Screen.viewReads
          change()
          VirtualRunLoop.main.wakeUp()
          VirtualRunLoop.main.turn()
          return Screen.viewReads - before
        }
        #expect(read { list.scroll(fromTop: 40) } <= 48)
        #expect(read {} <= 24)
      }
    }
  }
}
#endif
