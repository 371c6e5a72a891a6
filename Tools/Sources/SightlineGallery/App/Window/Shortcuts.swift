import CGTK
import SightlineGTKToolkit

/// The window's keyboard shortcuts, and the window that lists them.
@MainActor
enum Shortcuts {
  static func connect(to window: GalleryWindow) {
    let keys = required(gtk_event_controller_key_new())
    Signal.answer(keys, "key-pressed") { [weak window] arguments in
      guard let window else { return false }
      let state = gtk_event_controller_get_current_event_state(keys)
      let isControl = state.rawValue & GDK_CONTROL_MASK.rawValue != 0
      return isControl
        ? pressed(control: arguments.uint(0), in: window) : pressed(arguments.uint(0), in: window)
    }
    gtk_widget_add_controller(window.window, keys)
  }

  private static func pressed(control key: Int, in window: GalleryWindow) -> Bool {
    switch Int32(key) {
    case GDK_KEY_w, GDK_KEY_q: gtk_window_close(sightline_window(window.window))
    case GDK_KEY_f: window.goToList(searching: true)
    case GDK_KEY_l: window.goToList(searching: false)
    case GDK_KEY_e: window.toggleEvents()
    case GDK_KEY_k: window.toggleCode()
    case GDK_KEY_i: window.setInspector(!window.isInspecting)
    case GDK_KEY_r: window.restart()
    case GDK_KEY_R: window.toggleRecording()
    case GDK_KEY_Return, GDK_KEY_KP_Enter: window.playOrStop()
    case GDK_KEY_question, GDK_KEY_slash: window.showShortcuts()
    default: return false
    }
    return true
  }

  /// Handles keys without modifiers. A focused entry has already handled the question mark.
  private static func pressed(_ key: Int, in window: GalleryWindow) -> Bool {
    switch Int32(key) {
    case GDK_KEY_question, GDK_KEY_F1: window.showShortcuts()
    case GDK_KEY_F9: window.showList(!window.shell.shows.list)
    case GDK_KEY_Escape: return window.goBack()
    default: return false
    }
    return true
  }

  // MARK: Shortcut list

  private static let all: [(String, [(String, String)])] = [
    (
      "Pages",
      [
        ("Up Down", "Choose a page in the list"), ("Return", "Go into the page"),
        ("&lt;Control&gt;f", "Search"), ("&lt;Control&gt;l", "Go to the list"),
        ("F9", "Show or hide the list"), ("Escape", "Back to the page"),
      ]
    ),
    (
      "The page",
      [
        ("&lt;Control&gt;Return", "Play or stop"), ("&lt;Control&gt;r", "Restart"),
        ("&lt;Control&gt;k", "Show its code"), ("&lt;Control&gt;e", "Show its events"),
        ("&lt;Control&gt;i", "Inspector"),
        ("&lt;Control&gt;&lt;Shift&gt;r", "Record, or end it and play"),
      ]
    ),
    ("The window", [("&lt;Control&gt;w", "Close"), ("question", "These shortcuts")]),
  ]

  static func present(over window: WidgetPointer) {
    let groups = all.map { title, keys in
      let items = keys.map { key, words in
        """
        <child><object class="GtkShortcutsShortcut"><property name="accelerator">\(key)</property>\
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
