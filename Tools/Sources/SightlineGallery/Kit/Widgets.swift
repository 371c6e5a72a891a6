import SightlineGTK
import SightlineGTKToolkit

/// Modifiers, which return the widget, and properties.
@MainActor
extension UnsafeMutablePointer where Pointee == GtkWidget {
  func append(_ child: WidgetPointer) { gtk_box_append(sightline_box(self), child) }

  /// Sets the minimum size in pixels; -1 for none.
  @discardableResult
  func sized(_ width: Int, _ height: Int) -> WidgetPointer {
    gtk_widget_set_size_request(self, gint(width), gint(height))
    return self
  }

  @discardableResult
  func margins(_ top: Int, _ right: Int, _ bottom: Int, _ left: Int) -> WidgetPointer {
    gtk_widget_set_margin_top(self, gint(top))
    gtk_widget_set_margin_end(self, gint(right))
    gtk_widget_set_margin_bottom(self, gint(bottom))
    gtk_widget_set_margin_start(self, gint(left))
    return self
  }

  @discardableResult
  func expanding(horizontally: Bool = true, vertically: Bool = true) -> WidgetPointer {
    gtk_widget_set_hexpand(self, horizontally ? 1 : 0)
    gtk_widget_set_vexpand(self, vertically ? 1 : 0)
    return self
  }

  @discardableResult
  func aligned(_ horizontal: GtkAlign, _ vertical: GtkAlign) -> WidgetPointer {
    gtk_widget_set_halign(self, horizontal)
    gtk_widget_set_valign(self, vertical)
    return self
  }

  @discardableResult
  func styled(_ classes: String...) -> WidgetPointer { styled(classes) }

  @discardableResult
  func styled(_ classes: [String]) -> WidgetPointer {
    for name in classes { gtk_widget_add_css_class(self, name) }
    return self
  }

  func setClass(_ name: String, _ isOn: Bool) {
    if isOn {
      gtk_widget_add_css_class(self, name)
    } else {
      gtk_widget_remove_css_class(self, name)
    }
  }

  /// The text in an entry.
  var entryText: String { String(cString: gtk_editable_get_text(OpaquePointer(self))) }

  /// Sets an entry's placeholder, which also names it for assistive technology.
  func setPlaceholder(_ text: String) {
    Properties(object: self)["placeholder-text"] = text
    setAccessibleLabel(text)
  }

  /// Aligns a label's text within its width, 0...1.
  @discardableResult
  func textAligned(_ share: Float) -> WidgetPointer {
    gtk_label_set_xalign(OpaquePointer(self), share)
    return self
  }

  /// Reserves space in a label for a number of characters, so that nothing moves as it changes.
  @discardableResult
  func reserving(_ characters: Int) -> WidgetPointer {
    gtk_label_set_width_chars(OpaquePointer(self), gint(characters))
    return self
  }

  /// Sets a progress bar's fraction only if it differs, because setting it costs a frame.
  func setProgress(_ fraction: Double) {
    let bar = OpaquePointer(self)
    if gtk_progress_bar_get_fraction(bar) != fraction {
      gtk_progress_bar_set_fraction(bar, fraction)
    }
  }

  /// Sets a label's text to numbers that read left to right in any direction, such as "592 × 5184".
  func setNumbers(_ text: String) { setText("\u{200E}" + text) }

  /// Sets a label's text only if it differs, because setting it costs a layout.
  ///
  /// - Parameter item: an item that the text describes, with its name. Assistive technology then
  ///   finds the text with the item.
  func setText(_ text: String, of item: (widget: WidgetPointer, name: String)? = nil) {
    let label = OpaquePointer(self)
    if String(cString: gtk_label_get_text(label)) == text { return }
    gtk_label_set_text(label, text)
    if let item { item.widget.setAccessibleLabel("\(item.name), \(text)") }
  }

  var isMirrored: Bool { gtk_widget_get_direction(self) == GTK_TEXT_DIR_RTL }

  /// Removes all children of a box or another container without state of its own.
  func removeChildren() {
    for child in CustomWidget.children(of: self) { gtk_widget_unparent(child) }
  }

  /// The containers around the widget, from the nearest to the window.
  var ancestors: [WidgetPointer] {
    Array(sequence(first: self) { gtk_widget_get_parent($0) }.dropFirst())
  }

  var root: WidgetPointer? {
    gtk_widget_get_root(self).map { UnsafeMutableRawPointer($0).widget }
  }

  /// The size, at the origin.
  var extent: LayoutRect {
    LayoutRect(
      x: 0, y: 0, width: Double(gtk_widget_get_width(self)),
      height: Double(gtk_widget_get_height(self)))
  }

  /// Returns the bounds in the coordinates of another widget; `nil` if they aren't related.
  func bounds(in other: WidgetPointer) -> LayoutRect? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(self, other, &bounds) != 0 else { return nil }
    return LayoutRect(
      x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
      height: Double(bounds.size.height))
  }

  var verticalAdjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(OpaquePointer(self))
  }

  var horizontalAdjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_hadjustment(OpaquePointer(self))
  }
}
