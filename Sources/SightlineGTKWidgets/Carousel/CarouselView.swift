#if GTK && os(Linux)
public import CSightlineGTK
internal import SightlineCore
public import SightlineGTK
package import SightlineGTKToolkit
internal import SightlineHost
public import SightlineScroll

/// An endless carousel of any widgets that turns automatically.
///
/// ```swift
/// let carousel = CarouselView()                        // 25 points a second
/// let pages = CarouselView(mode: .paged(every: .seconds(5)))
/// carousel.setItems([first, second, third])
/// ```
///
/// 1. Its position depends on elapsed time, so a late frame shows the correct position. It wraps
///    without a seam, although each item's widget exists once: an item visible at both ends is
///    drawn twice, but is a single widget for focus and assistive technology.
/// 2. It can be dragged with a finger or the mouse, and stepped with a sideways wheel. It stops on
///    a press and resumes once the motion the finger started has come to rest.
/// 3. It stops while Sightline considers it invisible: scrolled away, covered, in a hidden or
///    minimised window or, if the window has `needsActivity`, in one without keyboard focus. It
///    also doesn't turn automatically if animations are off (`gtk-enable-animations`).
/// 4. Nothing runs while nothing moves. In paged mode, one timer waits for the next page.
/// 5. It may be empty, and its items may be narrower together than the widget.
/// 6. The Tab key first reaches the carousel, where Left and Right step by an item and Home and End
///    go to the first and last, then the content of the items. It stops while it contains the
///    focus.
/// 7. ``isPaused`` stops it until it is set to `false`. Content that moves automatically for more
///    than five seconds needs a control for that (WCAG 2.2.2). The app provides it outside the
///    carousel, where users find it first, such as a `GtkToggleButton` named "Pause, Offers". A
///    paused carousel can be dragged and stepped.
///
/// A screen reader finds a group with the carousel's ``label``. It contains a slider it can set,
/// "Offers, slider, 2 of 5", and then each item once, whether in view or not. GTK 4.8 passes on the
/// number 2 but not the text.
///
/// Items have their natural width and the carousel's height. The widget's name in style sheets is
/// `carousel`.
@MainActor
public final class CarouselView {
  /// The carousel's widget. It owns this object and lives as long as its parent keeps it.
  public let widget: UnsafeMutablePointer<GtkWidget>

  private let reference: WeakObjectReference<WidgetPointer>
  package private(set) var items: [WidgetPointer] = []
  private(set) var carousel: Carousel
  /// Whether it has been drawn since its window was last shown.
  var isDrawn = false
  private lazy var ticks = TickWhileMoving { [weak self] now in self?.tick(at: now) ?? false }
  private var timer: LoopSource?
  private let position: CarouselPosition
  private(set) var describedItem: Int?
  private let handlers = ScrollHandlers<Int?>()
  private var suspensions: Carousel.Suspensions = .offScreen

  /// The carousel's label for screen readers; empty for no label.
  public var label = "" {
    didSet {
      reference.pointer?.setAccessibleLabel(label)
      describe()
    }
  }

  /// The text a screen reader reads for the current item, such as "2 of 5". Set it to use other
  /// words.
  public var positionText: @MainActor (ItemPosition) -> String = \.text {
    didSet { describe() }
  }

  /// Whether a person has paused it. While paused it never turns automatically.
  public var isPaused: Bool {
    get { suspensions.contains(.paused) }
    set { if newValue != isPaused { suspend(.paused, newValue) } }
  }

  /// Calls a closure when the current item changes: in paged mode the page shown or being turned
  /// to, otherwise the item at the leading edge; `nil` without items. Runs before a frame's layout.
  @discardableResult
  public func currentItemChanged(_ body: @escaping @MainActor (Int?) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  /// The slider for assistive technology and the keyboard.
  package var handle: WidgetPointer { position.widget }

  /// The most recent placements.
  package var placements: [Carousel.Placement] = []

  /// Creates a carousel without items.
  ///
  /// - Parameters:
  ///   - mode: how it turns automatically.
  ///   - spacing: the gap between neighbours, in points.
  ///   - alignment: the position of the current item in paged mode.
  ///   - narrowContent: the behaviour if the items don't fill the widget.
  public init(
    mode: Carousel.Mode = .continuous, spacing: Double = 12,
    alignment: Carousel.Layout.Alignment = .leading,
    narrowContent: Carousel.Layout.NarrowContent = .rests
  ) {
    let layout = Carousel.Layout(
      widths: [], spacing: spacing, viewportWidth: 0, alignment: alignment,
      narrowContent: narrowContent)
    carousel = Carousel(layout: layout, mode: mode, motion: SystemMotion.preference, at: .now)
    // Until the first pass sees it.
    carousel.suspend(.offScreen, at: .now)
    widget = CustomWidget.make(cssName: "carousel")
    position = CarouselPosition()
    reference = WeakObjectReference(widget)
    CustomWidget.setDelegate(self, of: widget)
    Signal.connect(widget, "unmap") { [weak self] in self?.isDrawn = false }
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    CustomWidget.add(position.widget, to: widget)
    connect()
  }

  private func connect() {
    let drag = AxisDrag(on: widget)
    drag.pressed = { [weak self] _, _ in self?.hold() ?? false }
    drag.dragged = { [weak self] in self?.drag($0) }
    let wheel = HorizontalWheel(on: widget)
    wheel.turned = { [weak self] notches in self?.turn(by: notches) ?? false }
    wheel.pressed = { [weak self] in self?.hold() ?? false }
    wheel.dragged = { [weak self] in self?.drag($0) }
    widget.visibility.changed(.anyPixel) { [weak self] state in
      self?.suspend(.offScreen, state != .visible)
    }
    connectKeys()
    SystemMotion.follow(widget) { [weak self] motion in
      guard let self, let widget = reference.pointer else { return }
      carousel.setMotion(motion, at: .frame(of: widget))
      update()
    }
    Signal.connect(widget, "direction-changed") { [weak self] in self?.update() }
    // The children are destroyed with the widget, even if this object is still referenced.
    Signal.connect(widget, "destroy") { [weak self] in
      self?.items = []
      self?.timer?.cancel()
    }
  }

  private func connectKeys() {
    let focus = required(gtk_event_controller_focus_new())
    Signal.connect(focus, "enter") { [weak self] in self?.suspend(.focused, true) }
    Signal.connect(focus, "leave") { [weak self] in self?.suspend(.focused, false) }
    widget.addController(focus)
    position.pressed = { [weak self] items in _ = self?.turn(by: items) }
    position.set = { [weak self] index in
      guard let self, let widget = reference.pointer,
        let origin = carousel.stepOrigin(at: .frame(of: widget))
      else { return }
      step(by: index - origin)
    }
    Signal.connect(position.widget, "state-flags-changed") { [weak self] in
      if let widget = self?.reference.pointer { gtk_widget_queue_draw(widget) }
    }
  }

  /// Updates assistive technology. Call it only outside GTK's layout.
  func describe() {
    guard reference.pointer != nil else { return }
    let item = currentItem
    let isNew = item != describedItem
    describedItem = item
    position.show(
      ItemPosition(index: item, count: items.count), label: label, canTurn: carousel.canTurn,
      text: positionText)
    if isNew { handlers.call(item) }
  }

  // MARK: Items

  /// The number of items.
  public var count: Int { items.count }

  /// The item at the leading edge or, in paged mode, the page shown or being turned to; `nil`
  /// without items.
  public var currentItem: Int? {
    reference.pointer.flatMap { carousel.currentItem(at: .frame(of: $0)) }
  }

  /// Shows the given widgets in reading order. Widgets already shown keep their positions; shown
  /// widgets not in the list are removed.
  ///
  /// - Precondition: the widgets are distinct, and new ones have no parent.
  public func setItems(_ new: [UnsafeMutablePointer<GtkWidget>]) {
    guard let widget = reference.pointer else { return }
    require(Set(new).count == new.count, "an item appears twice")
    let old = items
    let places = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
    for item in old where places[item] == nil {
      item.setAccessiblePosition(0, of: 0)
      gtk_widget_unparent(item)
    }
    items = new
    // In focus order.
    for (index, item) in new.enumerated() {
      gtk_widget_insert_before(item, widget, nil)
      item.setAccessiblePosition(index + 1, of: new.count)
    }
    relayout { places[old[$0]] }
    gtk_widget_queue_resize(widget)
    update()
  }

  /// Steps by a number of items, in reading direction for positive numbers.
  public func step(by items: Int) {
    guard let widget = reference.pointer else { return }
    carousel.step(by: items, at: .frame(of: widget))
    update()
  }

  // MARK: Fingers and wheels

  /// Begins a press.
  @_spi(Gallery) public func hold() -> Bool {
    guard carousel.canTurn, !carousel.isHeld, let widget = reference.pointer else { return false }
    carousel.beginDragging(at: .frame(of: widget))
    update()
    return true
  }

  /// - Parameter way: the distance to the right of the drag's start, in points.
  @_spi(Gallery) public func drag(to way: Double) { drag(.moved(way)) }

  /// - Parameter speed: the finger's speed to the right, in points per second.
  @_spi(Gallery) public func letGo(speed: Double) { drag(.ended(velocity: speed)) }

  private func drag(_ event: DragEvent) {
    guard let widget = reference.pointer else { return }
    carousel.drag(event, at: .frame(of: widget))
    update()
  }

  private func turn(by notches: Int) -> Bool {
    guard carousel.canTurn else { return false }
    step(by: carousel.layout.direction == .leftToRight ? notches : -notches)
    return true
  }

  // MARK: Moving

  /// Whether frames are requested.
  @_spi(Gallery) public var isTicking: Bool { ticks.isRunning }

  /// Whether a timer waits for the next page.
  package var isWaiting: Bool { timer?.isPending ?? false }

  private func suspend(_ reason: Carousel.Suspensions, _ isOn: Bool) {
    guard let widget = reference.pointer else { return }
    if isOn { suspensions.insert(reason) } else { suspensions.remove(reason) }
    carousel.suspend(suspensions, at: .frame(of: widget))
    update()
  }

  /// Updates the layout to the current sizes.
  func relayout(width newWidth: Double? = nil, newIndex: (Int) -> Int? = { $0 }) {
    guard let widget = reference.pointer else { return }
    let old = carousel.layout
    let layout = Carousel.Layout(
      widths: items.map { $0.naturalLength(GTK_ORIENTATION_HORIZONTAL) },
      spacing: old.spacing, viewportWidth: newWidth ?? old.viewportWidth,
      direction: widget.layoutDirection, alignment: old.alignment, narrowContent: old.narrowContent)
    carousel.update(layout, at: .frame(of: widget), newIndex: newIndex)
  }

  /// Queues an allocation, and requests frames while something moves.
  func update() {
    guard let widget = reference.pointer else { return }
    describe()
    gtk_widget_queue_allocate(widget)
    let now = MonotonicTime.frame(of: widget)
    if wait(at: now) { ticks.start(on: widget) } else { ticks.stop() }
  }

  private func tick(at now: MonotonicTime) -> Bool {
    // Make the text only when the item changes, not every frame.
    if carousel.currentItem(at: now) != describedItem { describe() }
    if let widget = reference.pointer { gtk_widget_queue_allocate(widget) }
    return wait(at: now)
  }

  /// Returns whether something moves now. If not, sets a timer for the next movement.
  private func wait(at now: MonotonicTime) -> Bool {
    timer?.cancel()
    timer = nil
    guard let next = carousel.nextFrame(after: now) else { return false }
    if next <= now { return true }
    timer = MainLoop.after(next - now) { [weak self] in self?.update() }
    return false
  }
}
#endif
