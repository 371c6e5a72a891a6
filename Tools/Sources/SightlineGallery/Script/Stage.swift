import CGTK
import SightlineGTKToolkit

/// What a page's script can do: move what a person would move, wait, and take pictures.
///
/// Time is the real one. Scrolling goes frame by frame, as by a finger. In a task that was
/// cancelled nothing waits or scrolls any more, and the next picture throws `CancellationError`.
@MainActor
final class Stage {
  let window: WidgetPointer
  private let page: String
  private let folder: String?
  /// The files of the pictures that were taken.
  private(set) var shots: [String] = []

  init(window: WidgetPointer, page: String, shots folder: String?) {
    self.window = window
    self.page = page
    self.folder = folder
  }

  /// Waits.
  func wait(_ duration: Duration) async { try? await Task.sleep(for: duration) }

  /// Lets some frames go by, with everything laid out, drawn and evaluated.
  func frames(_ count: Int = 2) async {
    for _ in 0..<count {
      await withCheckedContinuation { continuation in
        guard let clock = gtk_widget_get_frame_clock(window) else { return continuation.resume() }
        var signals: [SignalToken] = []
        let done: @MainActor () -> Void = {
          guard !signals.isEmpty else { return }
          for signal in signals { signal.disconnect() }
          signals = []
          continuation.resume()
        }
        signals = [
          Signal.connect(clock, "after-paint", after: true, done),
          // A window that is closed has no more frames.
          Signal.connect(window, "unrealize", done),
        ]
        gtk_widget_queue_draw(window)
      }
    }
  }

  /// Scrolls an adjustment evenly to a value, over a time.
  func scroll(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>, to value: Double,
    over duration: Duration = .milliseconds(500)
  ) async {
    if Task.isCancelled { return }
    let begin = gtk_adjustment_get_value(adjustment)
    let clock = ContinuousClock()
    let start = clock.now
    while true {
      let progress = duration > .zero ? min(1, (clock.now - start) / duration) : 1
      gtk_adjustment_set_value(adjustment, begin + (value - begin) * progress)
      await frames(1)
      if progress >= 1 || Task.isCancelled { return }
    }
  }

  /// Takes a picture of the window: `PAGE-STEP.png`.
  func shot(_ step: String) async throws {
    await frames(2)
    try Task.checkCancellation()
    guard let folder else { return }
    let path = "\(folder)/\(page)-\(step).png"
    try await picture().write(toPNG: path)
    shots.append(path)
  }

  /// The next frame, as it was drawn. After the frame a page may have asked for another already,
  /// and what GTK is going to draw anew has no picture.
  private func picture() async throws -> Screenshot {
    let result: Result<Screenshot, any Error>? = await withCheckedContinuation { continuation in
      guard let clock = gtk_widget_get_frame_clock(window) else {
        return continuation.resume(returning: nil)
      }
      var signal: SignalToken?
      signal = Signal.connect(clock, "paint", after: true) { [window] in
        signal?.disconnect()
        signal = nil
        continuation.resume(returning: Result { try Screenshot(of: window) })
      }
      gtk_widget_queue_draw(window)
    }
    guard let result else { throw ScreenshotError.notOnScreen(widget: window.className) }
    return try result.get()
  }
}
