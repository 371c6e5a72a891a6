import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct ScrollPhaseTests {
    @Test(arguments: Variant.scrolls)
    func `an app's animated scroll is animating until it arrives`(variant: Variant) {
      withScreen(as: variant) { screen in
        let scrollView = longList(in: screen)
        let observer = ScrollObserver(of: scrollView)
        var phases: [ScrollingPhase] = []
        observer.phaseChanged = { phases.append($0.to) }
        scrollView.setContentOffset(CGPoint(x: 0, y: 400), animated: true)
        screen.run(for: 1)
        #expect(phases == [.animating, .idle])
        #expect(scrollView.contentOffset.y == 400)
      }
    }

    #if !canImport(Darwin)
    @Test(arguments: Variant.windows)
    func `the effect of a phase change is shown without another event`(variant: Variant) {
      withScreen(as: variant) { screen in
        let scrollView = longList(in: screen)
        let observer = ScrollObserver(of: scrollView)
        let label = box(0, 0, 100, 20, in: screen.view)
        observer.phaseChanged = { label.isHidden = $0.to != .idle }
        let finger = screen.touch(at: CGPoint(x: 100, y: 300))
        #expect(label.isHidden)
        #expect(!CATransaction.shared.isNeeded)
        finger.lift()
        screen.run(for: 1)
      }
    }

    @Test(arguments: Variant.scrolls)
    func `a finger scrolls through the phases`(variant: Variant) {
      withScreen(as: variant) { screen in
        let scrollView = longList(in: screen)
        let observer = ScrollObserver(of: scrollView)
        var phases: [ScrollingPhase] = []
        observer.phaseChanged = { phases.append($0.to) }
        screen.drag(from: CGPoint(x: 100, y: 400), to: CGPoint(x: 100, y: 200))
        #expect(phases == [.tracking, .interacting, .decelerating])
        screen.run(for: 5)
        #expect(phases == [.tracking, .interacting, .decelerating, .idle])
        #expect(scrollView.contentOffset.y > 200)
      }
    }

    @Test func `a finger resting before it lifts ends the scroll`() {
      withScreen { screen in
        let scrollView = longList(in: screen)
        let observer = ScrollObserver(of: scrollView)
        var phases: [ScrollingPhase] = []
        observer.phaseChanged = { phases.append($0.to) }
        let start = CGPoint(x: 100, y: 400)
        let finger = screen.touch(at: start)
        screen.move(finger, from: start, to: CGPoint(x: 100, y: 300), in: 0.2)
        screen.run(for: 1)
        finger.lift()
        screen.settle()
        #expect(phases == [.tracking, .interacting, .idle])
      }
    }
    #endif
  }
}
