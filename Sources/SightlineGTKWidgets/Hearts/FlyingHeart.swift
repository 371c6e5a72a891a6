#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// Hearts that fly from where a favourite was chosen to where favourites are, along an arc, fading
/// out.
///
/// ```swift
/// let hearts = FlyingHeart(to: favouritesTab)
/// gtk_overlay_add_overlay(overlay, hearts.widget)      // over both places
/// hearts.fly(from: cardButton) { count += 1 }
/// ```
///
/// 1. A flight takes a second and slows down to its end. Any number may be on their way.
/// 2. A target that moves meanwhile, as in a window that is resized, is where flights end.
/// 3. The sheet lets all clicks through, and covers nothing for Sightline. While nothing flies
///    nothing runs, and nothing is drawn.
/// 4. Without animations (`gtk-enable-animations`) a heart fades where it was tapped.
/// 5. Assistive technology does not find the sheet, and nothing is announced: the button that was
///    pressed says its own state. ``HeartButton`` is one.
@MainActor
public final class FlyingHeart {
  /// The sheet, for a `GtkOverlay`. It owns this object, and is there for as long as its parent
  /// keeps it.
  public let widget: UnsafeMutablePointer<GtkWidget>

  let reference: WeakObjectReference<WidgetPointer>
  private let target: WeakObjectReference<WidgetPointer>
  private var flights = Flights()
  private var arrivals: [Flights.ID: @MainActor () -> Void] = [:]
  private var ticks: TickWhileMoving?

  /// What was drawn last: where the middles of the hearts were on the sheet, and how opaque.
  package var drawn: [(x: Double, y: Double, opacity: Double)] = []

  /// Makes a sheet on which nothing flies.
  ///
  /// - Parameter target: where flights end: in its middle. When it is gone, flights end where it
  ///   was.
  public init(to target: UnsafeMutablePointer<GtkWidget>) {
    self.target = WeakObjectReference(target)
    let delegate = FlyingHeartDelegate()
    widget = CustomWidget.make(
      delegate, cssName: "flyinghearts", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    widget.setAccessibleState(GTK_ACCESSIBLE_STATE_HIDDEN, true)
    reference = WeakObjectReference(widget)
    delegate.hearts = self
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_can_focus(widget, 0)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    widget.visibility.setCover(.none)
    ticks = TickWhileMoving { [weak self] now in self?.tick(at: now) ?? false }
  }

  /// How many hearts are on their way.
  public var count: Int { arrivals.count }

  /// Lets a heart fly.
  ///
  /// - Parameters:
  ///   - source: the widget that was tapped, in the same window.
  ///   - point: where on it, in points from its top left corner; its middle if `nil`.
  ///   - onArrival: called when the heart is there; at once, if the sheet is not shown.
  public func fly(
    from source: UnsafeMutablePointer<GtkWidget>, at point: (x: Double, y: Double)? = nil,
    onArrival: @escaping @MainActor () -> Void = {}
  ) {
    guard let widget = reference.pointer, gtk_widget_get_mapped(widget) != 0,
      let start = place(of: source, at: point)
    else { return onArrival() }
    let id = flights.launch(
      from: start, to: targetPlace ?? start, at: .frame(of: widget),
      motion: SystemMotion.preference)
    arrivals[id] = onArrival
    ticks?.start(on: widget)
  }

  /// Whether frames are requested.
  package var isTicking: Bool { ticks?.isRunning ?? false }

  private var targetPlace: LayoutPoint? { target.pointer.flatMap { place(of: $0, at: nil) } }

  private func place(of other: WidgetPointer, at point: (x: Double, y: Double)?) -> LayoutPoint? {
    guard let widget = reference.pointer else { return nil }
    let point =
      point
      ?? (Double(gtk_widget_get_width(other)) / 2, Double(gtk_widget_get_height(other)) / 2)
    var inside = graphene_point_t(x: Float(point.x), y: Float(point.y))
    var outside = graphene_point_t()
    guard gtk_widget_compute_point(other, widget, &inside, &outside) != 0 else { return nil }
    return LayoutPoint(x: Double(outside.x), y: Double(outside.y))
  }

  private func tick(at now: MonotonicTime) -> Bool {
    guard let widget = reference.pointer else { return false }
    gtk_widget_queue_draw(widget)
    let flying = Set(flights.frames(at: now).map(\.id))
    let arrived = arrivals.filter { !flying.contains($0.key) }
    for id in arrived.keys { arrivals[id] = nil }
    for call in arrived.values { call() }
    return !flights.isEmpty
  }

  /// The hearts of a frame, once everything has its place.
  func frames(at now: MonotonicTime) -> [FlightPath.Frame] {
    if !flights.isEmpty, let targetPlace { flights.retarget(to: targetPlace, at: now) }
    let frames = flights.frames(at: now).map(\.frame)
    drawn = frames.map { ($0.position.x, $0.position.y, $0.opacity) }
    return frames
  }
}
#endif
