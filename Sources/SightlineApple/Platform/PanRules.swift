#if canImport(UIKit) && !os(watchOS)
package import UIKit

/// The decisions of a ``PanRelay``. All calls come from UIKit, on the main actor.
@MainActor
package protocol PanRules: AnyObject {
  /// Whether the pan considers a new touch.
  func receives(_ touch: UITouch) -> Bool
  /// Whether the pan takes a touch that has begun to move.
  func begins(_ pan: PanRelay) -> Bool
  /// Whether the pan waits for another recogniser to fail.
  func waits(for other: UIGestureRecognizer) -> Bool
  /// Whether another recogniser waits for the pan to fail.
  func precedes(_ other: UIGestureRecognizer) -> Bool
  /// Called when the pan's state has changed, or its touch has moved.
  func changed(_ pan: PanRelay)
}
#endif
