#if GTK && os(Linux)
internal import CSightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// A transparent slider over a carousel for the keyboard and assistive technology. It lets every
/// click through. It is a `GtkScale` because GTK lets assistive technology set the values of its
/// own widgets only.
@MainActor
final class CarouselPosition {
  private struct Shown: Equatable {
    let position: ItemPosition?
    let label: String
    let text: String
  }

  let widget: WidgetPointer
  /// Called when an arrow key steps by a number of items to the right.
  var pressed: (Int) -> Void = { _ in }
  /// Called when another key or assistive technology chooses an item, from 0.
  var set: (Int) -> Void = { _ in }

  private let adjustment: ObjectReference<UnsafeMutablePointer<GtkAdjustment>>
  private var shown: Shown?
  private var isShowing = false

  init() {
    widget = CustomWidget.make(gtk_scale_get_type(), cssName: "carousel-position")
    let adjustment = required(gtk_adjustment_new(0, 0, 0, 1, 1, 0))
    self.adjustment = ObjectReference(adjustment)
    gtk_range_set_adjustment(sightline_range(widget), adjustment)
    gtk_scale_set_draw_value(sightline_scale(widget), 0)
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_focusable(widget, 0)
    Signal.connect(adjustment, "value-changed") { [weak self] in self?.changed() }
    // Capture keys before the slider, which stops at its ends.
    widget.keyPressed(in: GTK_PHASE_CAPTURE) { [weak self] key in
      switch key {
      case GDK_KEY_Right, GDK_KEY_KP_Right: self?.pressed(1)
      case GDK_KEY_Left, GDK_KEY_KP_Left: self?.pressed(-1)
      default: return false
      }
      return true
    }
  }

  /// Shows a position. If the carousel can't turn, the slider doesn't take the focus.
  func show(
    _ position: ItemPosition?, label: String, canTurn: Bool, text: (ItemPosition) -> String
  ) {
    let isFocusable: gboolean = canTurn ? 1 : 0
    if gtk_widget_get_focusable(widget) != isFocusable {
      gtk_widget_set_focusable(widget, isFocusable)
    }
    let words = position.map(text) ?? ""
    let new = Shown(position: position, label: label, text: words)
    guard new != shown else { return }
    shown = new
    isShowing = true
    let count = Double(position?.count ?? 0)
    gtk_adjustment_configure(
      adjustment.pointer, Double(position?.number ?? 0), min(1, count), count, 1, 1, 0)
    isShowing = false
    // Without a label GTK would use the class name.
    widget.setAccessibleLabel(label)
    widget.setAccessibleValueText(words)
  }

  private func changed() {
    guard !isShowing, let position = shown?.position else { return }
    let number = Int(gtk_adjustment_get_value(adjustment.pointer).rounded())
    if number != position.number { set(number - 1) }
  }
}
#endif
