#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// Keyboard focus and accessibility for a list of tabs, as in GTK's notebook.
///
/// 1. The list is a single Tab stop. The focus always enters at the selected tab.
/// 2. Left and Right choose the neighbour, Home and End the first and last tab. In right-to-left
///    layouts the arrows are swapped. They do nothing at the ends. Up and Down leave the list.
/// 3. A tab that gets the focus, even from assistive technology, is passed to `focused`, which
///    shows it.
/// 4. A click leaves the focus in place, as in GTK's stack switcher. Focus inside the list follows
///    the selection.
///
/// A screen reader says: "News, page tab, 2 of 5, selected". If GTK passes on no numbers, as in
/// 4.8, the screen reader counts the tabs itself.
@MainActor
final class TabFocus {
  var tabs: () -> [WidgetPointer] = { [] }
  var selection: () -> Int? = { nil }
  var direction: () -> ReadingDirection = { .leftToRight }
  /// Called when a key chooses a tab.
  var choose: (Int) -> Void = { _ in }
  /// Called when a tab gets the focus.
  var focused: (Int) -> Void = { _ in }

  private var list: WeakObjectReference<WidgetPointer>?

  /// Handles the keys of a list whose only focusable widgets are the tabs. Its delegate forwards
  /// `focus(towards:)`.
  func attach(to list: WidgetPointer) {
    self.list = WeakObjectReference(list)
    list.keyPressed { [weak self] in self?.press($0) ?? false }
    // GTK would use the name of the list's class.
    list.setAccessibleLabel("")
  }

  func add(_ tab: WidgetPointer, title: String) {
    tab.setAccessibleRole(GTK_ACCESSIBLE_ROLE_TAB)
    tab.setAccessibleLabel(title)
    gtk_widget_set_focus_on_click(tab, 0)
    let focus = required(gtk_event_controller_focus_new())
    Signal.connect(focus, "enter") { [weak self] in
      guard let self, let index = tabs().firstIndex(of: tab) else { return }
      focused(index)
    }
    tab.addController(focus)
  }

  /// Updates positions, selection and focus after a change of the tabs or the selection.
  func update() {
    let (tabs, selection) = (tabs(), selection())
    for (index, tab) in tabs.enumerated() {
      tab.setAccessiblePosition(index + 1, of: tabs.count)
      tab.setAccessibleState(GTK_ACCESSIBLE_STATE_SELECTED, index == selection)
    }
    if let selection, focusedTab != nil, focusedTab != selection {
      gtk_widget_grab_focus(tabs[selection])
    }
  }

  /// Moves the focus to the selected tab as it enters the list. Returns `false` if it is already
  /// inside.
  func focus(towards _: GtkDirectionType) -> Bool {
    let tabs = tabs()
    guard focusedTab == nil, let index = selection() ?? tabs.indices.first,
      tabs.indices.contains(index)
    else { return false }
    return gtk_widget_grab_focus(tabs[index]) != 0
  }

  private var focusedTab: Int? {
    guard let list = list?.pointer, let root = gtk_widget_get_root(list),
      let focus = gtk_root_get_focus(root)
    else { return nil }
    return tabs().firstIndex { $0 == focus || gtk_widget_is_ancestor(focus, $0) != 0 }
  }

  private func press(_ key: gint) -> Bool {
    guard let current = focusedTab else { return false }
    let last = tabs().count - 1
    let forward = direction() == .leftToRight ? 1 : -1
    let target: Int
    switch key {
    case GDK_KEY_Right, GDK_KEY_KP_Right: target = current + forward
    case GDK_KEY_Left, GDK_KEY_KP_Left: target = current - forward
    case GDK_KEY_Home, GDK_KEY_KP_Home: target = 0
    case GDK_KEY_End, GDK_KEY_KP_End: target = last
    default: return false
    }
    guard target != current, (0...last).contains(target) else { return true }
    choose(target)
    // The app may have selected another tab.
    if let selection = selection() { gtk_widget_grab_focus(tabs()[selection]) }
    return true
  }
}

/// The container of an app's page or section. The content fills it, and it carries the accessible
/// name.
@MainActor
final class PanelDelegate: CustomWidgetDelegate {
  static func make(around content: WidgetPointer, role: GtkAccessibleRole) -> WidgetPointer {
    let panel = CustomWidget.make(PanelDelegate(), role: role)
    CustomWidget.add(content, to: panel)
    return panel
  }

  /// Names a tab's panel after the tab.
  static func name(_ panel: WidgetPointer, by tab: WidgetPointer) {
    sightline_accessible_set_labels(panel, tab, nil)
    sightline_accessible_set_controls(tab, panel)
  }

  var requestMode: GtkSizeRequestMode { GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }

  func measure(_ widget: WidgetPointer, along orientation: GtkOrientation, for size: Int) -> Room {
    gtk_widget_get_first_child(widget)?.room(along: orientation, for: size) ?? (0, 0)
  }

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    guard let child = gtk_widget_get_first_child(widget) else { return }
    CustomWidget.place(child, Placement(width: Double(width), height: Double(height)))
  }
}
#endif
