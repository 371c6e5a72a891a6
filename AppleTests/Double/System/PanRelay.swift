#if canImport(UIKit)
package import UIKit

@MainActor
package final class PanRelay: UIPanGestureRecognizer, UIGestureRecognizerDelegate {
  package weak var rules: (any PanRules)?

  package override init() {
    super.init()
    addHandler { [unowned self] in rules?.changed(self) }
    delegate = self
  }

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

@MainActor
package protocol PanRules: AnyObject {
  func receives(_ touch: UITouch) -> Bool
  func begins(_ pan: PanRelay) -> Bool
  func waits(for other: UIGestureRecognizer) -> Bool
  func precedes(_ other: UIGestureRecognizer) -> Bool
  func changed(_ pan: PanRelay)
}
#endif
