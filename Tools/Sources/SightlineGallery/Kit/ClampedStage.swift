import CGTK
import SightlineGTKToolkit

/// A container that keeps its child from widening the window. If the child doesn't fit, only its
/// end shows until its owner replaces it with something smaller.
@MainActor
final class ClampedStage: CustomWidgetDelegate {
  private let least: Int

  private init(least: Int) { self.least = least }

  /// - Parameter least: the width to request, regardless of the child's.
  static func make(_ child: WidgetPointer, least: Int = 0) -> WidgetPointer {
    let widget = CustomWidget.make(
      ClampedStage(least: least), cssName: "squeeze")
    CustomWidget.add(child, to: widget)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    return widget
  }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    guard let child = gtk_widget_get_first_child(widget) else { return (0, 0) }
    let lengths = Flow.lengths(child, orientation)
    return orientation == GTK_ORIENTATION_HORIZONTAL
      ? (min(least, lengths.minimum), lengths.natural) : lengths
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let child = gtk_widget_get_first_child(widget) else { return }
    let own = max(width, Flow.lengths(child, GTK_ORIENTATION_HORIZONTAL).minimum)
    let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    CustomWidget.place(
      child,
      Placement(
        x: isMirrored ? 0 : Double(width - own), y: 0, width: Double(own), height: Double(height)))
  }
}
