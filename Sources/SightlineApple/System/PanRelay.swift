#if canImport(UIKit) && !os(watchOS)
package import UIKit

/// A pan that calls closures: whether it takes a touch that has begun to move, and each change of its
/// state.
@MainActor
package final class PanRelay: UIPanGestureRecognizer, UIGestureRecognizerDelegate {
  private let shouldBegin: @MainActor (PanRelay) -> Bool
  private let changed: @MainActor (PanRelay) -> Void

  /// Creates a pan that belongs to no view yet.
  package init(
    shouldBegin: @escaping @MainActor (PanRelay) -> Bool,
    changed: @escaping @MainActor (PanRelay) -> Void
  ) {
    self.shouldBegin = shouldBegin
    self.changed = changed
    super.init(target: nil, action: nil)
    addTarget(self, action: #selector(panned))
    delegate = self
  }

  @objc private func panned() { changed(self) }

  package func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    shouldBegin(self)
  }
}
#endif
