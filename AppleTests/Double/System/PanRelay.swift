#if canImport(UIKit)
package import UIKit

@MainActor
package final class PanRelay: UIPanGestureRecognizer, UIGestureRecognizerDelegate {
  private let shouldBegin: @MainActor (PanRelay) -> Bool

  package init(
    shouldBegin: @escaping @MainActor (PanRelay) -> Bool,
    changed: @escaping @MainActor (PanRelay) -> Void
  ) {
    self.shouldBegin = shouldBegin
    super.init()
    addHandler { [unowned self] in changed(self) }
    delegate = self
  }

  package func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    shouldBegin(self)
  }
}
#endif
