#if GTK && os(Linux)
public import CGTK
public import SightlineGTK
internal import SightlineGTKToolkit

/// A heart that is pressed while something is a favourite.
///
/// ```swift
/// let heart = HeartButton("Favourite, card 3", flyingOver: hearts)
/// heart.toggled { isOn in … }
/// ```
///
/// 1. Pressed by a person, it lets a heart fly; pressed again, it takes the favourite back, and
///    nothing flies. Setting ``isOn`` in code reports nothing, and nothing flies.
/// 2. It is a `GtkToggleButton` without a frame, with the CSS class `heart`.
///
/// A screen reader says "Favourite, card 3, toggle button, pressed", or "not pressed": the label
/// names the item too, since hearts are found one after the other. The heart itself is hidden from
/// it.
@MainActor
public final class HeartButton {
  /// The widget. It owns this object, and is there for as long as its parent keeps it.
  public let widget: UnsafeMutablePointer<GtkWidget>

  private let reference: WeakObjectReference<WidgetPointer>
  private let hearts: FlyingHeart?
  private let handlers = ScrollHandlers<Bool>()
  private var isSetting = false

  private static let attached = AttachedObject<HeartButton>("heart")

  /// Makes a heart.
  ///
  /// - Parameters:
  ///   - label: what a screen reader reads: what it does, and to which item.
  ///   - hearts: where a heart flies when it is pressed.
  ///   - isOn: whether it is pressed to begin with.
  public init(_ label: String, flyingOver hearts: FlyingHeart? = nil, isOn: Bool = false) {
    widget = required(gtk_toggle_button_new())
    reference = WeakObjectReference(widget)
    self.hearts = hearts
    let heart = required(gtk_label_new("♥"))
    heart.setAccessibleRole(GTK_ACCESSIBLE_ROLE_PRESENTATION)
    gtk_button_set_child(sightline_button(widget), heart)
    gtk_button_set_has_frame(sightline_button(widget), 0)
    gtk_widget_add_css_class(widget, "heart")
    widget.setAccessibleLabel(label)
    // GTK hands the state to assistive technology with a change only.
    gtk_toggle_button_set_active(sightline_toggle_button(widget), 1)
    gtk_toggle_button_set_active(sightline_toggle_button(widget), isOn ? 1 : 0)
    HeartButton.attached.set(self, at: widget)
    Signal.connect(widget, "toggled") { [weak self] in self?.press() }
  }

  /// Whether it is pressed.
  public var isOn: Bool {
    get {
      reference.pointer.map {
        gtk_toggle_button_get_active(sightline_toggle_button($0)) != 0
      } ?? false
    }
    set {
      guard let widget = reference.pointer else { return }
      isSetting = true
      gtk_toggle_button_set_active(sightline_toggle_button(widget), newValue ? 1 : 0)
      isSetting = false
    }
  }

  /// Calls a closure when a person has pressed it, with what it is now.
  @discardableResult
  public func toggled(_ body: @escaping @MainActor (Bool) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  private func press() {
    guard !isSetting, let widget = reference.pointer else { return }
    if isOn { hearts?.fly(from: widget) }
    handlers.call(isOn)
  }
}
#endif
