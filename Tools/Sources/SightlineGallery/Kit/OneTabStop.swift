import CGTK
import SightlineGTKToolkit

/// A container that makes a list a single Tab stop. Arrow keys move within the list.
@MainActor
final class OneTabStop: CustomWidgetDelegate {
  private let list: WeakObjectReference<WidgetPointer>

  private init(list: WidgetPointer) { self.list = WeakObjectReference(list) }

  /// - Parameters:
  ///   - child: the child to show, such as the list's scrolled window.
  ///   - list: the widget that handles the keys.
  static func make(_ child: WidgetPointer, list: WidgetPointer) -> WidgetPointer {
    let widget = CustomWidget.make(
      OneTabStop(list: list), cssName: "stop")
    CustomWidget.add(child, to: widget)
    return widget
  }

  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int) {
    gtk_widget_get_first_child(widget).map { Flow.lengths($0, orientation, for: size) } ?? (0, 0)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let child = gtk_widget_get_first_child(widget) else { return }
    CustomWidget.place(child, Placement(width: Double(width), height: Double(height)))
  }

  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? {
    switch direction {
    case GTK_DIR_TAB_FORWARD, GTK_DIR_TAB_BACKWARD:
      // Leave if the focus is inside.
      if gtk_widget_get_focus_child(widget) != nil { return false }
      guard let list = list.pointer else { return false }
      return gtk_widget_child_focus(list, GTK_DIR_TAB_FORWARD) != 0
    default: return nil
    }
  }
}
