#if canImport(UIKit) && !os(watchOS) && canImport(Darwin)
import SightlineCore
import UIKit

/// Fires with the next frame of the display, once for each start.
@MainActor
package final class FrameTimer {
  private let fired: @MainActor (Duration) -> Void
  private var link: CADisplayLink?

  /// Creates a timer that is not running.
  ///
  /// - Parameter fired: called in the frame, with the duration of a display frame.
  package init(_ fired: @escaping @MainActor (Duration) -> Void) { self.fired = fired }

  /// Makes it fire with the next frame.
  package func start() {
    if let link {
      link.isPaused = false
      return
    }
    // A display link retains its target, so the target must not retain the display link.
    let link = CADisplayLink(target: Target(self), selector: #selector(Target.fired))
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  /// Stops it. A stopped timer costs nothing.
  package func stop() { link?.isPaused = true }

  /// Ends it permanently.
  package func invalidate() {
    link?.invalidate()
    link = nil
  }

  fileprivate func fire(_ link: CADisplayLink) {
    link.isPaused = true
    fired(.seconds(link.duration))
  }

  @MainActor
  private final class Target: NSObject {
    private weak var timer: FrameTimer?

    init(_ timer: FrameTimer) { self.timer = timer }

    @objc func fired(_ link: CADisplayLink) {
      if let timer { timer.fire(link) } else { link.invalidate() }
    }
  }
}
#endif
