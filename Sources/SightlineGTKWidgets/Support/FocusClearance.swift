#if GTK && os(Linux)
internal import CGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit

/// Scrolls what gets the keyboard's focus clear of what lies over the top of a scrolled window,
/// such as a header. GTK scrolls it into the scrolled window only, where it may lie under the
/// header.
@MainActor
enum FocusClearance {
  /// What stays free between the header and what has the focus, in points: there is a ring around
  /// it.
  static let gap = 8.0
  /// How long it scrolls, as GTK does.
  private static let duration = Duration.milliseconds(200)

  /// - Parameters:
  ///   - scroller: the scrolled window.
  ///   - top: returns how much of its top is covered, in points.
  static func install(on scroller: WidgetPointer, top: @escaping @MainActor () -> Double) {
    let reference = WeakObjectReference(scroller)
    var signal: SignalToken?
    // After the viewport's own handler, which is connected before.
    Signal.connect(scroller, "map", after: true) {
      guard let scroller = reference.pointer, let root = gtk_widget_get_root(scroller) else {
        return
      }
      signal?.disconnect()
      signal = Signal.notify(UnsafeMutableRawPointer(root), "focus-widget") {
        guard let scroller = reference.pointer else { return }
        clear(scroller, top())
      }
    }
    Signal.connect(scroller, "unmap") {
      signal?.disconnect()
      signal = nil
    }
  }

  private static func clear(_ scroller: WidgetPointer, _ top: Double) {
    guard top > 0, let root = gtk_widget_get_root(scroller), let focus = gtk_root_get_focus(root),
      focus != scroller, gtk_widget_is_ancestor(focus, scroller) != 0
    else { return }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(focus, scroller, &bounds) != 0 else { return }
    let missing = top + gap - Double(bounds.origin.y)
    let observer = ScrollObserver.of(scroller)
    let offset = observer.geometry.contentOffset.y
    // What fills the viewport, such as the content itself, is not to be moved.
    guard missing > 0, offset > 0,
      Double(bounds.size.height) < observer.geometry.containerSize.height
    else { return }
    observer.scroll(to: offset - missing, over: duration)
  }
}
#endif
