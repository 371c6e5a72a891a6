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
/// 2. If the target moves, such as when the window is resized, flights land at its new position.
/// 3. The sheet lets all clicks through and isn't a cover for Sightline. While nothing flies,
///    nothing runs or is drawn.
/// 4. If animations are off (`gtk-enable-animations`), a heart fades in place.
/// 5. The sheet is hidden from assistive technology and announces nothing. The pressed button
///    reports its own state, as ``HeartButton`` does.
@MainActor
public final class FlyingHeart {
  /// The sheet, for a `GtkOverlay`. It owns this object and lives as long as its parent keeps it.
  public let widget: UnsafeMutablePointer<GtkWidget>

  private let reference: WeakObjectReference<WidgetPointer>
  private let target: WeakObjectReference<WidgetPointer>
  /// The target's last known centre.
  private var lastPlace: LayoutPoint?
  private var flights = Flights()
  private var arrivals: [Flights.ID: @MainActor () -> Void] = [:]
  private lazy var ticks = TickWhileMoving { [weak self] now in self?.tick(at: now) ?? false }

  /// The centres of the hearts most recently drawn, in the sheet's coordinates, and their
  /// opacities.
  package private(set) var drawn: [(x: Double, y: Double, opacity: Double)] = []

  /// Creates an empty sheet.
  ///
  /// - Parameter target: the widget whose centre is the landing point of flights. After it is
  ///   destroyed, flights land at its last position.
  public init(to target: UnsafeMutablePointer<GtkWidget>) {
    self.target = WeakObjectReference(target)
    widget = CustomWidget.make(cssName: "flyinghearts", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    widget.setAccessibleState(GTK_ACCESSIBLE_STATE_HIDDEN, true)
    reference = WeakObjectReference(widget)
    CustomWidget.setDelegate(self, of: widget)
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_can_focus(widget, 0)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    widget.visibility.setCover(.none)
    // Without frames, hearts would never arrive.
    Signal.connect(widget, "unmap") { [weak self] in
      self?.flights = Flights()
      self?.land()
    }
  }

  /// The number of hearts in flight.
  public var count: Int { arrivals.count }

  /// Starts a heart's flight.
  ///
  /// - Parameters:
  ///   - source: the tapped widget, in the same window.
  ///   - point: the start relative to the widget's top left corner, in points; its centre if `nil`.
  ///   - onArrival: called when the heart arrives, or at once if the sheet isn't shown or gets
  ///     hidden.
  public func fly(
    from source: UnsafeMutablePointer<GtkWidget>, at point: (x: Double, y: Double)? = nil,
    onArrival: @escaping @MainActor () -> Void = {}
  ) {
    guard let widget = reference.pointer, gtk_widget_get_mapped(widget) != 0,
      let start = place(of: source, at: point)
    else { return onArrival() }
    let id = flights.launch(
      from: start, to: findTarget() ?? start, at: .frame(of: widget),
      motion: SystemMotion.preference)
    arrivals[id] = onArrival
    ticks.start(on: widget)
  }

  /// Whether frames are requested.
  package var isTicking: Bool { ticks.isRunning }

  private func findTarget() -> LayoutPoint? {
    lastPlace = target.pointer.flatMap { place(of: $0, at: nil) } ?? lastPlace
    return lastPlace
  }

  private func place(of other: WidgetPointer, at point: (x: Double, y: Double)?) -> LayoutPoint? {
    let (x, y) = point ?? (other.size.width / 2, other.size.height / 2)
    return reference.pointer.flatMap { other.convert(LayoutPoint(x: x, y: y), to: $0) }
  }

  private func tick(at now: MonotonicTime) -> Bool {
    guard let widget = reference.pointer else { return false }
    gtk_widget_queue_draw(widget)
    land(exceptFor: Set(flights.frames(at: now).map(\.id)))
    return !flights.isEmpty
  }

  private func land(exceptFor flying: Set<Flights.ID> = []) {
    let arrived = arrivals.filter { !flying.contains($0.key) }
    for id in arrived.keys { arrivals[id] = nil }
    for call in arrived.values { call() }
  }
}

extension FlyingHeart: OwnLayout {
  /// The side of a heart's square, in points.
  private static let side = 28.0

  func allocate(_ widget: WidgetPointer, width: Int, height: Int, baseline: Int) {
    _ = findTarget()
  }

  func snapshot(_ widget: WidgetPointer, into snapshot: OpaquePointer) {
    let now = MonotonicTime.frame(of: widget)
    if !flights.isEmpty, let target = findTarget() { flights.retarget(to: target, at: now) }
    let frames = flights.frames(at: now).map(\.frame)
    drawn = frames.map { ($0.position.x, $0.position.y, $0.opacity) }
    for frame in frames {
      var place = graphene_point_t(x: Float(frame.position.x), y: Float(frame.position.y))
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &place)
      gtk_snapshot_push_opacity(snapshot, frame.opacity)
      FlyingHeart.drawHeart(into: snapshot)
      gtk_snapshot_pop(snapshot)
      gtk_snapshot_restore(snapshot)
    }
  }

  /// Draws a heart centred on the origin.
  private static func drawHeart(into snapshot: OpaquePointer) {
    let unit = side / 2
    var bounds = graphene_rect_t(LayoutRect(x: -unit, y: -unit, width: side, height: side))
    guard let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    defer { cairo_destroy(cairo) }
    cairo_scale(cairo, unit, unit)
    cairo_move_to(cairo, 0, 0.9)
    cairo_curve_to(cairo, -0.35, 0.55, -0.95, 0.2, -0.95, -0.3)
    cairo_curve_to(cairo, -0.95, -0.95, -0.2, -0.95, 0, -0.4)
    cairo_curve_to(cairo, 0.2, -0.95, 0.95, -0.95, 0.95, -0.3)
    cairo_curve_to(cairo, 0.95, 0.2, 0.35, 0.55, 0, 0.9)
    cairo_close_path(cairo)
    cairo_set_source_rgb(cairo, 0.88, 0.11, 0.14)
    cairo_fill(cairo)
  }
}
#endif
