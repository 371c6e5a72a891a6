#if canImport(UIKit) && !os(watchOS) && canImport(Darwin)
package import UIKit

/// A pan recogniser that delegates its decisions to rules. Without rules it takes no touch.
@MainActor
package final class PanRelay: UIPanGestureRecognizer, UIGestureRecognizerDelegate {
  /// The rules that make the decisions.
  package weak var rules: (any PanRules)?

  /// Creates a recogniser without a view.
  package init() {
    super.init(target: nil, action: nil)
    addTarget(self, action: #selector(panned))
    delegate = self
  }

  @objc private func panned() { rules?.changed(self) }

  package func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch
  ) -> Bool {
    rules?.receives(touch) ?? false
  }

  package func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    rules?.begins(self) ?? false
  }

  package func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
  ) -> Bool {
    rules?.waits(for: other) ?? false
  }

  package func gestureRecognizer(
    _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
  ) -> Bool {
    rules?.precedes(other) ?? false
  }
}

/// The decisions of a ``PanRelay``. All calls come from UIKit, on the main actor.
@MainActor
package protocol PanRules: AnyObject {
  /// Whether the pan considers a new touch.
  func receives(_ touch: UITouch) -> Bool
  /// Whether the pan takes a touch that has begun to move.
  func begins(_ pan: PanRelay) -> Bool
  /// Whether the pan waits for another recogniser to fail.
  func waits(for other: UIGestureRecognizer) -> Bool
  /// Whether another recogniser waits for the pan to fail.
  func precedes(_ other: UIGestureRecognizer) -> Bool
  /// Called when the pan's state has changed, or its touch has moved.
  func changed(_ pan: PanRelay)
}
#endif
