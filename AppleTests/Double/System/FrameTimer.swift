#if canImport(UIKit)
import VirtualTime

@MainActor
package final class FrameTimer {
  private let fired: @MainActor (Duration) -> Void
  private var link: VirtualDisplay.Link?

  package init(_ fired: @escaping @MainActor (Duration) -> Void) { self.fired = fired }

  deinit { MainRelay.callIfOnMainThread { [link] in link?.invalidate() } }

  package func start() {
    if let link {
      link.isPaused = false
      return
    }
    link = VirtualRunLoop.main.display.addLink { [weak self] link in
      if let self { fire(link) } else { link.invalidate() }
    }
  }

  package func stop() { link?.isPaused = true }

  private func fire(_ link: VirtualDisplay.Link) {
    link.isPaused = true
    fired(.nanoseconds(link.duration))
  }
}
#endif
