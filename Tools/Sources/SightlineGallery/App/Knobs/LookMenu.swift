import CGTK
import SightlineGTKToolkit

/// A menu of settings for all pages: text size, colours, direction, motion, the inspector and
/// recording.
@MainActor
final class LookMenu {
  let button = required(gtk_menu_button_new())
  var onInspect: (Bool) -> Void = { _ in }
  var onRecord: (Bool) -> Void = { _ in }
  var onShortcuts: () -> Void = {}
  private static let scales = [1, 1.25, 1.5]
  private var sizes: [WidgetPointer] = []
  private var switches: [Switch] = []
  private var isUpdating = false

  /// A switch and the setting it shows.
  private struct Switch {
    let widget: WidgetPointer
    let isOn: @MainActor () -> Bool
  }

  /// Whether the inspector is on; only the window knows.
  var isInspecting = false { didSet { update() } }
  /// Whether the window is being recorded.
  var isRecording = false { didSet { update() } }

  init(canRecord: Bool) {
    gtk_menu_button_set_icon_name(OpaquePointer(button), "open-menu-symbolic")
    gtk_widget_set_tooltip_text(button, "Appearance")
    button.setAccessibleLabel("Appearance")
    let popover = required(gtk_popover_new())
    let content = Make.column(spacing: 12).margins(10)
    content.append(makeSizes())
    let style = Style.shared
    add("Dark", to: content, { style.isDark }, { style.isDark = $0 })
    add("High contrast", to: content, { style.hasHighContrast }, { style.hasHighContrast = $0 })
    add("Right to left", to: content, { style.isRightToLeft }, { style.isRightToLeft = $0 })
    add("Reduce motion", to: content, { style.reducesMotion }, { style.reducesMotion = $0 })
    add(
      "Inspector", to: content, { [weak self] in self?.isInspecting ?? false },
      { [weak self] in self?.onInspect($0) })
    if canRecord {
      add(
        "Record", to: content, { [weak self] in self?.isRecording ?? false },
        { [weak self] in self?.onRecord($0) })
    }
    let keys = Make.button("Keyboard shortcuts") { [weak self] in
      guard let self else { return }
      gtk_menu_button_popdown(OpaquePointer(button))
      onShortcuts()
    }
    content.append(keys)
    gtk_popover_set_child(popover.instance.assumingMemoryBound(to: GtkPopover.self), content)
    gtk_menu_button_set_popover(OpaquePointer(button), popover)
    style.onChange = { [weak self] in self?.update() }
    update()
  }

  private func makeSizes() -> WidgetPointer {
    let titles = Self.scales.map { "\(Int($0 * 100)) %" }
    sizes = Make.toggles(titles, selected: 0) { [weak self] in
      if self?.isUpdating == false { Style.shared.textScale = Self.scales[$0] }
    }
    for (size, title) in zip(sizes, titles) {
      size.expanding(vertically: false).setAccessibleLabel("Text \(title)")
    }
    return Make.column(spacing: 6, [Make.label("Text"), Make.row(sizes).styled("linked")])
  }

  private func add(
    _ title: String, to content: WidgetPointer, _ isOn: @escaping @MainActor () -> Bool,
    _ set: @escaping @MainActor (Bool) -> Void
  ) {
    let control = required(gtk_switch_new()).aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    control.setAccessibleLabel(title)
    Signal.notify(control, "active") { [weak self] in
      guard let self, !isUpdating else { return }
      set(gtk_switch_get_active(OpaquePointer(control)) != 0)
    }
    switches.append(Switch(widget: control, isOn: isOn))
    content.append(
      Make.row(spacing: 24, [Make.label(title).expanding(vertically: false), control]))
  }

  /// Updates the controls to the current settings.
  private func update() {
    isUpdating = true
    for (scale, size) in zip(Self.scales, sizes) where Style.shared.textScale == scale {
      gtk_toggle_button_set_active(sightline_toggle_button(size), 1)
    }
    for control in switches {
      gtk_switch_set_active(OpaquePointer(control.widget), control.isOn() ? 1 : 0)
    }
    isUpdating = false
  }
}
