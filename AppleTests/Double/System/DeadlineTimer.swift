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
    timer?.invalidate()
    timer = nil
    guard let deadline, deadline != .never else { return }
    timer = VirtualRunLoop.main.addTimer(at: deadline.nanoseconds) { [weak self] in self?.fire() }
  }

  private func fire() {
    timer = nil
    fired()
  }
}
