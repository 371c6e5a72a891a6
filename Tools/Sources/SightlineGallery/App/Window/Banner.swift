import SightlineGTKToolkit

/// A line below the page: the caption of a running demo, or news with buttons.
@MainActor
final class Banner {
  /// A button's title, and the action it performs.
  typealias Action = (title: String, perform: @MainActor () -> Void)

  let widget: WidgetPointer
  private let text: WidgetPointer
  private let buttons = Make.row(spacing: 8)

  init() {
    text = Make.paragraph("").expanding(vertically: false)
    text.setAccessibleRole(GTK_ACCESSIBLE_ROLE_STATUS)
    widget = Make.row(spacing: 12, [text, buttons]).styled("banner")
    hide()
  }

  /// The first button, for tests.
  var button: WidgetPointer { gtk_widget_get_first_child(buttons) ?? buttons }

  func show(_ words: String, _ actions: [Action] = []) {
    buttons.removeChildren()
    for action in actions { buttons.append(Make.button(action.title, action.perform)) }
    text.setText(words)
    text.setAccessibleLabel(words)
    gtk_widget_set_visible(widget, 1)
  }

  func hide() { gtk_widget_set_visible(widget, 0) }
}
