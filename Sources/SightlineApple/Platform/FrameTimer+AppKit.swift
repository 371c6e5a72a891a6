#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import SightlineCore

/// Fires at about the next frame of the display, once for each start.
///
/// Views have display links only since macOS 14. A timer of one frame's length is enough here,
/// since nothing is drawn in sync with the display.
@MainActor
package final class FrameTimer {
  private static let frameDuration = Duration.nanoseconds(16_666_667)

  private let fired: @MainActor (Duration) -> Void
  private var timer: DeadlineTimer?

  /// Creates a timer that is not running.
  ///
  /// - Parameter fired: called in the frame, with the duration of a display frame.
  package init(_ fired: @escaping @MainActor (Duration) -> Void) {
    self.fired = fired
    timer = DeadlineTimer { [weak self] in self?.fire() }
  }

  /// Makes it fire with the next frame.
  package func start() { timer?.set(MonotonicClock.now + FrameTimer.frameDuration) }

  /// Stops it. A stopped timer costs nothing.
  package func stop() { timer?.set(nil) }

  private func fire() { fired(FrameTimer.frameDuration) }
}
#endif
