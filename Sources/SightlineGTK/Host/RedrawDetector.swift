#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit

/// Detects whether anything inside a widget was redrawn, by comparing render nodes.
///
/// GTK keeps each widget's render node until something in it changes. Moving, resizing, showing,
/// hiding, fading or redrawing a child gives all its ancestors new nodes; moving the widget as a
/// whole, as scrolling does, keeps its node. An unchanged node therefore means that nothing inside
/// moved. The check takes about 2 µs regardless of the widget's content; reading the bounds of
/// 10,000 children takes 2 ms.
///
/// The detector retains the node between checks so that its address isn't reused.
@MainActor
final class RedrawDetector {
  private var nodes: [WidgetPointer: OpaquePointer] = [:]
  // A paintable is the public way to get a widget's node. It's attached only during a check;
  // otherwise GTK would update it on every draw.
  private let paintable: ObjectReference<OpaquePointer>

  init() {
    guard let paintable = gtk_widget_paintable_new(nil) else {
      fatalError("GTK made no paintable")
    }
    self.paintable = ObjectReference(adopting: paintable)
  }

  /// Returns whether a widget was redrawn since the last call for it. Also returns `true` if it
  /// isn't drawn at all.
  func wasRedrawn(_ widget: WidgetPointer) -> Bool {
    let node = currentNode(of: widget)
    let old = nodes[widget]
    if node == old, let node {
      gsk_render_node_unref(node)
      return false
    }
    nodes[widget] = node
    if let old { gsk_render_node_unref(old) }
    return true
  }

  func forget(_ widget: WidgetPointer) {
    if let old = nodes.removeValue(forKey: widget) { gsk_render_node_unref(old) }
  }

  func forgetAll() {
    for node in nodes.values { gsk_render_node_unref(node) }
    nodes.removeAll()
  }

  /// Returns the widget's render node. The caller releases it.
  private func currentNode(of widget: WidgetPointer) -> OpaquePointer? {
    let pointer = paintable.pointer
    gtk_widget_paintable_set_widget(pointer, widget)
    defer { gtk_widget_paintable_set_widget(pointer, nil) }
    let width = gdk_paintable_get_intrinsic_width(pointer)
    let height = gdk_paintable_get_intrinsic_height(pointer)
    guard width > 0, height > 0, let snapshot = gtk_snapshot_new() else { return nil }
    // At the intrinsic size nothing is scaled, so the snapshot gets the widget's own node.
    gdk_paintable_snapshot(pointer, snapshot, Double(width), Double(height))
    return gtk_snapshot_free_to_node(snapshot)
  }
}
#endif
