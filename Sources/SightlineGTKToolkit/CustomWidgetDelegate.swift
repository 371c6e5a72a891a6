#if GTK && os(Linux)
public import CGTK

/// What a widget written in Swift does. The widget keeps its delegate for as long as it exists; the
/// delegate should not keep the widget, which every call hands over.
@MainActor
public protocol CustomWidgetDelegate: AnyObject {
  /// Whether one side of the widget depends on the other. Asked for before measuring.
  var requestMode: GtkSizeRequestMode { get }

  /// How much room the widget needs along an orientation.
  /// - Parameter size: The room across it, or -1 if that is not known.
  func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> (minimum: Int, natural: Int)

  /// Places the children, with `CustomWidget.place`. Sizes are in pixels of the application.
  /// - Parameter baseline: From the top, or -1 if there is none.
  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int)

  /// Draws. The default draws the children, the first one undermost.
  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer)

  /// Whether a point, in the widget's own coordinates, belongs to the widget itself. Children
  /// decide for themselves. The default is the widget's rectangle.
  func contains(_ widget: WidgetPointer, x: Double, y: Double) -> Bool

  /// Moves the keyboard's focus within the widget, or into it; returns whether it is there then.
  /// `nil`, the default, leaves that to GTK, which goes from child to child by their places.
  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool?
}

extension CustomWidgetDelegate {
  /// Whether one side of the widget depends on the other.
  public var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_CONSTANT_SIZE }

  /// Draws the children.
  public func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    CustomWidget.snapshotChildren(of: widget, into: snapshot)
  }

  /// Leaves it to GTK.
  public func focus(
    _ widget: WidgetPointer, towards direction: GtkDirectionType
  ) -> Bool? { nil }

  /// Whether a point is in the widget's rectangle.
  public func contains(_ widget: WidgetPointer, x: Double, y: Double) -> Bool {
    x >= 0 && y >= 0
      && x < Double(gtk_widget_get_width(widget)) && y < Double(gtk_widget_get_height(widget))
  }
}
#endif
