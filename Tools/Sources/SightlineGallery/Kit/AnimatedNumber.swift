import SightlineGTKToolkit

/// An animated number, which moves to its target while the widget that shows it exists.
@MainActor
final class AnimatedNumber {
  private(set) var value: Double
  private let show: @MainActor (Double) -> Void
  private var task: Task<Void, Never>?
  private var isOver = false

  /// - Parameters:
  ///   - widget: the widget that shows it. The animation ends with it.
  ///   - show: called with each new value.
  init(_ value: Double, of widget: WidgetPointer, show: @escaping @MainActor (Double) -> Void) {
    self.value = value
    self.show = show
    Signal.connect(widget, "destroy") { [weak self] in
      self?.isOver = true
      self?.task?.cancel()
    }
  }

  /// Moves to a target, stopping any current move where it is.
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
