#if GTK && os(Linux)
public import CSightlineGTK

/// Widgets laid out and drawn by a Swift object: containers that move, rotate and scale their
/// children.
///
/// 1. All share one GTK class, `SightlineCustomWidget`, which calls the delegate each time.
/// 2. The widget owns its delegate, which lives as long as the widget.
/// 3. The widget owns its children. Add them with `add`; they are removed on disposal at the
///    latest.
///
/// To move children, queue an allocation (`gtk_widget_queue_allocate`) rather than a resize; this
/// avoids measuring.
@MainActor
public enum CustomWidget {
  /// Creates a widget. Like every new widget it is floating; its container takes ownership.
  /// - Parameters:
  ///   - delegate: the delegate; `nil` for an empty widget, or to set it later.
  ///   - cssName: the widget's name in style sheets.
  ///   - role: the accessible role; an unnamed group by default.
  public static func make(
    _ delegate: (any CustomWidgetDelegate)? = nil, cssName: String = "widget",
    role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP
  ) -> WidgetPointer {
    let widget = make(type, cssName: cssName)
    if let delegate { setDelegate(delegate, of: widget) }
    widget.setAccessibleRole(role)
    return widget
  }

  /// Creates a widget of a GTK class with its name in style sheets.
  package static func make(_ type: GType, cssName: String) -> WidgetPointer {
    var name = GValue()
    g_value_init(&name, sightline_type_string())
    g_value_set_string(&name, cssName)
    defer { g_value_unset(&name) }
    return "css-name".withCString { property in
      var property: UnsafePointer<CChar>? = property
      return required(g_object_new_with_properties(type, 1, &property, &name)).widget
    }
  }

  /// Sets the delegate of a widget created without one.
  package static func setDelegate(_ delegate: any CustomWidgetDelegate, of widget: WidgetPointer) {
    delegates.set(Boxed(delegate), at: widget)
  }

  /// Returns the delegate of a widget created by `make`, or `nil` for any other widget.
  public static func delegate(of widget: WidgetPointer) -> (any CustomWidgetDelegate)? {
    delegates.value(at: widget)?.value
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

  private static let delegates = AttachedObject<Boxed<any CustomWidgetDelegate>>("delegate")

  private static let type: GType = {
    let initialise: GClassInitFunc = { widgetClass, _ in
      if let widgetClass { setFunctions(widgetClass.assumingMemoryBound(to: GtkWidgetClass.self)) }
    }
    return g_type_register_static_simple(
      gtk_widget_get_type(), "SightlineCustomWidget", guint(MemoryLayout<GtkWidgetClass>.size),
      initialise, guint(MemoryLayout<GtkWidget>.size), nil, GTypeFlags(rawValue: 0))
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
  widgetClass.pointee.parent_class.dispose = { object in
    // As in `withDelegate`.
    nonisolated(unsafe) let object = object
    MainActor.assumeIsolated {
      guard let object else { return }
      while let child = gtk_widget_get_first_child(object.widget) { gtk_widget_unparent(child) }
      let parent = g_type_class_peek(gtk_widget_get_type())?
        .assumingMemoryBound(to: GObjectClass.self)
      parent?.pointee.dispose(object)
    }
  }
}
#endif
