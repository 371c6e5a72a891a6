/// How much movement a person wants: the system's Reduce Motion setting.
///
/// Every block documents its behaviour under ``reduced``. Movement that directly follows the finger
/// remains.
public enum MotionPreference: UInt8, Hashable, Sendable, CaseIterable {
  /// Everything moves.
  case full
  /// Changes jump to their end; there is no parallax, zooming or automatic movement.
  case reduced
}
