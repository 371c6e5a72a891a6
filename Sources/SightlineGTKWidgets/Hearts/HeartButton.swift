#if GTK && os(Linux)
public import CSightlineGTK
public import SightlineGTK
internal import SightlineGTKToolkit

/// A heart-shaped toggle that marks a favourite.
///
/// ```swift
/// let heart = HeartButton("Favourite, card 3", flyingOver: hearts)
/// heart.toggled { isOn in … }
/// ```
///
/// 1. When a person presses it, it sends a heart flying; pressing it again removes the favourite
///    without a flight. Setting ``isOn`` in code reports nothing and starts no flight.
/// 2. It is a frameless `GtkToggleButton` with the CSS class `heart` that shows ♥ when pressed and
///    ♡ otherwise.
///
/// A screen reader says "Favourite, card 3, toggle button, pressed", or "not pressed". The label
/// includes the item because a screen reader presents hearts one after another. The heart symbol is
/// hidden from it.
@MainActor
public final class HeartButton {
  /// The button. It owns this object and lives as long as its parent keeps it.
  public let widget: UnsafeMutablePointer<GtkWidget>

  private let reference: WeakObjectReference<WidgetPointer>
  private let hearts: FlyingHeart?
  private let handlers = ScrollHandlers<Bool>()
  private var isSetting = false

  private static let attached = AttachedObject<HeartButton>("heart")

  /// Creates a heart button.
  ///
  /// - Parameters:
  ///   - label: the text for screen readers, naming the action and the item.
  ///   - hearts: the sheet on which a heart flies when the button is pressed.
  ///   - isOn: whether the button is initially pressed.
  public init(_ label: String, flyingOver hearts: FlyingHeart? = nil, isOn: Bool = false) {
    widget = required(gtk_toggle_button_new())
    reference = WeakObjectReference(widget)
    self.hearts = hearts
    let heart = required(gtk_label_new(""))
    heart.setAccessibleRole(GTK_ACCESSIBLE_ROLE_PRESENTATION)
    gtk_button_set_child(sightline_button(widget), heart)
    gtk_button_set_has_frame(sightline_button(widget), 0)
    gtk_widget_add_css_class(widget, "heart")
    widget.setAccessibleLabel(label)
    // GTK passes the state to assistive technology only when it changes.
    gtk_toggle_button_set_active(sightline_toggle_button(widget), 1)
    gtk_toggle_button_set_active(sightline_toggle_button(widget), isOn ? 1 : 0)
    HeartButton.attached.set(self, at: widget)
    showState()
    Signal.connect(widget, "toggled") { [weak self] in self?.press() }
  }

  /// Whether the button is pressed.
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

  /// Calls a closure with the new state when a person presses the button.
  @discardableResult
  public func toggled(_ body: @escaping @MainActor (Bool) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  private func showState() {
    let heart = reference.pointer.flatMap { gtk_button_get_child(sightline_button($0)) }
    if let heart { gtk_label_set_text(OpaquePointer(heart), isOn ? "♥" : "♡") }
  }

  private func press() {
    showState()
    guard !isSetting, let widget = reference.pointer else { return }
    if isOn { hearts?.fly(from: widget) }
    handlers.call(isOn)
  }
}
#endif
