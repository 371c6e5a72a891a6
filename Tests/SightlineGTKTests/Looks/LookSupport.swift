#if GTK && os(Linux)
import CGTK
@_spi(Gallery) import SightlineGTK

/// GTK's setting that desktops make from their Reduce Motion.
@MainActor
func setAnimations(_ isOn: Bool) {
  guard let settings = gtk_settings_get_default() else { return }
  var value = GValue()
  g_value_init(&value, sightline_type_boolean())
  g_value_set_boolean(&value, isOn ? 1 : 0)
  g_object_set_property(UnsafeMutableRawPointer(settings).object, "gtk-enable-animations", &value)
  g_value_unset(&value)
}

/// A widget's left edge and width in another one.
@MainActor
func place(of widget: WidgetPointer, in other: WidgetPointer) -> (x: Double, width: Double) {
  var bounds = graphene_rect_t()
  guard gtk_widget_compute_bounds(widget, other, &bounds) != 0 else { return (.nan, .nan) }
  return (Double(bounds.origin.x), Double(bounds.size.width))
}

@MainActor
extension Stage {
  /// How many frames a window draws in a time.
  func frames(of window: WidgetPointer, in time: Duration) -> Int {
    guard let clock = gtk_widget_get_frame_clock(window) else { return 0 }
    var count = 0
    let token = Signal.connect(clock, "after-paint") { count += 1 }
    run(for: time)
    token.disconnect()
    return count
  }
}

/// Numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
#endif
