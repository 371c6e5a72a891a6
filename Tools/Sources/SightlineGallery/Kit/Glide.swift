import SightlineGTKToolkit

/// A number that moves to where it is told, gently, as long as there is a widget that shows it.
@MainActor
final class Glide {
  private(set) var value: Double
  private let show: @MainActor (Double) -> Void
  private var task: Task<Void, Never>?
  private var isOver = false

  /// - Parameters:
  ///   - widget: what shows it. It ends with this.
  ///   - show: called with each new value.
  init(_ value: Double, of widget: WidgetPointer, show: @escaping @MainActor (Double) -> Void) {
    self.value = value
    self.show = show
    Signal.connect(widget, "destroy") { [weak self] in
      self?.isOver = true
      self?.task?.cancel()
    }
  }

  /// Moves; a move that is under way ends where it is.
  func go(to target: Double, over duration: Duration = .milliseconds(600)) {
    task?.cancel()
    if isOver { return }
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
