#if canImport(UIKit) && !os(watchOS)
package import UIKit

/// Decides for a ``PanRelay``. All calls come from UIKit, on the main actor.
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
  /// The pan's state changed, or its touch moved.
  func changed(_ pan: PanRelay)
}
#endif
