/// How much movement a person wants to see: the system's Reduce Motion setting.
///
/// Every block documents what it leaves out under ``reduced``. What follows the finger directly
/// stays: that movement is the person's own.
public enum MotionPreference: UInt8, Hashable, Sendable, CaseIterable {
  /// Everything moves.
  case full
  /// Changes jump to their end; parallax, zooming and movement by itself are left out.
  case reduced
}
