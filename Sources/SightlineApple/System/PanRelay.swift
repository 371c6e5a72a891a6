#if canImport(UIKit) && !os(watchOS)
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
#endif
