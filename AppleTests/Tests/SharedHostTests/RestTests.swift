#if !canImport(Darwin)
// Over the double only, where the test advances time.
import SightlineApple
import Testing
import VirtualTime

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Expects that no timer is set, and that nothing runs during an hour without events. The double
/// reports running timers and turns.
@MainActor
func expectIdle(_ screen: Screen) {
  let loop = VirtualRunLoop.main
  screen.run(for: 2)
  let (timers, turns, reads) = (loop.timerCount, loop.turnCount, Screen.viewReads)
  #expect(timers == 0)
  #expect(loop.display.runningLinkCount == 0)
  loop.run(for: hour)
  #expect(loop.turnCount == turns)
  #expect(Screen.viewReads == reads)
}

/// Lets the remaining work of other tests end.
@MainActor
func endRemainingWork() { VirtualRunLoop.main.run(for: hour) }

private let hour: Int64 = 3_600_000_000_000

extension ToolkitHost {
  @MainActor
  @Suite struct RestTests {
    init() { endRemainingWork() }

    @Test func `nothing runs while nothing happens`() {
      withScreen { screen in
        for index in 0..<20 {
          let card = box(0, CGFloat(index) * 50, 320, 50, in: screen.view)
          card.visibility.changed { _ in }
          card.visibility.impression(of: index, .mrcDisplay) { _ in }
        }
        expectIdle(screen)
      }
    }

    @Test(arguments: [Int64(0), 1, 5, 50], UInt64(1)...3)
    func `windows with many views come to rest even with late timers`(
      milliseconds: Int64, seed: UInt64
    ) {
      let loop = VirtualRunLoop.main
      loop.timerDelays = .init(upTo: milliseconds * 1_000_000, seed: seed)
      defer { loop.timerDelays = nil }
      withScreen { screen in expectRestWithManyViews(screen) }
    }

    @Test(arguments: Variant.irregular)
    func `windows with many views come to rest, however irregular frames are`(variant: Variant) {
      withScreen(as: variant) { screen in expectRestWithManyViews(screen) }
    }

    @Test(arguments: Screen.frameRates)
    func `a pass runs once per frame for any number of turns`(rate: Int64) {
      let display = VirtualRunLoop.main.display
      let before = display.frameDuration
      defer { display.frameDuration = before }
      display.frameDuration = 1_000_000_000 / rate
      withScreen { screen in
        let card = box(0, 0, 320, 100, in: screen.view)
        card.visibility.changed { _ in }
        screen.run(for: 2)
        var passes: Int64 = 0
        // A turn every millisecond for a second; the card moves in each.
        for step in 0..<1_000 {
          card.frame = CGRect(x: 0, y: step % 100, width: 320, height: 100)
          let reads = Screen.viewReads
          screen.run(for: 0.001)
          if Screen.viewReads > reads { passes += 1 }
        }
        #expect((rate * 5 / 6...rate * 11 / 10).contains(passes), "\(passes) passes")
      }
    }

    @Test func `no view is read in the background`() {
      withScreen { screen in
        for index in 0..<20 {
          box(0, CGFloat(index) * 20, 320, 20, in: screen.view).visibility.changed { _ in }
        }
        screen.settle()
        screen.enterBackground()
        screen.settle()
        let reads = Screen.viewReads
        screen.run(for: 1)
        #expect(Screen.viewReads == reads)
      }
    }

    @Test func `a released window leaves no observer, timer or display link`() {
      let loop = VirtualRunLoop.main
      let before = (loop.observerCount, loop.timerCount, loop.display.linkCount)
      for _ in 0..<10 {
        withScreen { screen in
          let card = box(0, 0, 320, 20, in: screen.view)
          card.visibility.changed { _ in }
          for _ in 0..<5 {
            card.frame.origin.y += 1
            screen.run(for: 0.005)
          }
        }
      }
      loop.wakeUp()
      loop.run(for: 1_000_000_000)
      #expect(loop.observerCount <= max(before.0, 3))
      #expect(loop.timerCount <= before.1 && loop.display.linkCount <= before.2)
    }

    @Test(arguments: [300, 3_000])
    func `a frame reads only views on or near the screen`(count: Int) {
      withScreen { screen in
        let list = scrollingView(
          screen.view.bounds, content: CGSize(width: 320, height: CGFloat(count) * 100),
          isFlipped: flippings.count == 1, in: screen.view)
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
        #if canImport(UIKit)
        // At rest, the four visible rows, and four of the others in turn.
        let most = (scrolled: 32, quiet: 12)
        #else
        let most = (scrolled: 48, quiet: 24)
        #endif
        #expect(read { list.scroll(fromTop: 40) } <= most.scrolled)
        #expect(read {} <= most.quiet)
      }
    }

    private func expectRestWithManyViews(_ screen: Screen) {
      let others = [Screen(), Screen()]
      defer { for other in others { other.close() } }
      for screen in others + [screen] {
        for index in 0..<40 {
          box(0, CGFloat(index) * 50, 320, 50, in: screen.view).visibility.changed { _ in }
        }
      }
      // Not at the same time.
      for screen in others + [screen] {
        screen.view.subviews[0].frame.origin.x = 1
        screen.run(for: 0.03)
      }
      expectIdle(screen)
    }
  }
}
#endif
