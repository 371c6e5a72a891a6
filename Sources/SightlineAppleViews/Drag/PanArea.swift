#if canImport(UIKit) && !os(watchOS)
import SightlineApple
package import SightlineScroll
import UIKit

/// A horizontal pan for a declarative view, whose own gestures do not report a cancelled touch. It
/// consists of a view in the background, which draws nothing and ignores touches, and a recogniser
/// in an ancestor of both.
///
/// The recogniser belongs to the view of the nearest controller, so it receives everything that
/// hits the declarative view, and nothing presented above it. It cannot distinguish content over
/// the area from content in it if both are in the same controller's view and the content has no
/// platform view.
@MainActor
package final class PanArea {
  /// The view to insert at the area.
  package let view = SentinelView()
  /// Called while a touch is handled or at the end of a turn, never while views are updated.
  package var dragged: @MainActor (DragEvent) -> Void = { _ in }
  /// Whether there is anything to move in a direction.
  package var canMove: @MainActor (DragDirection) -> Bool {
    get { pan.canMove }
    set { pan.canMove = newValue }
  }

  private lazy var pan = HorizontalPan(in: view) { [weak self] in self?.deliver($0) }
  /// Whether views are being updated, during which no closure may be called.
  private var isUpdating = false
  private var cancellation: AppHost.TurnAction?

  /// Creates an area outside any window.
  package init() {
    view.windowChanged = { [weak self] in
      guard let self else { return }
      update(isEnabled: pan.isEnabled)
    }
  }

  /// Handles an update of the declarative view.
  package func update(isEnabled: Bool) {
    updating {
      pan.isEnabled = isEnabled
      pan.attach(to: view.window.flatMap(viewAround))
    }
  }

  /// Handles the dismantling of the declarative view.
  package func dismantle() { updating { pan.attach(to: nil) } }

  private func updating(_ change: () -> Void) {
    isUpdating = true
    change()
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
      // The closure retains this object until it has run, since the view may be gone before that.
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

/// An area that reserves horizontal drags for content that uses them without a recogniser that
/// shows it: a map, a web page, a SwiftUI gesture. Pans around it receive no touches that begin
/// there.
@MainActor
package final class ReservedArea {
  /// The view to insert at the area.
  package let view = SentinelView()

  private struct WeakArea {
    weak var area: ReservedArea?
  }

  private static var all: [WeakArea] = []

  /// Creates an area outside any window.
  package init() {
    Self.all.removeAll { $0.area == nil }
    Self.all.append(WeakArea(area: self))
  }

  /// Returns whether a location, read in a view's space, is reserved inside the area of a pan.
  static func holds(_ location: (UIView?) -> CGPoint, inside pan: UIView) -> Bool {
    all.contains { $0.area?.holds(location, inside: pan) ?? false }
  }

  private func holds(_ location: (UIView?) -> CGPoint, inside pan: UIView) -> Bool {
    guard let window = view.window, window === pan.window else { return false }
    // A pan inside the area is part of the content for which the drags are reserved.
    if view.convert(view.bounds, to: nil).contains(pan.convert(pan.bounds, to: nil)) {
      return false
    }
    guard view.bounds.contains(location(view)) else { return false }
    return sequence(first: view, next: \.superview).dropFirst().allSatisfy { ancestor in
      !ancestor.isHidden && ancestor.alpha > 0
        && (!ancestor.clipsToBounds || ancestor.bounds.contains(location(ancestor)))
    }
  }
}
#endif
