#if canImport(UIKit) && !os(watchOS)
import SightlineApple
package import SightlineScroll
package import UIKit

/// A pan of content laid out side by side: a carousel, pages, a strip of tabs.
///
/// It takes horizontal touches in its area that nothing inside handles: of two recognisers, the
/// inner one has priority. The recogniser belongs to the area or to an ancestor, and receives only
/// touches that hit that view. It does not take touches in a control that follows fingers itself,
/// such as a slider, but does take those that begin on a button.
///
/// Invariant: every drag that began ends, even if its recogniser is disabled, loses its view or is
/// never called again. An end that UIKit does not report counts as a cancellation.
@MainActor
package final class HorizontalPan {
  /// Whether there is anything to move in a direction.
  package var canMove: @MainActor (DragDirection) -> Bool = { _ in true }
  /// Whether it takes touches. Disabling it cancels a drag in progress.
  package var isEnabled = true {
    didSet {
      if !isEnabled { cancel() }
      relay.isEnabled = isEnabled
    }
  }
  /// Whether a drag is in progress.
  package private(set) var isDragging = false

  private weak var area: UIView?
  private let relay = PanRelay()
  private let dragged: @MainActor (DragEvent) -> Void
  /// The view hit by the last touch or scroll event.
  private weak var touched: UIView?
  /// Orders areas that have no other order: later ones are inside earlier ones.
  private let number: Int
  private static var count = 0

  /// Creates a pan without a view, whose area is the bounds of another view. The closure is called
  /// while UIKit handles a touch, and when a drag is cancelled.
  package init(in area: UIView, _ dragged: @escaping @MainActor (DragEvent) -> Void) {
    self.area = area
    self.dragged = dragged
    Self.count += 1
    number = Self.count
    relay.rules = self
    #if !os(tvOS)
    // Trackpads and mice, as in a scroll view.
    relay.allowedScrollTypesMask = .all
    #endif
  }

  deinit {
    MainRelay.callIfOnMainThread { [relay] in relay.view?.removeGestureRecognizer(relay) }
  }

  /// Moves the recogniser to another view, or to none. A drag in progress is cancelled.
  package func attach(to view: UIView?) {
    guard relay.view !== view else { return }
    cancel()
    relay.view?.removeGestureRecognizer(relay)
    view?.addGestureRecognizer(relay)
  }

  private func cancel() {
    guard isDragging else { return }
    isDragging = false
    dragged(.cancelled)
  }
}

extension HorizontalPan: PanRules {
  package func receives(_ touch: UITouch) -> Bool {
    // The first finger decides whether a drag begins. Further ones join it.
    guard isDragging || relay.numberOfTouches == 0 else { return false }
    touched = touch.view
    return isInArea(touch.location(in:)) && !hitViews.contains { $0.followsFingers }
  }

  private func isInArea(_ location: (UIView?) -> CGPoint) -> Bool {
    guard let area, area.window != nil, let view = relay.view, area.isDescendant(of: view) else {
      return false
    }
    return area.bounds.contains(location(area)) && !ReservedArea.holds(location, inside: area)
  }

  package func begins(_ pan: PanRelay) -> Bool {
    // Scroll events of trackpads and mice have no touch.
    if pan.numberOfTouches == 0 {
      guard isInArea(pan.location(in:)) else { return false }
      touched = pan.view.flatMap { $0.hitTest(pan.location(in: $0), with: nil) }
    }
    let velocity = pan.velocity(in: pan.view)
    guard let direction = DragDirection(x: Double(velocity.x), y: Double(velocity.y)),
      canMove(direction)
    else { return false }
    return !hitViews.contains { view in
      guard let scroller = view as? UIScrollView, scroller.isScrollEnabled else { return false }
      return !isWithin(scroller) && ScrollMetrics(scroller).canScroll(direction)
    }
  }

  package func waits(for other: UIGestureRecognizer) -> Bool { hasPriority(over: other) == false }

  package func precedes(_ other: UIGestureRecognizer) -> Bool { hasPriority(over: other) == true }

  package func changed(_ pan: PanRelay) {
    switch pan.state {
    case .began:
      cancel()
      isDragging = true
      dragged(.began)
    case .changed where isDragging:
      dragged(.moved(Double(pan.translation(in: area).x)))
    case .ended where isDragging:
      isDragging = false
      dragged(.ended(velocity: Double(pan.velocity(in: area).x)))
    case .cancelled, .failed: cancel()
    default: break
    }
  }

  /// The view that was hit and its ancestors, up to the view whose touches the pan receives.
  private var hitViews: [UIView] {
    guard let touched else { return [] }
    return Array(sequence(first: touched) { $0 === self.relay.view ? nil : $0.superview })
  }

  private func isWithin(_ view: UIView) -> Bool { area?.isDescendant(of: view) == true }

  /// Returns whether this recogniser decides first, or the other one; `nil` if neither does.
  private func hasPriority(over other: UIGestureRecognizer) -> Bool? {
    guard let area, let view = other.view else { return nil }
    if let pan = (other as? PanRelay)?.rules as? HorizontalPan, let otherArea = pan.area {
      return !contains(otherArea, of: pan, in: area)
    }
    #if os(iOS) || !canImport(Darwin)
    if other is UIScreenEdgePanGestureRecognizer { return other.popsFromAnywhere && isWithin(view) }
    #endif
    guard other is UIPanGestureRecognizer else { return nil }
    // No API identifies the recogniser that slides rows aside, so it also counts as a drag.
    guard let scrollView = view as? UIScrollView, other === scrollView.panGestureRecognizer
    else { return isWithin(view) }
    // Whether a scroll view inside can scroll that way is only decided once the finger has moved:
    // see `begins`.
    return scrollView.alwaysBounceHorizontal
      || ScrollMetrics(scrollView).isScrollable(along: .horizontal) ? true : nil
  }

  /// Returns whether another area, which contains the same touch, is inside this one. Their views
  /// need not be nested: the background of a SwiftUI view is not an ancestor of its content. In
  /// that case the smaller area is inside, otherwise the one deeper in the tree, otherwise the
  /// later one.
  private func contains(_ otherArea: UIView, of other: HorizontalPan, in area: UIView) -> Bool {
    if otherArea.isDescendant(of: area) { return true }
    if area.isDescendant(of: otherArea) { return false }
    let (extent, otherExtent) = (area.extentInWindow, otherArea.extentInWindow)
    if abs(extent - otherExtent) > 1 { return otherExtent < extent }
    return (area.depth, number) < (otherArea.depth, other.number)
  }
}

#if os(iOS) || !canImport(Darwin)
extension UIGestureRecognizer {
  /// Whether it is the recogniser that pops a navigation controller from anywhere in its content,
  /// on iOS 26 and later. It has the same private class as the edge recogniser.
  fileprivate var popsFromAnywhere: Bool {
    guard let navigation = view?.nearestController as? UINavigationController,
      let edge = navigation.interactivePopGestureRecognizer
    else { return false }
    return self !== edge && type(of: self) == type(of: edge)
  }
}
#endif

extension ScrollMetrics {
  /// Returns whether a drag scrolls the content, by more than a pixel.
  fileprivate func canScroll(_ direction: DragDirection) -> Bool {
    let end = direction == .left ? maxOffset.x : minOffset.x
    return !clampedOffset.x.isAt(end, pixel: pixelLength)
  }
}

extension UIView {
  /// Whether it is a control that follows a finger. As in a scroll view, buttons do not count.
  fileprivate var followsFingers: Bool {
    guard let control = self as? UIControl else { return false }
    return control.isEnabled && !(control is UIButton)
  }

  /// The view's area in the window, in square points.
  fileprivate var extentInWindow: CGFloat {
    let rect = convert(bounds, to: nil)
    return rect.width * rect.height
  }

  fileprivate var depth: Int { Array(sequence(first: self, next: \.superview)).count }
}
#endif
