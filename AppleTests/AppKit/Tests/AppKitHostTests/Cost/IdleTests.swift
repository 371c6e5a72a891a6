#if !canImport(Darwin)
import AppKit
import SightlineAppKit
import Testing
import VirtualTime

extension AppKitHost {
  @MainActor
  @Suite struct IdleTests {
    private var loop: VirtualRunLoop { .main }

    private static let hour: Int64 = 3_600_000_000_000

    /// What other tests left comes to its end.
    init() { loop.run(for: Self.hour) }

    /// Expects that nothing is set, and nothing runs in an hour in which nothing happens.
    private func expectIdle(_ screen: Screen) {
      screen.run(for: 2)
      let (turns, reads) = (loop.turnCount, NSView.frameReads)
      #expect(loop.timerCount == 0)
      #expect(loop.display.linkCount == 0)
      loop.run(for: Self.hour)
      #expect(loop.turnCount == turns)
      #expect(NSView.frameReads == reads)
    }

    @Test func `nothing runs while nothing happens`() {
      withScreen { screen in
        for index in 0..<20 {
          let card = box(0, CGFloat(index) * 50, 320, 50, in: screen.view)
          card.visibility.changed { _ in }
          card.visibility.impression(of: index, .mrcDisplay) { _ in }
        }
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

    @Test func `of a window that is not shown no view is read`() {
      withScreen { screen in
        for index in 0..<20 {
          box(0, CGFloat(index) * 20, 320, 20, in: screen.view).visibility.changed { _ in }
        }
        screen.settle()
        screen.window.miniaturize(nil)
        screen.settle()
        let reads = NSView.frameReads
        screen.run(for: 1)
        #expect(NSView.frameReads == reads)
      }
    }

    @Test func `a window that is gone leaves no observer and no timer`() {
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

    @Test func `a pass is made once a frame, however many turns there are`() {
      withScreen { screen in
        let card = box(0, 0, 320, 100, in: screen.view)
        card.visibility.changed { _ in }
        screen.run(for: 2)
        var passes = 0
        // A turn every millisecond for a second, in each of which the card moves.
        for step in 0..<1_000 {
          card.setFrameOrigin(NSPoint(x: 0, y: step % 100))
          let reads = NSView.frameReads
          screen.run(for: 0.001)
          if NSView.frameReads > reads { passes += 1 }
        }
        #expect((50...66).contains(passes), "\(passes) passes")
      }
    }

    @Test(arguments: [300, 3_000])
    func `a frame reads what is on or near the screen, not what exists`(count: Int) {
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
          let before = NSView.frameReads
          change()
          VirtualRunLoop.main.wakeUp()
          VirtualRunLoop.main.turn()
          return NSView.frameReads - before
        }
        #expect(read { list.scroll(fromTop: 40) } <= 48)
        #expect(read {} <= 24)
      }
    }
  }
}
#endif
