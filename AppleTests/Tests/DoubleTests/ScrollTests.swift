import Testing
import UIKit
import VirtualTime

@MainActor
@Suite(.serialized) struct ScrollTests {
  private func onScreen(_ body: (UIWindow, UIScrollView) -> Void) {
    let window = UIWindow(windowScene: UIWindowScene(size: CGSize(width: 320, height: 400)))
    let scrollView = UIScrollView(frame: window.bounds)
    scrollView.contentInsetAdjustmentBehavior = .never
    scrollView.contentSize = CGSize(width: 320, height: 4_000)
    window.addSubview(scrollView)
    window.isHidden = false
    VirtualRunLoop.main.settle()
    body(window, scrollView)
  }

  private func drag(
    _ finger: FingerTouch, from start: CGPoint, by distance: CGPoint, steps: Int = 10
  ) {
    for step in 1...steps {
      VirtualRunLoop.main.run(for: 16_000_000)
      let part = CGFloat(step) / CGFloat(steps)
      finger.move(
        to: CGPoint(x: start.x + part * distance.x, y: start.y + part * distance.y))
    }
  }

  // UIScrollView, isTracking: "whether the user has touched the content to initiate scrolling";
  // isDragging: "whether the user has begun scrolling the content"; isDecelerating: "whether the
  // content is moving in the scroll view after the user lifted their finger".
  @Test(arguments: [true, false], [true, false])
  func `a finger tracks, drags and lets the content decelerate`(endsAtOnce: Bool, drags: Bool) {
    Undocumented.scrollsEndWithTheirLastStep = endsAtOnce
    Undocumented.dragsWhileDecelerating = drags
    defer { Undocumented.reset() }
    onScreen { window, scrollView in
      @MainActor func flags() -> [Bool] {
        [scrollView.isTracking, scrollView.isDragging, scrollView.isDecelerating]
      }
      let start = CGPoint(x: 100, y: 300)
      let finger = FingerTouch(at: start, in: window)
      #expect(flags() == [true, false, false])
      drag(finger, from: start, by: CGPoint(x: 0, y: -150))
      #expect(flags() == [true, true, false])
      // The first 15 pt turned it into a pan.
      #expect(scrollView.contentOffset.y == 135)
      finger.lift()
      #expect(flags() == [false, drags, true])
      VirtualRunLoop.main.run(for: 5_000_000_000)
      #expect(flags() == [false, false, false])
      #expect(scrollView.contentOffset.y > 400)
      #expect(VirtualRunLoop.main.display.runningLinkCount == 0)
    }
  }

  // UIScrollView, isPagingEnabled: a scroll by the user stops on multiples of the bounds.
  @Test func `pages stop on multiples of the bounds`() {
    onScreen { window, scrollView in
      scrollView.isPagingEnabled = true
      let start = CGPoint(x: 100, y: 300)
      let finger = FingerTouch(at: start, in: window)
      drag(finger, from: start, by: CGPoint(x: 0, y: -100))
      finger.lift()
      VirtualRunLoop.main.run(for: 1_000_000_000)
      #expect(scrollView.contentOffset.y == 400)
    }
  }

  // UIScrollView, bounces: content bounces at its boundary.
  @Test func `content pulled past its edge springs back`() {
    onScreen { window, scrollView in
      let start = CGPoint(x: 100, y: 100)
      let finger = FingerTouch(at: start, in: window)
      drag(finger, from: start, by: CGPoint(x: 0, y: 210))
      #expect(scrollView.contentOffset.y < -50)
      finger.lift()
      VirtualRunLoop.main.run(for: 1_000_000_000)
      #expect(scrollView.contentOffset.y == 0)
    }
  }

  @Test(arguments: [true, false])
  func `content that runs into an edge goes past it and back`(bounces: Bool) {
    onScreen { window, scrollView in
      scrollView.bounces = bounces
      scrollView.contentSize.height = 700
      let start = CGPoint(x: 100, y: 300)
      let finger = FingerTouch(at: start, in: window)
      drag(finger, from: start, by: CGPoint(x: 0, y: -150))
      finger.lift()
      var offsets: [CGFloat] = []
      let token = scrollView.observe(\.contentOffset) { view, _ in
        offsets.append(view.contentOffset.y)
        #expect(view.isDecelerating)
      }
      VirtualRunLoop.main.run(for: 3_000_000_000)
      #expect(scrollView.contentOffset.y == 300)
      #expect(!scrollView.isDecelerating)
      let farthest = offsets.max() ?? 0
      #expect(bounces ? farthest > 310 && farthest < 400 : farthest == 300)
      withExtendedLifetime(token) {}
    }
  }

  // UIScrollView, adjustedContentInset: the insets and the safe area of the scroll view.
  @Test func `the adjusted insets are the insets plus the safe area`() {
    onScreen { window, scrollView in
      scrollView.contentInsetAdjustmentBehavior = .automatic
      window.safeArea = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
      scrollView.contentInset.top = 10
      VirtualRunLoop.main.settle()
      #expect(scrollView.adjustedContentInset == UIEdgeInsets(top: 57, bottom: 34))
      scrollView.frame.origin.y = 20
      VirtualRunLoop.main.settle()
      #expect(scrollView.adjustedContentInset.top == 37)
    }
  }

  // Apple's sample StreetScroller moves the content during a drag, which continues from there.
  @Test func `a drag continues from where the app has moved the content`() {
    onScreen { window, scrollView in
      let start = CGPoint(x: 100, y: 300)
      let finger = FingerTouch(at: start, in: window)
      drag(finger, from: start, by: CGPoint(x: 0, y: -100), steps: 4)
      let offset = scrollView.contentOffset.y
      scrollView.contentOffset.y += 500
      drag(finger, from: CGPoint(x: 100, y: 200), by: CGPoint(x: 0, y: -20), steps: 2)
      #expect(scrollView.contentOffset.y == offset + 520)
      finger.cancel()
    }
  }

  @Test func `a bounce stopped by a finger continues without it`() {
    onScreen { window, scrollView in
      scrollView.contentOffset.y = -80
      let finger = FingerTouch(at: CGPoint(x: 100, y: 300), in: window)
      VirtualRunLoop.main.run(for: 500_000_000)
      #expect(scrollView.contentOffset.y == -80)
      finger.lift()
      VirtualRunLoop.main.run(for: 500_000_000)
      #expect(scrollView.contentOffset.y == 0)
    }
  }

  // UIGestureRecognizerDelegate, gestureRecognizerShouldBegin(_:): the delegate decides whether to
  // begin.
  @Test func `a pan declining a touch leaves it to the enclosing scroll view`() {
    final class Delegate: UIGestureRecognizerDelegate {
      var answer = false
      func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { answer }
    }
    onScreen { window, scrollView in
      let delegate = Delegate()
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 400))
      let pan = UIPanGestureRecognizer()
      var states: [UIGestureRecognizer.State] = []
      pan.addHandler { states.append(pan.state) }
      pan.delegate = delegate
      view.addGestureRecognizer(pan)
      scrollView.addSubview(view)
      for answer in [false, true] {
        delegate.answer = answer
        scrollView.contentOffset.y = 0
        let start = CGPoint(x: 100, y: 300)
        let finger = FingerTouch(at: start, in: window)
        drag(finger, from: start, by: CGPoint(x: 0, y: -100), steps: 2)
        #expect(scrollView.isDragging == !answer)
        finger.cancel()
        VirtualRunLoop.main.run(for: 1_000_000_000)
      }
      #expect(states == [.began, .changed, .cancelled])
    }
  }
}
