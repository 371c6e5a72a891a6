/// A number that moves to where it is told, gently, while something shows it.
@MainActor
final class Glide {
  private(set) var value: Double
  private let show: @MainActor (Double) -> Void
  private var task: Task<Void, Never>?

  /// - Parameter show: called with each new value; it must not rely on widgets that may be gone.
  init(_ value: Double, show: @escaping @MainActor (Double) -> Void) {
    self.value = value
    self.show = show
  }

  /// Moves; a move that is under way ends where it is.
  func go(to target: Double, over duration: Duration = .milliseconds(600)) {
    task?.cancel()
    let begin = value
    task = Task { [weak self] in
      let clock = ContinuousClock()
      let start = clock.now
      while !Task.isCancelled {
        let progress = min(1, (clock.now - start) / duration)
        let eased = progress * progress * (3 - 2 * progress)
        guard let self else { return }
        value = begin + (target - begin) * eased
        show(value)
        if progress >= 1 { return }
        try? await clock.sleep(for: .milliseconds(14))
      }
    }
  }

  /// Waits until it has arrived.
  func arrival() async { await task?.value }
}
