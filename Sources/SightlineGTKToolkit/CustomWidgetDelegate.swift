#if GTK && os(Linux)
public import CSightlineGTK

/// The behaviour of a widget written in Swift. The widget retains its delegate; the delegate
/// shouldn't retain the widget, which is passed to every call.
@MainActor
public protocol CustomWidgetDelegate: AnyObject {
  /// Whether one dimension depends on the other. Queried before measuring.
  var requestMode: GtkSizeRequestMode { get }

  /// Returns the minimum and natural size along an orientation. By default, none.
  /// - Parameter size: the size in the other orientation, or -1 if unknown.
  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room

  /// Places the children with `CustomWidget.place`; by default, none. Sizes are in application
  /// pixels.
  /// - Parameter baseline: the distance from the top, or -1 for no baseline.
  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int)

  /// Draws the widget. By default, draws the children in order.
  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer)

  /// Moves keyboard focus into or within the widget and returns whether the focus is there. `nil`,
  /// the default, leaves this to GTK, which moves between children by position.
  func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool?
}

extension CustomWidgetDelegate {
  /// Whether one dimension depends on the other.
  public var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_CONSTANT_SIZE }

  /// Takes no room.
  public func measure(
    _ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int
  ) -> Room { (0, 0) }

  /// Places no children.
  public func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {}

  /// Draws the children.
  public func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    CustomWidget.snapshotChildren(of: widget, into: snapshot)
  }

  /// Leaves focus to GTK.
  public func focus(_ widget: WidgetPointer, towards direction: GtkDirectionType) -> Bool? { nil }
}
#endif
