import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  @MainActor
  @Suite struct ScrollObserverTests {
    private func makeScrollView(in screen: Screen) -> UIScrollView {
      let scrollView = UIScrollView(frame: screen.view.bounds)
      scrollView.contentInsetAdjustmentBehavior = .never
      scrollView.contentSize = CGSize(width: 320, height: 5_000)
      screen.view.addSubview(scrollView)
      screen.settle()
      return scrollView
    }

    @Test func `each geometry is reported once, at once`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        let observer = ScrollObserver(of: scrollView)
        var offsets: [Double] = []
        observer.geometryChanged = { offsets.append($0.contentOffset.y) }
        scrollView.contentOffset.y = 10
        scrollView.contentOffset.y = 10
        scrollView.contentOffset.y = 30
        #expect(offsets == [10, 30])
        scrollView.contentSize.height = 6_000
        scrollView.contentInset.top = 20
        scrollView.frame.size.height = 400
        #expect(offsets.count == 5)
        #expect(observer.geometry.containerSize.height == 400)
        #expect(observer.geometry.contentInsets.top == 20)
      }
    }

    @Test(arguments: Variant.scrolls)
    func `an app's animated scroll is animating until it arrives`(variant: Variant) {
      withScreen(as: variant) { screen in
        let scrollView = makeScrollView(in: screen)
        let observer = ScrollObserver(of: scrollView)
        var phases: [ScrollingPhase] = []
        observer.phaseChanged = { phases.append($0.to) }
        scrollView.setContentOffset(CGPoint(x: 0, y: 400), animated: true)
        screen.run(for: 1)
        #expect(phases == [.animating, .idle])
        #expect(scrollView.contentOffset.y == 400)
      }
    }

    @Test func `a jump is not a scroll`() {
      withScreen { screen in
        let scrollView = makeScrollView(in: screen)
        let observer = ScrollObserver(of: scrollView)
        var phases: [ScrollingPhase] = []
        observer.phaseChanged = { phases.append($0.to) }
        scrollView.contentOffset.y = 400
        screen.run(for: 1)
        #expect(phases == [])
      }
    }

    @Test func `neither the scroll view nor the observer is retained`() {
      withScreen { screen in
        weak var gone: UIScrollView?
        weak var observer: ScrollObserver?
        do {
          let scrollView = makeScrollView(in: screen)
          let made = ScrollObserver(of: scrollView)
          (gone, observer) = (scrollView, made)
          scrollView.removeFromSuperview()
        }
        screen.settle()
        #expect(gone == nil)
        #expect(observer == nil)
      }
    }

    #if !canImport(Darwin)
    @Test(arguments: Variant.windows)
    func `the effect of a phase change is shown without another event`(variant: Variant) {
      withScreen(as: variant) { screen in
        let scrollView = makeScrollView(in: screen)
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
        let scrollView = makeScrollView(in: screen)
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
        let scrollView = makeScrollView(in: screen)
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
