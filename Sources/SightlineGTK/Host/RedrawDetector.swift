#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit

/// Detects whether anything inside a widget was redrawn, by comparing render nodes.
///
/// GTK keeps each widget's render node until something in it changes. Moving, resizing, showing,
/// hiding, fading or redrawing a child gives all its ancestors new nodes; moving the widget as a
/// whole, as scrolling does, keeps its node. An unchanged node therefore means that nothing inside
/// moved. The check takes 5,000 instructions regardless of the widget's content; reading the bounds
/// of 10,000 children takes 2 ms.
///
/// The detector retains the node between checks so that its address isn't reused.
@MainActor
final class RedrawDetector {
  private var nodes: [WidgetPointer: OpaquePointer] = [:]

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

  /// Releases the node of a widget.
  func forget(_ widget: WidgetPointer) {
    if let old = nodes.removeValue(forKey: widget) { gsk_render_node_unref(old) }
  }

  /// Releases all nodes.
  func forgetAll() {
    for node in nodes.values { gsk_render_node_unref(node) }
    nodes.removeAll()
  }

  /// Returns the widget's render node. The caller releases it.
  private func currentNode(of widget: WidgetPointer) -> OpaquePointer? {
    guard let parent = gtk_widget_get_parent(widget), let snapshot = gtk_snapshot_new() else {
      return nil
    }
    // Under a transform, GTK always wraps the widget's own node, even if it is in the parent's
    // corner. A window has just drawn, so the snapshot gets the node that was drawn.
    gtk_snapshot_scale(snapshot, 2, 2)
    gtk_widget_snapshot_child(parent, widget, snapshot)
    guard let wrapper = gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { gsk_render_node_unref(wrapper) }
    return gsk_render_node_ref(gsk_transform_node_get_child(wrapper))
  }
}
#endif
