import SightlineGTKToolkit

/// The window's commands. Buttons, menu items and shortcuts name one, and show its state.
@MainActor
final class Actions {
  private static let prefix = "gallery"
  private let group: ObjectReference<OpaquePointer>
  private var actions: [String: OpaquePointer] = [:]

  init(of window: WidgetPointer) {
    let group = OpaquePointer(instance: required(g_simple_action_group_new()).instance)
    self.group = ObjectReference(group)
    gtk_widget_insert_action_group(window, Self.prefix, group)
  }

  func add(_ name: String, _ perform: @escaping @MainActor () -> Void) {
    insert(required(g_simple_action_new(name, nil)), name, perform)
  }

  func addSwitch(_ name: String, _ set: @escaping @MainActor (Bool) -> Void) {
    let action = required(g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0)))
    insert(action, name) { [weak self] in
      guard let self else { return }
      let isOn = !self[name]
      self[name] = isOn
      set(isOn)
    }
  }

  private func insert(
    _ action: OpaquePointer, _ name: String, _ perform: @escaping @MainActor () -> Void
  ) {
    actions[name] = action
    Signal.connect(action, "activate", perform)
    g_action_map_add_action(group.pointer, action)
    // The map retains it.
    g_object_unref(action.instance)
  }

  /// Whether a switch is on. Setting it performs nothing.
  subscript(_ name: String) -> Bool {
    get {
      guard let action = actions[name], let state = g_action_get_state(action) else { return false }
      defer { g_variant_unref(state) }
      return g_variant_get_boolean(state) != 0
    }
    set {
      guard let action = actions[name] else { return }
      g_simple_action_set_state(action, g_variant_new_boolean(newValue ? 1 : 0))
    }
  }

  func enable(_ name: String, _ isEnabled: Bool) {
    if let action = actions[name] { g_simple_action_set_enabled(action, isEnabled ? 1 : 0) }
  }

  static func connect(_ button: WidgetPointer, to name: String) {
    gtk_actionable_set_action_name(OpaquePointer(button), full(name))
  }

  /// Returns the name for menus and shortcuts.
  static func full(_ name: String) -> String { "\(prefix).\(name)" }
}
