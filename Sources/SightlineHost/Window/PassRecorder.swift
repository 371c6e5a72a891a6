package import SightlineCore

/// Records the passes of a window.
@MainActor
package protocol PassRecorder: AnyObject {
  /// Records a pass, before its events are delivered.
  func record(_ engine: VisibilityEngine)
  /// Ends the recording, at the latest when the window closes.
  func finish(_ engine: VisibilityEngine)
}
