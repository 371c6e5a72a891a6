#if GTK && os(Linux)
public import CSightlineGTK

/// Widgets laid out and drawn by a Swift object: containers that move, rotate and scale their
/// children.
///
/// 1. All share one GTK class, `SightlineCustomWidget`, which calls the delegate each time.
/// 2. The widget owns its delegate. The delegate dies with the widget.
/// 3. The widget owns its children. Add them with `add`; they are removed on disposal at the
///    latest.
///
/// To move children, queue an allocation (`gtk_widget_queue_allocate`) rather than a resize; this
/// avoids measuring.
@MainActor
public enum CustomWidget {
  /// Creates a widget. Like every new widget it is floating; its container takes ownership.
  /// - Parameters:
  ///   - cssName: the widget's name in style sheets.
  ///   - role: the accessible role; an unnamed group by default.
  public static func make(
    _ delegate: some CustomWidgetDelegate, cssName: String = "widget",
    role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP
  ) -> WidgetPointer {
    var name = GValue()
    g_value_init(&name, sightline_type_string())
    g_value_set_string(&name, cssName)
    let object = "css-name".withCString { property -> UnsafeMutablePointer<GObject>? in
      var property: UnsafePointer<CChar>? = property
      return g_object_new_with_properties(type, 1, &property, &name)
    }
    g_value_unset(&name)
    guard let object else { preconditionFailure("GTK made no widget") }
    delegates.set(DelegateBox(delegate), at: object)
    object.widget.setAccessibleRole(role)
    return object.widget
  }

  /// Returns the delegate of a widget created by `make`, or `nil` for any other widget.
  public static func delegate(of widget: WidgetPointer) -> (any CustomWidgetDelegate)? {
    delegates.value(at: widget)?.delegate
  }

  /// Adds a child on top of the others.
  public static func add(_ child: WidgetPointer, to widget: WidgetPointer) {
    gtk_widget_set_parent(child, widget)
  }

  /// Returns the children, bottommost first.
  public static func children(of widget: WidgetPointer) -> [WidgetPointer] {
    var children: [WidgetPointer] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      children.append(child)
      next = gtk_widget_get_next_sibling(child)
    }
    return children
  }

  /// Draws the children, bottommost first.
  public static func snapshotChildren(of widget: WidgetPointer, into snapshot: OpaquePointer) {
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      gtk_widget_snapshot_child(widget, child, snapshot)
      next = gtk_widget_get_next_sibling(child)
    }
  }

  fileprivate static func unparentChildren(of widget: WidgetPointer) {
    while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
  }

  private final class DelegateBox {
    let delegate: any CustomWidgetDelegate
    init(_ delegate: any CustomWidgetDelegate) { self.delegate = delegate }
  }

  private static let delegates = AttachedObject<DelegateBox>("delegate")

  private static let type: GType = {
    let size = MemoryLayout<GtkWidgetClass>.size
    let instance = MemoryLayout<GtkWidget>.size
    let initialise: GClassInitFunc = { widgetClass, _ in
      guard let widgetClass else { return }
      setFunctions(widgetClass.assumingMemoryBound(to: GtkWidgetClass.self))
    }
    return g_type_register_static_simple(
      gtk_widget_get_type(), "SightlineCustomWidget", guint(size), initialise, guint(instance), nil,
      GTypeFlags(rawValue: 0))
  }()
}

/// Calls a widget's delegate from a GTK function.
///
/// GTK calls on the main thread, where the call runs to completion, so the widget's pointer doesn't
/// cross threads. Before `make` attaches the delegate, the call returns `otherwise`.
private func withDelegate<Result: Sendable>(
  of widget: UnsafeMutablePointer<GtkWidget>?, _ otherwise: Result,
  _ body: @MainActor (any CustomWidgetDelegate, WidgetPointer) -> Result
) -> Result {
  // See the comment above.
  nonisolated(unsafe) let widget = widget
  return MainActor.assumeIsolated {
    guard let widget, let delegate = CustomWidget.delegate(of: widget) else { return otherwise }
    return body(delegate, widget)
  }
}

private func setFunctions(_ widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
  widgetClass.pointee.get_request_mode = { widget in
    withDelegate(of: widget, GTK_SIZE_REQUEST_CONSTANT_SIZE) { delegate, _ in delegate.requestMode }
  }
  widgetClass.pointee.measure = { widget, orientation, size, minimum, natural, _, _ in
    let (least, most) = withDelegate(of: widget, (0, 0)) { delegate, widget in
      let room = delegate.measure(widget, along: orientation, for: Int(size))
      return (room.minimum, max(room.minimum, room.natural))
    }
    minimum?.pointee = gint(clamping: least)
    natural?.pointee = gint(clamping: most)
  }
  widgetClass.pointee.size_allocate = { widget, width, height, baseline in
    withDelegate(of: widget, ()) { delegate, widget in
      delegate.allocate(widget, width: Int(width), height: Int(height), baseline: Int(baseline))
    }
  }
  widgetClass.pointee.snapshot = { widget, snapshot in
    // Drawing happens only on the main thread, as in `withDelegate`.
    nonisolated(unsafe) let snapshot = snapshot
    withDelegate(of: widget, ()) { delegate, widget in
      if let snapshot { delegate.snapshot(widget, into: snapshot) }
    }
  }
  widgetClass.pointee.focus = { widget, direction in
    let isFocused: Bool? = withDelegate(of: widget, nil) { delegate, widget in
      delegate.focus(widget, towards: direction)
    }
    if let isFocused { return isFocused ? 1 : 0 }
    let parent = g_type_class_peek(gtk_widget_get_type())?
      .assumingMemoryBound(to: GtkWidgetClass.self)
    return parent?.pointee.focus?(widget, direction) ?? 0
  }
  widgetClass.pointee.contains = { widget, x, y in
    withDelegate(of: widget, 0) { delegate, widget in
      delegate.contains(widget, x: x, y: y) ? 1 : 0
    }
  }
  widgetClass.pointee.parent_class.dispose = { object in
    // As in `withDelegate`.
    nonisolated(unsafe) let object = object
    MainActor.assumeIsolated {
      guard let object else { return }
      CustomWidget.unparentChildren(of: object.widget)
      let parent = g_type_class_peek(gtk_widget_get_type())?
        .assumingMemoryBound(to: GObjectClass.self)
      parent?.pointee.dispose(object)
    }
  }
}
#endif
