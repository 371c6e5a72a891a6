// GTK's constructors are declared as nullable but never return nil.
// swift-format-ignore-file: NeverForceUnwrap

import CSightlineGTK
import SightlineGTKToolkit

/// Shorthand for building widgets. Each call creates a new one, which its container owns.
@MainActor
enum Make {
  static func label(_ text: String, _ classes: String...) -> WidgetPointer {
    let label = gtk_label_new(text)!
    gtk_label_set_xalign(OpaquePointer(label), 0)
    for name in classes { gtk_widget_add_css_class(label, name) }
    return label
  }

  /// Creates a label that wraps.
  static func paragraph(_ text: String, _ classes: String...) -> WidgetPointer {
    let label = label(text)
    gtk_label_set_wrap(OpaquePointer(label), 1)
    // Half a long word is wider than a narrow page.
    gtk_label_set_wrap_mode(OpaquePointer(label), PANGO_WRAP_WORD_CHAR)
    for name in classes { gtk_widget_add_css_class(label, name) }
    return label
  }

  /// Creates a label that ends in an ellipsis if it doesn't fit.
  static func line(_ text: String, _ classes: String...) -> WidgetPointer {
    let label = label(text)
    gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
    for name in classes { gtk_widget_add_css_class(label, name) }
    return label
  }

  static func column(spacing: Int = 0, _ children: [WidgetPointer] = []) -> WidgetPointer {
    box(GTK_ORIENTATION_VERTICAL, spacing, children)
  }

  static func row(spacing: Int = 0, _ children: [WidgetPointer] = []) -> WidgetPointer {
    box(GTK_ORIENTATION_HORIZONTAL, spacing, children)
  }

  private static func box(
    _ orientation: GtkOrientation, _ spacing: Int, _ children: [WidgetPointer]
  ) -> WidgetPointer {
    let box = gtk_box_new(orientation, gint(spacing))!
    for child in children { box.append(child) }
    return box
  }

  /// Creates a scrolled window that scrolls along the given axes.
  static func scroller(
    _ child: WidgetPointer, horizontal: Bool = false, vertical: Bool = true
  ) -> WidgetPointer {
    let scroller = gtk_scrolled_window_new()!
    let pointer = OpaquePointer(scroller)
    gtk_scrolled_window_set_policy(
      pointer, horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
      vertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(pointer, child)
    TabIntoContent.install(on: scroller)
    return scroller
  }

  static func button(_ text: String, _ action: @escaping @MainActor () -> Void) -> WidgetPointer {
    let button = gtk_button_new_with_label(text)!
    Signal.connect(button, "clicked", action)
    return button
  }

  /// Creates toggle buttons of which one is on.
  ///
  /// - Parameter chosen: called with the index of the button that is turned on.
  static func toggles(
    _ titles: [String], selected: Int, chosen: @escaping @MainActor (Int) -> Void
  ) -> [WidgetPointer] {
    let buttons = titles.map { gtk_toggle_button_new_with_label($0)! }
    for (index, button) in buttons.enumerated() {
      let toggle = sightline_toggle_button(button)
      if index > 0 { gtk_toggle_button_set_group(toggle, sightline_toggle_button(buttons[0])) }
      gtk_toggle_button_set_active(toggle, index == selected ? 1 : 0)
      Signal.connect(button, "toggled") {
        if gtk_toggle_button_get_active(toggle) != 0 { chosen(index) }
      }
    }
    return buttons
  }

  static func progressBar() -> WidgetPointer { gtk_progress_bar_new()! }

  /// Creates a plain rectangle with CSS classes.
  static func block(_ classes: String..., width: Int = -1, height: Int = -1) -> WidgetPointer {
    let block = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for name in classes { gtk_widget_add_css_class(block, name) }
    return block.sized(width, height)
  }

  static func overlay(_ main: WidgetPointer, _ above: [WidgetPointer]) -> WidgetPointer {
    let overlay = gtk_overlay_new()!
    gtk_overlay_set_child(OpaquePointer(overlay), main)
    for widget in above { gtk_overlay_add_overlay(OpaquePointer(overlay), widget) }
    return overlay
  }
}

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
  func margins(_ all: Int) -> WidgetPointer { margins(all, all, all, all) }

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
  func styled(_ classes: String...) -> WidgetPointer {
    for name in classes { gtk_widget_add_css_class(self, name) }
    return self
  }

  /// Adds or removes a CSS class.
  func setClass(_ name: String, _ isOn: Bool) {
    if isOn {
      gtk_widget_add_css_class(self, name)
    } else {
      gtk_widget_remove_css_class(self, name)
    }
  }

  /// Sets an entry's placeholder, which also names it for assistive technology.
  func setPlaceholder(_ text: String) {
    var value = GValue()
    g_value_init(&value, sightline_type_string())
    g_value_set_string(&value, text)
    g_object_set_property(object, "placeholder-text", &value)
    g_value_unset(&value)
    setAccessibleLabel(text)
  }

  /// Names a `GtkDropDown` and its button, which would otherwise have no name.
  func setChoiceLabel(_ text: String) {
    setAccessibleLabel(text)
    gtk_widget_get_first_child(self)?.setAccessibleLabel(text)
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

  /// The vertical adjustment of a scrolled window.
  var verticalAdjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(OpaquePointer(self))
  }

  /// The horizontal adjustment of a scrolled window.
  var horizontalAdjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_hadjustment(OpaquePointer(self))
  }
}
