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
