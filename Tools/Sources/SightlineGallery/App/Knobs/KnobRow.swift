import SightlineGTKToolkit

/// A page's knobs, in as many rows as needed.
@MainActor
final class KnobRow {
  let widget: WidgetPointer
  /// Called after a change of a knob that rebuilds the page.
  var onRebuild: () -> Void = {}
  private let flow = Flow.make(gap: 22, rowGap: 4)
  private var knobs: [Setting] = [] { didSet { update() } }
  /// Whether there is space for the knobs.
  var isOpen = true { didSet { update() } }

  init() { widget = Make.column([flow]).styled("knobs") }

  /// - Parameter keeps: whether these are the knobs of the same page, recreated. The control in use
  ///   then stays under the finger.
  func show(_ knobs: [Setting], keeps: Bool) {
    let isSame = keeps && knobs.map(\.title) == self.knobs.map(\.title)
    self.knobs = knobs
    if isSame { return }
    flow.removeChildren()
    for index in knobs.indices { CustomWidget.add(makeKnob(index), to: flow) }
  }

  private func update() { gtk_widget_set_visible(widget, isOpen && !knobs.isEmpty ? 1 : 0) }

  private func turn(_ index: Int, to value: Double) {
    guard knobs.indices.contains(index) else { return }
    knobs[index].value = value
    if let apply = knobs[index].apply {
      apply(value)
    } else {
      // Not during the signal of a widget that may be removed.
      MainLoop.idle { [weak self] in self?.onRebuild() }
    }
  }

  private func makeKnob(_ index: Int) -> WidgetPointer {
    let setting = knobs[index]
    let title = Make.label(setting.title)
    switch setting.control {
    case .slider(let range, let step, let unit):
      let text = Make.label("", "knob-value")
      let scale = required(
        gtk_scale_new_with_range(
          GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step))
      gtk_range_set_value(sightline_range(scale), setting.value)
      scale.setAccessibleLabel(setting.title)
      func show(_ value: Double) {
        let words = Quantity.text(value, step: step, unit: unit)
        text.setText(Percent.isolated(words))
        scale.setAccessibleValueText(words)
      }
      Signal.connect(scale, "value-changed") { [weak self] in
        let raw = gtk_range_get_value(sightline_range(scale))
        let value = range.lowerBound + ((raw - range.lowerBound) / step).rounded() * step
        show(value)
        self?.turn(index, to: value)
      }
      show(setting.value)
      return Make.row(spacing: 8, [title, scale.sized(110, -1), text])
    case .choice(let names):
      let choice = Make.choice(setting.title, names, selected: setting.index) { [weak self] in
        self?.turn(index, to: Double($0))
      }
      return Make.row(spacing: 8, [title, choice])
    case .toggle:
      let check = required(gtk_check_button_new_with_label(setting.title))
      let button = check.instance.assumingMemoryBound(to: GtkCheckButton.self)
      gtk_check_button_set_active(button, setting.isOn ? 1 : 0)
      Signal.connect(check, "toggled") { [weak self] in
        self?.turn(index, to: gtk_check_button_get_active(button) != 0 ? 1 : 0)
      }
      return check
    }
  }
}
