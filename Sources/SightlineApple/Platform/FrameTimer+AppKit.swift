#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import SightlineCore

/// Fires about when the next frame of the display comes, once each time it is started.
///
/// Display links for views exist from macOS 14 on; a timer of one frame's length serves as well here,
/// where nothing is drawn in step with the display.
@MainActor
package final class FrameTimer {
  private static let frameDuration = Duration.nanoseconds(16_666_667)

  private let fired: @MainActor (Duration) -> Void
  private var timer: DeadlineTimer?
  private var isRunning = false

  /// Creates a timer that is not running.
  ///
  /// - Parameter fired: called in the frame, with how long a frame of the display lasts.
  package init(_ fired: @escaping @MainActor (Duration) -> Void) {
    self.fired = fired
    timer = DeadlineTimer { [weak self] in self?.fire() }
  }

  /// Has it fire with the next frame.
  package func start() {
    if isRunning { return }
    isRunning = true
    timer?.set(MonotonicClock.now + FrameTimer.frameDuration)
  }

  /// Keeps it from firing. While it is not started, it costs nothing.
  package func stop() {
    isRunning = false
    timer?.set(nil)
  }

  /// Ends it for good.
  package func invalidate() { stop() }

  private func fire() {
    isRunning = false
    fired(FrameTimer.frameDuration)
  }
}
#endif
