#if canImport(UIKit) && !os(watchOS)
package import UIKit

/// Decides for a ``PanRelay``. All calls come from UIKit, on the main actor.
@MainActor
package protocol PanRules: AnyObject {
  /// Whether a new touch is any business of the pan.
  func receives(_ touch: UITouch) -> Bool
  /// Whether it takes a touch that has begun to move.
  func begins(_ pan: PanRelay) -> Bool
  /// Whether it waits until another recogniser has failed.
  func waits(for other: UIGestureRecognizer) -> Bool
  /// Whether another recogniser waits until this one has failed.
  func precedes(_ other: UIGestureRecognizer) -> Bool
  /// Its state changed, or the touch it took moved.
  func changed(_ pan: PanRelay)
}
#endif
