#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit

/// Scrolls a focused widget clear of an overlay at the top of a scrolled window, such as a header.
/// GTK only scrolls it into the scrolled window, where it may lie under the header.
@MainActor
enum FocusClearance {
  /// The gap between the header and the focused widget, in points, for the focus ring.
  static let gap = 8.0
  /// The duration of the scroll, as in GTK.
  private static let duration = Duration.milliseconds(200)

  /// - Parameters:
  ///   - scroller: the scrolled window.
  ///   - top: returns the covered height at the top, in points.
  static func install(on scroller: WidgetPointer, top: @escaping @MainActor () -> Double) {
    let reference = WeakObjectReference(scroller)
    var signal: SignalToken?
    // After the viewport's own handler, which is connected earlier.
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
    // Don't move widgets that fill the viewport, such as the content itself.
    guard missing > 0, offset > 0,
      Double(bounds.size.height) < observer.geometry.containerSize.height
    else { return }
    observer.scroll(to: offset - missing, over: duration)
  }
}
#endif
