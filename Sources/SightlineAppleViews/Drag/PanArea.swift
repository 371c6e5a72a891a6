#if canImport(UIKit) && !os(watchOS)
import SightlineApple
package import SightlineScroll
import UIKit

/// A horizontal pan for a declarative view, whose own gestures do not report that a touch was taken
/// away. It consists of a view in the background, which draws nothing and ignores touches, and a
/// recogniser in an ancestor of both.
///
/// The recogniser belongs to the view of the nearest controller, so it receives everything that
/// hits the declarative view, and nothing presented above it. It is added and removed with the
/// window. It cannot distinguish content over the area from content in the area if both are in the
/// same controller's view and the content has no platform view.
@MainActor
package final class PanArea {
  /// The view to insert at the area.
  package let view = SentinelView()
  /// Called with the events of a drag, while a touch is handled or at the end of a run loop turn,
  /// and never while views are updated.
  package var dragged: @MainActor (DragEvent) -> Void = { _ in }
  /// Whether there is anything to move in a direction.
  package var canMove: @MainActor (DragDirection) -> Bool {
    get { pan.canMove }
    set { pan.canMove = newValue }
  }

  private lazy var pan = HorizontalPan(in: view) { [weak self] in self?.deliver($0) }
  /// Whether views are being updated, when no closure may be called.
  private var isUpdating = false
  private var cancellation: AppHost.TurnAction?

  /// Creates an area outside of any window.
  package init() {
    view.windowChanged = { [weak self] in self?.update() }
  }

  /// Handles an update of the declarative view.
  package func update(isEnabled: Bool) {
    isUpdating = true
    pan.isEnabled = isEnabled
    isUpdating = false
    update()
  }

  /// Handles the dismantling of the declarative view.
  package func dismantle() {
    isUpdating = true
    pan.attach(to: nil)
    isUpdating = false
  }

  private func update() {
    isUpdating = true
    pan.attach(to: view.window.flatMap(viewAround))
    isUpdating = false
  }

  /// Returns the view of the nearest controller, or the outermost view in the window.
  private func viewAround(in window: UIWindow) -> UIView? {
    var outermost: UIView?
    var responder: UIResponder? = view.superview
    while let next = responder, next !== window {
      if let controller = next as? UIViewController { return controller.viewIfLoaded }
      outermost = next as? UIView ?? outermost
      responder = next.next
    }
    return outermost
  }

  private func deliver(_ event: DragEvent) {
    if event == .cancelled, isUpdating {
      // It retains itself until it has run, since the view may be gone before that.
      cancellation = AppHost.shared.onTurn { self.deliverCancellation() }
      AppHost.shared.requestTurn()
    } else {
      deliverCancellation()
      dragged(event)
    }
  }

  private func deliverCancellation() {
    guard cancellation != nil else { return }
    cancellation = nil
    dragged(.cancelled)
    AppHost.shared.requestTurn()
  }
}
#endif
