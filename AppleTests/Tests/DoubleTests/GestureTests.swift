import Testing
import UIKit
import VirtualTime

@MainActor
@Suite(.serialized) struct GestureTests {
  @MainActor
  private final class Rules: UIGestureRecognizerDelegate {
    var begins = true
    var receives: (UITouch) -> Bool = { _ in true }
    var waitsFor: UIGestureRecognizer?
    var precedes: UIGestureRecognizer?
    let pan = UIPanGestureRecognizer()
    var states: [UIGestureRecognizer.State] = []

    init(on view: UIView) {
      pan.delegate = self
      pan.addHandler { [unowned self] in states.append(pan.state) }
      view.addGestureRecognizer(pan)
    }

    func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { begins }
    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool { receives(touch) }
    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
    ) -> Bool { other === waitsFor }
    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
    ) -> Bool { other === precedes }
  }

  /// Shows an outer view with an inner one, each with a pan.
  private func onScreen(_ body: (UIWindow, Rules, Rules) -> Void) {
    let window = UIWindow(windowScene: UIWindowScene(size: CGSize(width: 320, height: 400)))
    let outer = UIView(frame: window.bounds)
    let inner = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
    window.addSubview(outer)
    outer.addSubview(inner)
    window.isHidden = false
    VirtualRunLoop.main.settle()
    body(window, Rules(on: outer), Rules(on: inner))
  }

  private func drag(in window: UIWindow, after moved: () -> Void = {}) {
    let finger = FingerTouch(at: CGPoint(x: 100, y: 100), in: window)
    for step in 1...4 {
      finger.move(to: CGPoint(x: 100 + CGFloat(step) * 12, y: 100))
      if step == 2 { moved() }
    }
    finger.lift()
  }

  // gestureRecognizer(_:shouldReceive:): "called before touchesBegan:withEvent: is called on the
  // gesture recognizer for a new touch. return NO to prevent the gesture recognizer from seeing
  // this touch".
  @Test func `a pan not receiving a touch never sees it`() {
    onScreen { window, outer, inner in
      inner.receives = { touch in
        #expect(touch.view === inner.pan.view)
        #expect(touch.location(in: inner.pan.view) == CGPoint(x: 100, y: 100))
        return false
      }
      drag(in: window)
      #expect(inner.states == [])
      #expect(outer.states == [.began, .changed, .changed, .changed, .ended])
    }
  }

  // gestureRecognizer(_:shouldRequireFailureOf:): "returning YES is guaranteed to set up the
  // failure requirement"; gestureRecognizer(_:shouldBeRequiredToFailBy:): the same in the other
  // direction.
  @Test(arguments: [true, false], [true, false])
  func `a pan requiring another's failure waits for it`(asksItself: Bool, outerBegins: Bool) {
    onScreen { window, outer, inner in
      if asksItself { inner.waitsFor = outer.pan } else { outer.precedes = inner.pan }
      outer.begins = outerBegins
      drag(in: window)
      #expect(inner.states.isEmpty == outerBegins)
      #expect(outer.states.isEmpty != outerBegins)
    }
  }

  // gestureRecognizerShouldBegin(_:): "returning NO causes it to transition to
  // UIGestureRecognizerStateFailed", for the rest of the touch.
  @Test func `a pan that does not begin fails for the touch`() {
    onScreen { window, outer, inner in
      (outer.begins, inner.begins) = (false, false)
      drag(in: window) { inner.begins = true }
      #expect(inner.states == [] && outer.states == [])
    }
  }

  // UIGestureRecognizer, isEnabled: "If you change this property to NO while a gesture recognizer
  // is currently recognizing a gesture, the gesture recognizer transitions to a cancelled state";
  // UIGestureRecognizerStateCancelled: "it sends its action message (or messages) at the next cycle
  // of the run loop and resets its state to UIGestureRecognizerStatePossible."
  @Test func `a pan disabled while recognising is cancelled`() {
    onScreen { window, _, inner in
      drag(in: window) { inner.pan.isEnabled = false }
      #expect(inner.states == [.began, .changed] && inner.pan.state == .cancelled)
      VirtualRunLoop.main.runUntilAsleep()
      #expect(inner.states == [.began, .changed, .cancelled] && inner.pan.state == .possible)
      drag(in: window)
      #expect(inner.states.count == 3)
    }
  }

  // Nothing documents that a recogniser without a view receives the rest of its touch.
  @Test func `a pan removed from its view receives no more touches`() {
    onScreen { window, _, inner in
      drag(in: window) { inner.pan.view?.removeGestureRecognizer(inner.pan) }
      #expect(inner.states == [.began, .changed])
      #expect(inner.pan.view == nil)
    }
  }

  // UIPanGestureRecognizer: "It ends (UIGestureRecognizerStateEnded) when all fingers are lifted."
  // location(in:): "usually the centroid of the touches involved in the gesture".
  @Test func `a pan follows the middle of its fingers until all are lifted`() {
    onScreen { window, outer, inner in
      let fingers = [CGPoint(x: 100, y: 100), CGPoint(x: 200, y: 100)].map { place in
        let finger = FingerTouch(at: place, in: window)
        finger.move(to: CGPoint(x: 100, y: 120))
        return finger
      }
      #expect(inner.states == [.began, .changed] && inner.pan.numberOfTouches == 2)
      #expect(inner.pan.translation(in: nil) == CGPoint(x: -50, y: 10))
      fingers[0].lift()
      #expect(inner.pan.translation(in: nil) == CGPoint(x: -50, y: 10))
      fingers[1].move(to: CGPoint(x: 90, y: 120))
      #expect(inner.pan.translation(in: nil) == CGPoint(x: -60, y: 10))
      fingers[1].lift()
      #expect(inner.states == [.began, .changed, .changed, .ended] && outer.states == [])
    }
  }

  // A removed view's recognisers are cancelled, and reset(): "the gesture recognizer receives no
  // further updates for touches that have begun but haven't ended".
  @Test func `a pan whose view leaves its window is cancelled`() {
    onScreen { window, outer, inner in
      drag(in: window) { inner.pan.view?.removeFromSuperview() }
      VirtualRunLoop.main.runUntilAsleep()
      #expect(inner.states == [.began, .changed, .cancelled] && inner.pan.state == .possible)
      drag(in: window)
      #expect(inner.states.count == 3 && outer.states.last == .ended)
    }
  }
}
