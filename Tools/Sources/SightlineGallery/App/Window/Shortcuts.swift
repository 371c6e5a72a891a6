import SightlineGTKToolkit

/// The window's keyboard shortcuts, and the window that lists them.
@MainActor
enum Shortcuts {
  /// Keys in GTK's notation, their description, and the command, unless a widget handles them.
  private typealias Shortcut = (keys: String, title: String, action: String?)

  private static let all: [(title: String, shortcuts: [Shortcut])] = [
    (
      "Pages",
      [
        ("Up Down", "Choose a page in the list", nil), ("Return", "Go to the page", nil),
        ("<Control>f", "Search", "search"), ("<Control>l", "Go to the list", "go-to-list"),
        ("F9", "Show or hide the list", "list"), ("Escape", "Back to the page", "back"),
      ]
    ),
    (
      "The page",
      [
        ("<Control>Return", "Play or stop", "play"), ("<Control>r", "Start over", "restart"),
        ("<Control>k", "Show its code", "code"), ("<Control>e", "Show its events", "events"),
        ("<Control>i", "Inspector", "inspector"),
        ("<Control><Shift>r", "Record, or stop recording", "record"),
      ]
    ),
    ("The window", [("<Control>w", "Close", "close"), ("question", "Shortcuts", "shortcuts")]),
  ]

  private static let alternatives = [
    ("<Control>KP_Enter", "play"), ("<Control>q", "close"), ("F1", "shortcuts"),
    ("<Control>question", "shortcuts"), ("<Control>slash", "shortcuts"),
  ]

  static func connect(to window: WidgetPointer) {
    let controller = required(gtk_shortcut_controller_new())
    let named = all.flatMap(\.shortcuts).compactMap { shortcut in
      shortcut.action.map { (shortcut.keys, $0) }
    }
    for (keys, action) in named + alternatives {
      gtk_shortcut_controller_add_shortcut(
        OpaquePointer(instance: controller.instance),
        gtk_shortcut_new(
          gtk_shortcut_trigger_parse_string(keys), gtk_named_action_new(Actions.full(action))))
    }
    gtk_widget_add_controller(window, controller)
  }

  static func present(over window: WidgetPointer) {
    let groups = all.map { title, shortcuts in
      let items = shortcuts.map { keys, words, _ in
        let keys = keys.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return """
          <child><object class="GtkShortcutsShortcut"><property name="accelerator">\(keys)</property>\
          <property name="title">\(words)</property></object></child>
          """
      }
      return """
        <child><object class="GtkShortcutsGroup"><property name="title">\(title)</property>\
        \(items.joined())</object></child>
        """
    }
    let text = """
      <interface><object class="GtkShortcutsWindow" id="window"><property name="modal">1</property>\
      <child><object class="GtkShortcutsSection"><property name="section-name">gallery</property>\
      \(groups.joined())</object></child></object></interface>
      """
    let builder = required(gtk_builder_new_from_string(text, -1))
    guard let object = gtk_builder_get_object(builder, "window") else { return }
    let shortcuts = sightline_window(UnsafeMutableRawPointer(object))
    gtk_window_set_transient_for(shortcuts, sightline_window(window))
    gtk_window_present(shortcuts)
    // GTK's window list retains it from here on.
    g_object_unref(UnsafeMutableRawPointer(builder))
  }
}
