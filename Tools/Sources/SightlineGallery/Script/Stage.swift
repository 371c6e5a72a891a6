import Foundation
import SightlineGTKToolkit

/// The operations of a page's script: moving things as a person would, waiting and taking
/// screenshots.
///
/// Time is real time. Scrolling proceeds frame by frame, as with a finger. In a cancelled task
/// nothing waits or scrolls, and the next screenshot throws `CancellationError`.
@MainActor
final class Stage {
  let window: WidgetPointer
  private let page: String
  private let folder: String?
  private let showCaption: @MainActor (String) -> Void
  /// The files of the screenshots taken.
  private(set) var shots: [String] = []
  /// The signals that end the wait for a frame.
  private var signals: [SignalToken] = []

  /// - Parameter caption: shows a caption.
  init(
    window: WidgetPointer, page: String, shots folder: String?,
    caption: @escaping @MainActor (String) -> Void
  ) {
    self.window = window
    showCaption = caption
    self.page = page
    self.folder = folder
  }

  /// Says what happens next, and leaves time to read it.
  func say(_ caption: String) async {
    if Task.isCancelled { return }
    showCaption(caption)
    await wait(.milliseconds(700))
  }

  /// Says what shows, and takes a screenshot of it after a duration.
  func say(_ caption: String, shot step: String, after delay: Duration = .zero) async throws {
    await say(caption)
    try await shot(step, after: delay)
  }

  func wait(_ duration: Duration) async { try? await Task.sleep(for: duration) }

  /// Waits for some frames, with everything laid out, drawn and evaluated.
  func frames(_ count: Int = 2) async {
    for _ in 0..<count { await nextFrame("after-paint") {} }
  }

  /// Requests a frame, and calls a closure at one of its phases, unless the window is closed.
  private func nextFrame(_ phase: String, _ body: @escaping @MainActor () -> Void) async {
    await withCheckedContinuation { continuation in
      guard let clock = gtk_widget_get_frame_clock(window) else { return continuation.resume() }
      let done: @MainActor () -> Void = { [self] in
        for signal in signals { signal.disconnect() }
        continuation.resume()
      }
      signals = [
        Signal.connect(clock, phase, after: true) {
          body()
          done()
        },
        // A closed window gets no more frames.
        Signal.connect(window, "unrealize", done),
      ]
      gtk_widget_queue_draw(window)
    }
  }

  /// Calls a closure in each frame of a movement with its progress, 0...1.
  func move(over duration: Duration, _ body: @MainActor (Double) -> Void) async {
    let start = ContinuousClock.now
    var progress = 0.0
    while progress < 1, !Task.isCancelled {
      progress = duration > .zero ? min(1, (.now - start) / duration) : 1
      body(progress)
      await frames(1)
    }
  }

  /// Scrolls an adjustment to a value at constant speed.
  func scroll(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>, to value: Double,
    over duration: Duration = .milliseconds(500)
  ) async {
    let begin = gtk_adjustment_get_value(adjustment)
    await move(over: duration) {
      gtk_adjustment_set_value(adjustment, begin + (value - begin) * $0)
    }
  }

  func wait(upTo limit: Duration, until holds: () -> Bool) async {
    let end = ContinuousClock.now + limit
    while !holds(), .now < end, !Task.isCancelled { await wait(.milliseconds(20)) }
  }

  /// Fails the script unless a condition holds, or the script has been stopped.
  func expect(_ holds: Bool, _ problem: @autoclosure () -> String) throws {
    if holds || Task.isCancelled { return }
    throw GalleryError("the page \(page): \(problem())", status: EX_SOFTWARE)
  }

  /// Takes a screenshot of the window after a duration: `PAGE-STEP.png`.
  func shot(_ step: String, after delay: Duration = .zero) async throws {
    if delay > .zero { await wait(delay) }
    await frames(2)
    try Task.checkCancellation()
    guard let folder else { return }
    let path = "\(folder)/\(page)-\(step).png"
    // After the frame, the page may already have queued another, and GTK has no image of widgets
    // that are about to be redrawn.
    var isWritten = false
    await nextFrame("paint") { [window] in isWritten = window.writePicture(to: path) }
    if !isWritten { throw GalleryError.notWritable(path) }
    shots.append(path)
  }
}

extension WidgetPointer {
  /// Writes a PNG file of the widget as GTK drew it. Returns whether that succeeded.
  @MainActor
  fileprivate func writePicture(to path: String) -> Bool {
    let paintable = ObjectReference(adopting: required(gtk_widget_paintable_new(self)))
    let width = gdk_paintable_get_intrinsic_width(paintable.pointer)
    let height = gdk_paintable_get_intrinsic_height(paintable.pointer)
    let snapshot = required(gtk_snapshot_new())
    gdk_paintable_snapshot(paintable.pointer, snapshot, Double(width), Double(height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
    let cairo = cairo_create(surface)
    gsk_render_node_draw(node, cairo)
    gsk_render_node_unref(node)
    cairo_destroy(cairo)
    defer { cairo_surface_destroy(surface) }
    return cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS
  }
}
