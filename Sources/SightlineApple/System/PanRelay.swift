#if canImport(UIKit) && !os(watchOS)
package import UIKit

/// A pan that has its decisions made elsewhere. Without rules it takes nothing.
@MainActor
package final class PanRelay: UIPanGestureRecognizer, UIGestureRecognizerDelegate {
  /// Who decides.
  package weak var rules: (any PanRules)?

  /// Creates a pan that belongs to no view yet.
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
