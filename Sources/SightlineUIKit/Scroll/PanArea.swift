#if canImport(UIKit) && !os(watchOS)
import SightlineApple
package import SightlineScroll
import UIKit

/// A horizontal pan for a declarative view, whose own gestures do not report that a touch was taken
/// away: a view in its background that draws nothing and ignores touches, and a recogniser in a
/// view around both.
///
/// The recogniser belongs to the view of the nearest controller, so that it receives whatever hits
/// the declarative view, and nothing of what is presented above it. It comes and goes with the
/// window. It cannot tell what lies over the area in the same controller's view, and in no platform
/// view of its own, from what is in the area.
@MainActor
package final class PanArea {
  /// Put it where the area is.
  package let view = PassiveView()
  /// Called with the events of a drag, in the handling of a touch or at the end of a turn of the
  /// run loop, and never while views are updated.
  package var dragged: @MainActor (DragEvent) -> Void = { _ in }
  /// Whether there is anything to move in a direction.
  package var canMove: @MainActor (DragDirection) -> Bool {
    get { pan.canMove }
    set { pan.canMove = newValue }
  }

  private lazy var pan = HorizontalPan(in: view) { [weak self] in self?.deliver($0) }
  /// Whether views are being updated, so that no closure may be called.
  private var isUpdating = false
  private var cancellation: AppHost.TurnAction?

  /// Creates an area that is nowhere yet.
  package init() {
    view.onWindowChange = { [weak self] in self?.update() }
  }

  /// The declarative view was updated.
  package func update(isEnabled: Bool) {
    isUpdating = true
    pan.isEnabled = isEnabled
    isUpdating = false
    update()
  }

  /// The declarative view was dismantled.
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

  /// The view of the nearest controller, or the outermost one in the window.
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
      // It retains itself until it has run: the view may be gone by then.
      let action = AppHost.TurnAction { self.deliverCancellation() }
      cancellation = action
      AppHost.shared.onTurn(action)
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
