#if GTK && os(Linux)
public import CSightlineGTK
public import SightlineCore
internal import SightlineGTKToolkit
public import SightlineHost

/// A widget's visibility and its observers: the entry point to Sightline on GTK.
///
/// ```swift
/// card.visibility.changed { state in print(state) }  // completely visible or not
/// card.visibility.impression(of: item.id, .feed) { impression in … }   // once, 70 % of it
/// ```
///
/// Closures run on the main actor after layout and drawing, in the frame clock's `after-paint`, at
/// most once per frame and only when something changed. At the end of a dwell they also run between
/// frames. Closures never nest: the next pass sees the changes a closure makes. They live as long
/// as the widget, may be registered before it is in a window, and follow it between windows.
/// Nothing here keeps a widget alive. A widget destroyed while visible leaves exactly once, with
/// the reason `removed`.
///
/// - Complexity: A frame's cost depends on the widgets that moved or are on screen, not on the
///   number observed.
@MainActor
public struct WidgetVisibility: VisibilityObserving {
  let widget: WidgetPointer

  /// Creates the visibility of a widget from any binding, given a pointer to its `GtkWidget`.
  ///
  /// - Precondition: `widget` is a `GtkWidget`.
  public init(of widget: UnsafeMutableRawPointer) {
    require(
      sightline_is_widget(widget) != 0,
      "visibility was read from an object that is not a GtkWidget")
    self.widget = widget.widget
  }

  // MARK: For the verbs

  /// The widget's slot, created on first use.
  public var slot: ViewSlot { WidgetRecord.of(widget).slot }
  /// The widget's slot, if something of it has been observed.
  public var existingSlot: ViewSlot? { WidgetRecord.existing(of: widget)?.slot }
  /// The widget's window, if something in it has been observed.
  public var mirroredWindow: MirroredWindow? { WidgetWindow.existing(of: widget)?.window }

  /// Nothing: the record of the widget follows it.
  public func wasObserved() {}

  /// Returns the viewport of an ancestor. If the widget isn't inside it, Sightline logs a warning
  /// and uses the window.
  public func viewport(_ ancestor: WidgetVisibility) -> ViewportID? {
    guard gtk_widget_get_root(widget) != nil else { return nil }
    return WidgetWindow.of(widget)?.viewport(ancestor.widget, for: widget)
  }

  /// Rereads and reevaluates the widget's window with the next frame. Not needed for changes that
  /// GTK lays out or draws; Sightline detects those.
  public func invalidate() { WidgetWindow.existing(of: widget)?.invalidate() }

  // MARK: Surroundings

  /// Sets whether the widget hides the widgets under it. By default, overlays of a `GtkOverlay` do,
  /// except those that let clicks through, and other widgets don't.
  public func setCover(_ mode: CoverMode) { CoverTable.setMode(mode, of: widget) }

  /// The margins by which the widget's area grows when it serves as a viewport, as in
  /// `changed(in:)`. On a window, they apply to all observations that name no viewport. Negative
  /// for bars that lie over the content.
  ///
  /// GTK has no safe area, so an app sets the space its bars take.
  public var viewportMargins: ViewportMargins {
    get { Self.margins.value(at: widget)?.value ?? .zero }
    nonmutating set {
      Self.margins.set(Boxed(newValue), at: widget)
      WidgetWindow.of(widget)?.marginsChanged(newValue, of: widget)
    }
  }

  private static let margins = AttachedObject<Boxed<ViewportMargins>>("margins")

  /// The widget's window; `nil` if it is in no window.
  public var window: WindowVisibility? { WidgetWindow.of(widget).map(WindowVisibility.init) }

  /// Calls a closure, in place of an earlier one, when the widget next enters a window.
  package func awaitWindow(_ body: (@MainActor (WindowVisibility) -> Void)?) {
    Self.awaiting.value(at: widget)?.disconnect()
    guard let body else { return }
    let signal = Signal.notify(widget, "root") {
      guard let window else { return }
      Self.awaiting.value(at: widget)?.disconnect()
      body(window)
    }
    Self.awaiting.set(signal, at: widget)
  }

  private static let awaiting = AttachedObject<SignalToken>("awaiting")
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The widget's visibility and its observers.
  @MainActor public var visibility: WidgetVisibility { WidgetVisibility(of: self) }
}

extension OpaquePointer {
  /// The visibility of a widget whose C type is opaque, such as a `GtkLabel`.
  ///
  /// - Precondition: the pointer is to a `GtkWidget`.
  @MainActor public var visibility: WidgetVisibility {
    WidgetVisibility(of: UnsafeMutableRawPointer(self))
  }
}
#endif
