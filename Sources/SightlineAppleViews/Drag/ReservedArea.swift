#if canImport(UIKit) && !os(watchOS)
import SightlineApple
import UIKit

/// An area that keeps horizontal drags for its content when no recogniser reveals that the content
/// uses them: a map, a web page, a chart, a SwiftUI gesture. Pans around it receive no touch that
/// begins there.
@MainActor
package final class ReservedArea {
  /// The view to insert at the area.
  package let view = SentinelView()

  private struct WeakArea {
    weak var area: ReservedArea?
  }

  private static var all: [WeakArea] = []

  /// Creates an area outside of any window.
  package init() {
    Self.all.removeAll { $0.area == nil }
    Self.all.append(WeakArea(area: self))
  }

  /// Returns whether a location is in a reserved area inside the area of a pan.
  ///
  /// - Parameter location: returns the location in a view's space.
  static func holds(_ location: (UIView?) -> CGPoint, inside pan: UIView) -> Bool {
    all.contains { $0.area?.holds(location, inside: pan) ?? false }
  }

  private func holds(_ location: (UIView?) -> CGPoint, inside pan: UIView) -> Bool {
    guard let window = view.window, window === pan.window else { return false }
    // A pan inside the area is among the content that the drags are reserved for.
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
