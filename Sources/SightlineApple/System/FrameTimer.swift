#if canImport(UIKit) && !os(watchOS) && canImport(Darwin)
import SightlineCore
import UIKit

/// Fires with the next frame of the display, once for each start.
@MainActor
package final class FrameTimer {
  private let fired: @MainActor (Duration) -> Void
  private var target: Target?

  /// Creates a timer that is not running.
  ///
  /// - Parameter fired: called in the frame, with the duration of a display frame.
  package init(_ fired: @escaping @MainActor (Duration) -> Void) { self.fired = fired }

  deinit { MainRelay.callIfOnMainThread { [target] in target?.link?.invalidate() } }

  /// Makes it fire with the next frame.
  package func start() {
    if target == nil { target = Target(self) }
    target?.link?.isPaused = false
  }

  /// Stops it. A stopped timer costs nothing.
  package func stop() { target?.link?.isPaused = true }

  fileprivate func fire(_ link: CADisplayLink) {
    link.isPaused = true
    fired(.seconds(link.duration))
  }

  /// A display link retains its target, and the run loop the display link.
  @MainActor
  private final class Target: NSObject {
    private weak var timer: FrameTimer?
    private(set) weak var link: CADisplayLink?

    init(_ timer: FrameTimer) {
      self.timer = timer
      super.init()
      let link = CADisplayLink(target: self, selector: #selector(Target.fired))
      link.add(to: .main, forMode: .common)
      self.link = link
    }

    @objc func fired(_ link: CADisplayLink) {
      // A timer released on another thread has not invalidated it.
      if let timer { timer.fire(link) } else { link.invalidate() }
    }
  }
}
#endif
