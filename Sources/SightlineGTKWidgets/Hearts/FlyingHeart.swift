#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
internal import SightlineGTK
internal import SightlineGTKToolkit
internal import SightlineScroll

/// Hearts that fly in an arc from a newly chosen favourite to the favourites' place, fading out.
///
/// ```swift
/// let hearts = FlyingHeart(to: favouritesTab)
/// gtk_overlay_add_overlay(overlay, hearts.widget)      // over both places
/// hearts.fly(from: cardButton) { count += 1 }
/// ```
///
/// 1. A flight takes one second and slows towards its end. Flights can overlap.
/// 2. If the target moves, as when the window is resized, flights end at its new position.
/// 3. The sheet lets all clicks through and isn't a cover for Sightline. While nothing flies,
///    nothing runs or is drawn.
/// 4. If animations are off (`gtk-enable-animations`), a heart fades in place.
/// 5. The sheet is hidden from assistive technology and announces nothing. The pressed button
///    reports its own state, as ``HeartButton`` does.
@MainActor
public final class FlyingHeart {
  /// The sheet, for a `GtkOverlay`. It owns this object and lives as long as its parent keeps it.
  public let widget: UnsafeMutablePointer<GtkWidget>

  let reference: WeakObjectReference<WidgetPointer>
  private let target: WeakObjectReference<WidgetPointer>
  private var flights = Flights()
  private var arrivals: [Flights.ID: @MainActor () -> Void] = [:]
  private var ticks: TickWhileMoving?

  /// The centres of the hearts most recently drawn, in the sheet's coordinates, and their
  /// opacities.
  package var drawn: [(x: Double, y: Double, opacity: Double)] = []

  /// Creates an empty sheet.
  ///
  /// - Parameter target: the widget at whose centre flights end. After it is destroyed, flights end
  ///   at its last position.
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

  /// The number of hearts in flight.
  public var count: Int { arrivals.count }

  /// Starts a heart's flight.
  ///
  /// - Parameters:
  ///   - source: the tapped widget, in the same window.
  ///   - point: the start relative to the widget's top left corner, in points; its centre if `nil`.
  ///   - onArrival: called when the heart arrives, or immediately if the sheet isn't shown.
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

  /// Returns the hearts of a frame, after layout.
  func frames(at now: MonotonicTime) -> [FlightPath.Frame] {
    if !flights.isEmpty, let targetPlace { flights.retarget(to: targetPlace, at: now) }
    let frames = flights.frames(at: now).map(\.frame)
    drawn = frames.map { ($0.position.x, $0.position.y, $0.opacity) }
    return frames
  }
}
#endif
