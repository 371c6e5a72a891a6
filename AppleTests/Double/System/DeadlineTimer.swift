package import SightlineCore
import VirtualTime

@MainActor
package final class DeadlineTimer {
  private let fired: @MainActor () -> Void
  private var timer: VirtualRunLoop.Timer?

  package init(_ fired: @escaping @MainActor () -> Void) { self.fired = fired }

  deinit {
    if let timer { MainActor.assumeIsolated { timer.invalidate() } }
  }

  package func set(_ deadline: MonotonicTime?) {
    guard let deadline, deadline != .never else {
      timer?.invalidate()
      return
    }
    let timer = timer ?? VirtualRunLoop.main.makeTimer { [weak self] in self?.fired() }
    self.timer = timer
    timer.set(deadline.nanoseconds)
  }
}
