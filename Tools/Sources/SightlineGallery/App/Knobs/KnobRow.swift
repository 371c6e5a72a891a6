import CSightlineGTK
import SightlineGTKToolkit

/// A page's knobs, in as many rows as needed.
@MainActor
final class KnobRow {
  let widget: WidgetPointer
  /// Called after a change of a knob that rebuilds the page.
  var onRebuild: () -> Void = {}
  private let flow = Flow.make(gap: 22, rowGap: 4)
  private var knobs: [Knob] = [] { didSet { update() } }
  /// Whether there is space for the knobs.
  var isOpen = true { didSet { update() } }

  init() { widget = Make.column([flow]).styled("knobs") }

  /// - Parameter keeps: whether these are the knobs of the same page, recreated. The control in use
  ///   then stays under the finger.
  func show(_ knobs: [Knob], keeps: Bool) {
    let isSame = keeps && knobs.map(\.title) == self.knobs.map(\.title)
    self.knobs = knobs
    if isSame { return }
    Flow.empty(flow)
    for (index, knob) in knobs.enumerated() { CustomWidget.add(make(knob, index), to: flow) }
  }

  private func update() { gtk_widget_set_visible(widget, isOpen && !knobs.isEmpty ? 1 : 0) }

  private func turn(_ index: Int, to value: Double) {
    guard knobs.indices.contains(index) else { return }
    knobs[index].changed(value)
    // Not during the signal of a widget that may be removed.
    if knobs[index].rebuilds { MainLoop.idle { [weak self] in self?.onRebuild() } }
  }

  private func make(_ knob: Knob, _ index: Int) -> WidgetPointer {
    switch knob.control {
    case .slider(let value, let range, let step, let unit):
      return slider(knob.title, index, value, range, step, unit)
    case .choice(let names, let selected): return choice(knob.title, index, names, selected)
    case .toggle(let isOn):
      let check = required(gtk_check_button_new_with_label(knob.title))
      let button = check.instance.assumingMemoryBound(to: GtkCheckButton.self)
      gtk_check_button_set_active(button, isOn ? 1 : 0)
      Signal.connect(check, "toggled") { [weak self] in
        self?.turn(index, to: gtk_check_button_get_active(button) != 0 ? 1 : 0)
      }
      return check
    }
  }

  private func slider(
    _ title: String, _ index: Int, _ value: Double, _ range: ClosedRange<Double>, _ step: Double,
    _ unit: String
  ) -> WidgetPointer {
    let scale = required(
      gtk_scale_new_with_range(
        GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step)
    ).sized(110, -1)
    let text = Make.label(Percent.isolated(Knob.text(value, step: step, unit: unit)), "knob-value")
    gtk_range_set_value(sightline_range(scale), value)
    scale.setAccessibleLabel(title)
    scale.setAccessibleValueText(Knob.text(value, step: step, unit: unit))
    Signal.connect(scale, "value-changed") { [weak self] in
      let raw = gtk_range_get_value(sightline_range(scale))
      let value = range.lowerBound + ((raw - range.lowerBound) / step).rounded() * step
      let words = Knob.text(value, step: step, unit: unit)
      text.setText(Percent.isolated(words))
      scale.setAccessibleValueText(words)
      self?.turn(index, to: value)
    }
    return Make.row(spacing: 8, [Make.label(title), scale, text])
  }

  private func choice(
    _ title: String, _ index: Int, _ names: [String], _ selected: Int
  ) -> WidgetPointer {
    let model = required(gtk_string_list_new(nil))
    for name in names { gtk_string_list_append(model, name) }
    let drop = required(gtk_drop_down_new(model, nil))
    gtk_drop_down_set_selected(OpaquePointer(drop), guint(selected))
    drop.setChoiceLabel(title)
    Signal.notify(drop, "selected") { [weak self] in
      self?.turn(index, to: Double(gtk_drop_down_get_selected(OpaquePointer(drop))))
    }
    return Make.row(spacing: 8, [Make.label(title), drop])
  }
}
