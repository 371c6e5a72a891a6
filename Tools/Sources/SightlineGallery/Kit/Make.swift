// GTK's constructors are declared as nullable but never return nil.
// swift-format-ignore-file: NeverForceUnwrap

import SightlineGTKToolkit
import SightlineGTKWidgets

/// Shorthand for building widgets. Each call creates a new one, which its container owns.
@MainActor
enum Make {
  static func label(_ text: String, _ classes: String...) -> WidgetPointer {
    gtk_label_new(text)!.styled(classes).textAligned(0)
  }

  /// Creates a label that wraps.
  static func paragraph(_ text: String, _ classes: String...) -> WidgetPointer {
    let label = label(text).styled(classes)
    gtk_label_set_wrap(OpaquePointer(label), 1)
    // Half a long word is wider than a narrow page.
    gtk_label_set_wrap_mode(OpaquePointer(label), PANGO_WRAP_WORD_CHAR)
    return label
  }

  /// Creates a label that ends in an ellipsis if it doesn't fit.
  static func line(_ text: String, _ classes: String...) -> WidgetPointer {
    let label = label(text).styled(classes)
    gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
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

  /// - Parameter name: the accessible name of an area that arrow keys scroll; `nil` for an area
  ///   with keys of its own, such as a list.
  static func scroller(
    _ child: WidgetPointer, named name: String? = nil, horizontal: Bool = false,
    vertical: Bool = true
  ) -> WidgetPointer {
    let scroller = gtk_scrolled_window_new()!
    let pointer = OpaquePointer(scroller)
    gtk_scrolled_window_set_policy(
      pointer, horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
      vertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(pointer, child)
    TabIntoContent.install(on: scroller)
    if let name { ScrollKeys.add(to: scroller, named: name) }
    return scroller
  }

  /// Wraps a widget so that it doesn't widen the window. If it doesn't fit, a part of it shows
  /// until its owner replaces it with something smaller.
  ///
  /// - Parameter least: the width to request, regardless of the child's.
  static func squeezable(_ child: WidgetPointer, least: Int = 0) -> WidgetPointer {
    let scroller = gtk_scrolled_window_new()!
    let pointer = OpaquePointer(scroller)
    gtk_scrolled_window_set_policy(pointer, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_propagate_natural_width(pointer, 1)
    gtk_scrolled_window_set_min_content_width(pointer, gint(least))
    gtk_scrolled_window_set_child(pointer, child)
    // Neither it nor its viewport is for the keyboard.
    for widget in [scroller, gtk_widget_get_parent(child)!] { gtk_widget_set_focusable(widget, 0) }
    return scroller
  }

  static func button(_ text: String, _ action: @escaping @MainActor () -> Void) -> WidgetPointer {
    let button = gtk_button_new_with_label(text)!
    Signal.connect(button, "clicked", action)
    return button
  }

  /// Creates a button with an icon, whose title is a tooltip.
  static func icon(_ name: String, _ title: String) -> WidgetPointer {
    let button = gtk_button_new_from_icon_name(name)!
    button.setAccessibleLabel(title)
    gtk_widget_set_tooltip_text(button, title)
    return button
  }

  /// Creates toggle buttons of which one is on.
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

  static func choice(
    _ title: String, _ names: [String], selected: Int = 0,
    chosen: @escaping @MainActor (Int) -> Void
  ) -> WidgetPointer {
    let model = gtk_string_list_new(nil)!
    for name in names { gtk_string_list_append(model, name) }
    let list = gtk_drop_down_new(model, nil)!
    gtk_drop_down_set_selected(OpaquePointer(list), guint(selected))
    list.setAccessibleLabel(title)
    // Its button would otherwise have no name.
    gtk_widget_get_first_child(list)?.setAccessibleLabel(title)
    Signal.notify(list, "selected") { chosen(Int(gtk_drop_down_get_selected(OpaquePointer(list)))) }
    return list
  }

  static func block(_ classes: String..., width: Int = -1, height: Int = -1) -> WidgetPointer {
    gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!.styled(classes).sized(width, height)
  }

  /// Creates a grid of as many equal columns as fit.
  ///
  /// - Parameter least: the minimum width of a column in pixels at normal text size.
  static func grid(_ items: [WidgetPointer], least: Double, gap: Double = 8) -> WidgetPointer {
    let width = least * Style.shared.wholeTextScale
    let grid = AdaptiveGrid(AdaptiveColumns(minimumItemWidth: width, spacing: gap))
    for item in items { grid.append(item) }
    return grid.widget
  }

  static func overlay(_ main: WidgetPointer, _ above: [WidgetPointer]) -> WidgetPointer {
    let overlay = gtk_overlay_new()!
    gtk_overlay_set_child(OpaquePointer(overlay), main)
    for widget in above { gtk_overlay_add_overlay(OpaquePointer(overlay), widget) }
    return overlay
  }
}
