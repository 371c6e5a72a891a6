import CSightlineGTK
import SightlineGTKToolkit
import SightlineGTKWidgets

/// A button that pauses and resumes a carousel. Readers must be able to stop moving content (WCAG
/// 2.2.2).
@MainActor
enum PauseButton {
  static func make(for carousel: CarouselView, _ log: EventLog) -> WidgetPointer {
    let button = required(gtk_toggle_button_new()).styled("pause")
      .aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
    let image = required(gtk_image_new_from_icon_name("media-playback-pause-symbolic"))
    image.setAccessibleRole(GTK_ACCESSIBLE_ROLE_PRESENTATION)
    gtk_button_set_child(sightline_button(button), image)
    button.setAccessibleLabel(carousel.label.isEmpty ? "Pause" : "Pause, \(carousel.label)")
    gtk_widget_set_tooltip_text(button, "Pause")
    Signal.connect(button, "toggled") { [weak carousel] in
      let isOn = gtk_toggle_button_get_active(sightline_toggle_button(button)) != 0
      guard let carousel else { return }
      carousel.isPaused = isOn
      let subject = EventSubject(carousel.label, carousel.widget)
      log.note("\(subject.name) \(isOn ? "is paused" : "goes on")", subject)
      gtk_image_set_from_icon_name(
        OpaquePointer(image),
        isOn ? "media-playback-start-symbolic" : "media-playback-pause-symbolic")
      gtk_widget_set_tooltip_text(button, isOn ? "Resume" : "Pause")
    }
    return button
  }
}
