import CSightlineGTK

/// An element that an application exposes to assistive technology.
struct Element {
  /// The bus name of the element's application.
  let owner: String
  let path: String

  /// The AT-SPI states used here.
  enum State: UInt32 {
    case checked = 4
    case focusable = 11
    case pressed = 20
    case selected = 23
    case showing = 25
  }

  /// An element's role, name and states.
  struct Description {
    let role: String
    let name: String
    let states: UInt64

    func has(_ state: State) -> Bool { states >> UInt64(state.rawValue) & 1 != 0 }

    /// The element as a line of the tree: `button: Code, pressed`.
    var line: String {
      let said = (has(.selected) ? ", selected" : "") + (has(.pressed) ? ", pressed" : "")
      return "\(role): \(name)\(said)"
    }

    /// Roles that people operate or that a screen reader must announce.
    private static let used: Set<String> = [
      "push button", "button", "check box", "radio button", "slider", "switch",
      "text", "entry", "search box", "text box", "password text", "page tab", "tab",
      "page tab list",
      "list item", "combo box", "link", "spin button", "progress bar", "menu item", "tree item",
      "split pane", "heading", "list", "scroll pane",
    ]

    /// Whether a screen reader couldn't name the element. GTK falls back to the class name for
    /// unnamed elements.
    var lacksName: Bool {
      // A list of tabs takes its meaning from its tabs: see docs/accessibility.md.
      guard has(.showing), Self.used.contains(role) || has(.focusable) else { return false }
      let isClass = ["Gtk", "Sightline"].contains { name.hasPrefix($0) } && !name.contains(" ")
      return name.isEmpty || isClass
    }
  }

  static func registry() -> Element {
    Element(owner: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root")
  }

  func describe(on bus: AccessibilityBus) throws -> Description {
    var role = try bus.call(self, "org.a11y.atspi.Accessible.GetRoleName").child(0).string ?? ""
    // GTK has a separate role for toggle buttons only since 4.10.
    if role == "toggle button" { role = "button" }
    let name = try bus.call(
      self, "org.freedesktop.DBus.Properties.Get",
      [g_variant_new_string("org.a11y.atspi.Accessible"), g_variant_new_string("Name")]
    ).child(0).unboxed.string
    let states = try bus.call(self, "org.a11y.atspi.Accessible.GetState").child(0).children
      .map { UInt64($0.number ?? 0) }
    return Description(
      role: role, name: name ?? "",
      states: (states.first ?? 0) | (states.count > 1 ? states[1] << 32 : 0))
  }

  func children(on bus: AccessibilityBus) throws -> [Element] {
    try bus.call(self, "org.a11y.atspi.Accessible.GetChildren").child(0).children.compactMap {
      guard let owner = $0.child(0).string, let path = $0.child(1).string else { return nil }
      return Element(owner: owner, path: path)
    }
  }

  /// Performs the element's first action; presses a button.
  func act(on bus: AccessibilityBus) throws {
    let done = try bus.call(
      self, "org.a11y.atspi.Action.DoAction", [g_variant_new_int32(0)]
    ).child(0).bool
    guard done == true else { throw Failure("it did nothing") }
  }

  func set(_ value: Double, on bus: AccessibilityBus) throws {
    _ = try bus.call(
      self, "org.freedesktop.DBus.Properties.Set",
      [
        g_variant_new_string("org.a11y.atspi.Value"), g_variant_new_string("CurrentValue"),
        g_variant_new_variant(g_variant_new_double(value)),
      ])
  }
}
