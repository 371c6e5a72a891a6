import SightlineGTKToolkit
import SightlineGTKWidgets

/// A button that pauses and resumes a carousel. Readers must be able to stop moving content (WCAG
/// 2.2.2).
@MainActor
enum PauseButton {
  static func make(for carousel: CarouselView, _ log: EventLog) -> WidgetPointer {
    let button = required(gtk_toggle_button_new()).styled("pause")
      .aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    let name = carousel.label.isEmpty ? "Pause" : "Pause, \(carousel.label)"
    func show(_ isPaused: Bool) {
      let icon = isPaused ? "media-playback-start-symbolic" : "media-playback-pause-symbolic"
      gtk_button_set_icon_name(sightline_button(button), icon)
      gtk_widget_set_tooltip_text(button, isPaused ? "Resume" : "Pause")
      button.setAccessibleLabel(name)
    }
    show(false)
    Signal.connect(button, "toggled") { [weak carousel] in
      guard let carousel else { return }
      let isOn = gtk_toggle_button_get_active(sightline_toggle_button(button)) != 0
      carousel.isPaused = isOn
      let subject = EventSubject(carousel.label, carousel.widget)
      log.note("\(subject.name) \(isOn ? "is paused" : "resumes")", subject)
      show(isOn)
    }
    return button
  }
}
