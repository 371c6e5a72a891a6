#if GTK && os(Linux)
public import CGTK
internal import SightlineCore
public import SightlineGTK
package import SightlineGTKToolkit
internal import SightlineHost
public import SightlineScroll

/// An endless carousel of any widgets, which turns by itself.
///
/// ```swift
/// let carousel = CarouselView()                        // 25 points a second
/// let pages = CarouselView(mode: .paged(every: .seconds(5)))
/// carousel.setItems([first, second, third])
/// ```
///
/// 1. Its place goes by elapsed time: frames that are late show where it would be anyway. It is
///    drawn without a seam, though each item's widget exists once: what shows at both ends at a
///    time is drawn a second time, and is one widget for focus and assistive technology.
/// 2. It can be dragged with a finger or the mouse, and moved on with a sideways wheel. It stands
///    still from the press on, and goes on when what the finger started is at rest.
/// 3. It stands still while nothing of it can be seen, as Sightline sees it: scrolled away,
///    covered, in a window that is hidden or minimised, or, where the window has `needsActivity`,
///    without the keyboard. Nor does it turn by itself without animations
///    (`gtk-enable-animations`).
/// 4. While nothing moves nothing runs; page-wise, one timer waits for the next page.
/// 5. No items are fine, and so are items narrower than the widget together.
///
/// 6. The Tab key comes to the carousel itself first, where Left and Right step by an item, Home
///    and End go to the first and the last one, and then to what is in the items. While the focus
///    is in it, it stands still.
///
/// 7. ``isPaused`` stops it until somebody lets it go on. Whatever turns by itself for longer than
///    five seconds needs a control for that (WCAG 2.2.2), outside of the carousel, where it is
///    found before: the app's, such as a `GtkToggleButton`, named "Pause, Offers". A paused
///    carousel can be dragged and stepped.
///
/// A screen reader finds a group with the carousel's ``label``, in it a slider, "Offers, slider, 2
/// of 5", which it can set, and then each item once, whether it is in view or not. GTK 4.8 hands
/// the number 2 on, and not the words.
///
/// Items have their natural width and the carousel's height. The widget is a `carousel` in style
/// sheets.
@MainActor
public final class CarouselView {
  /// The widget. It owns this object, and is there for as long as its parent keeps it.
  public let widget: UnsafeMutablePointer<GtkWidget>

  let reference: WeakObjectReference<WidgetPointer>
  let spacing: Double
  let alignment: Carousel.Layout.Alignment
  let narrowContent: Carousel.Layout.NarrowContent
  var items: [WidgetPointer] = []
  var carousel: Carousel
  private var width = 0.0
  private var ticks: TickWhileMoving?
  private var timer: LoopSource?
  private var drag: HorizontalDrag?
  private var wheel: HorizontalWheel?
  private let position: CarouselPosition
  private var describedItem: Int?
  private let handlers = ScrollHandlers<Int?>()
  private var suspensions: Carousel.Suspensions = .offScreen

  /// What a screen reader calls the carousel; empty for nothing.
  public var label = "" {
    didSet {
      reference.pointer?.setAccessibleLabel(label)
      describe()
    }
  }

  /// What a screen reader reads for the current item: "2 of 5", unless an app says it in its own
  /// words.
  public var positionText: (ItemPosition) -> String = \.text {
    didSet { describe() }
  }

  /// Whether a person has stopped it: it does not turn by itself, whatever else there is.
  public var isPaused: Bool {
    get { suspensions.contains(.paused) }
    set { if newValue != isPaused { suspend(.paused, newValue) } }
  }

  /// Calls a closure when the current item changes: with pages the one that is shown or turned to,
  /// otherwise the one at the leading edge; `nil` without items. It runs before a frame's layout.
  @discardableResult
  public func currentItemChanged(_ body: @escaping @MainActor (Int?) -> Void) -> ScrollToken {
    handlers.add(body)
  }

  /// The slider of assistive technology and of the keyboard.
  var handle: WidgetPointer { position.widget }
  /// The items' widgets, in reading order, and the slider; for tests.
  package var itemWidgets: [WidgetPointer] { items }
  package var positionWidget: WidgetPointer { handle }

  /// Where everything was placed last.
  package var placements: [Carousel.Placement] = []

  /// Makes a carousel without items.
  ///
  /// - Parameters:
  ///   - mode: how it turns by itself.
  ///   - spacing: the gap between neighbours, in points.
  ///   - alignment: where the current item of a page-wise carousel stands.
  ///   - narrowContent: what happens to items that do not fill the widget.
  public init(
    mode: Carousel.Mode = .continuous, spacing: Double = 12,
    alignment: Carousel.Layout.Alignment = .leading,
    narrowContent: Carousel.Layout.NarrowContent = .rests
  ) {
    self.spacing = spacing
    self.alignment = alignment
    self.narrowContent = narrowContent
    let layout = Carousel.Layout(
      widths: [], spacing: spacing, viewportWidth: 0, alignment: alignment,
      narrowContent: narrowContent)
    carousel = Carousel(layout: layout, mode: mode, motion: SystemMotion.preference, at: .now)
    // Until it has been seen.
    carousel.suspend(.offScreen, at: .now)
    let delegate = CarouselDelegate()
    widget = CustomWidget.make(delegate, cssName: "carousel", role: GTK_ACCESSIBLE_ROLE_GROUP)
    position = CarouselPosition()
    reference = WeakObjectReference(widget)
    delegate.view = self
    Signal.connect(widget, "unmap") { [weak delegate] in delegate?.isDrawn = false }
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    CustomWidget.add(position.widget, to: widget)
    ticks = TickWhileMoving { [weak self] now in self?.tick(at: now) ?? false }
    connect()
  }

  private func connect() {
    let drag = HorizontalDrag(on: widget)
    self.drag = drag
    drag.pressed = { [weak self] _, _ in self?.hold() ?? false }
    drag.moved = { [weak self] way in self?.drag(to: way) }
    drag.ended = { [weak self] speed in self?.letGo(speed: speed) }
    let wheel = HorizontalWheel(on: widget)
    self.wheel = wheel
    wheel.turned = { [weak self] notches in self?.turn(by: notches) ?? false }
    wheel.began = { [weak self] in _ = self?.hold() }
    wheel.moved = { [weak self] way in self?.drag(to: -way) }
    wheel.ended = { [weak self] in self?.letGo(speed: 0) }
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
    // Its children go with the widget, whoever still has this object.
    Signal.connect(widget, "destroy") { [weak self] in
      self?.items = []
      self?.timer?.cancel()
    }
  }

  private func connectKeys() {
    let focus = required(gtk_event_controller_focus_new())
    Signal.connect(focus, "enter") { [weak self] in self?.suspend(.focused, true) }
    Signal.connect(focus, "leave") { [weak self] in self?.suspend(.focused, false) }
    gtk_widget_add_controller(widget, sightline_event_controller(focus.instance))
    position.pressed = { [weak self] items in _ = self?.turn(by: items) }
    position.set = { [weak self] index in
      guard let self, let current = currentItem else { return }
      step(by: index - current)
    }
    Signal.connect(position.widget, "state-flags-changed") { [weak self] in
      if let widget = self?.reference.pointer { gtk_widget_queue_draw(widget) }
    }
  }

  /// What assistive technology is given: only outside of GTK's layout.
  private func describe() {
    guard reference.pointer != nil else { return }
    let item = currentItem
    let isNew = item != describedItem
    describedItem = item
    position.show(
      ItemPosition(index: describedItem, count: items.count), label: label,
      canTurn: carousel.canTurn,
      text: positionText)
    if isNew { handlers.call(item) }
  }

  // MARK: Items

  /// How many items there are.
  public var count: Int { items.count }

  /// The item at the leading edge or, page-wise, the page shown or turned to; `nil` without items.
  public var currentItem: Int? {
    reference.pointer.flatMap { carousel.currentItem(at: .frame(of: $0)) }
  }

  /// Shows these widgets, in reading order. Those that it showed before stay where they are; those
  /// that are not among them are removed.
  ///
  /// - Precondition: none is there twice, and new ones have no parent.
  public func setItems(_ new: [UnsafeMutablePointer<GtkWidget>]) {
    guard let widget = reference.pointer else { return }
    precondition(Set(new).count == new.count, "an item is there twice")
    let old = items
    let places = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
    for item in old where places[item] == nil {
      item.setAccessiblePosition(0, of: 0)
      gtk_widget_unparent(item)
    }
    items = new
    // In the order that the keyboard's focus goes.
    for (index, item) in new.enumerated() {
      gtk_widget_insert_before(item, widget, nil)
      item.setAccessiblePosition(index + 1, of: new.count)
    }
    relayout { places[old[$0]] }
    gtk_widget_queue_resize(widget)
    update()
  }

  /// Moves on by so many items, in reading direction for positive numbers.
  public func step(by items: Int) {
    guard let widget = reference.pointer else { return }
    carousel.step(by: items, at: .frame(of: widget))
    update()
  }

  // MARK: Fingers and wheels

  /// A press.
  @_spi(Gallery) public func hold() -> Bool {
    guard carousel.canTurn, !carousel.isHeld, let widget = reference.pointer else { return false }
    carousel.beginDragging(at: .frame(of: widget))
    update()
    return true
  }

  /// - Parameter way: how far to the right of where it began, in points.
  @_spi(Gallery) public func drag(to way: Double) {
    carousel.drag(to: way)
    update()
  }

  /// - Parameter speed: of the finger to the right, in points a second.
  @_spi(Gallery) public func letGo(speed: Double) {
    guard let widget = reference.pointer else { return }
    carousel.endDragging(velocity: speed, at: .frame(of: widget))
    update()
  }

  private func turn(by notches: Int) -> Bool {
    guard carousel.canTurn else { return false }
    step(by: carousel.layout.direction == .leftToRight ? notches : -notches)
    return true
  }

  // MARK: Moving

  /// Whether frames are requested.
  @_spi(Gallery) public var isTicking: Bool { ticks?.isRunning ?? false }

  /// Whether a timer waits for the next page.
  package var isWaiting: Bool { timer?.isPending ?? false }

  private func suspend(_ reason: Carousel.Suspensions, _ isOn: Bool) {
    guard let widget = reference.pointer else { return }
    if isOn { suspensions.insert(reason) } else { suspensions.remove(reason) }
    carousel.suspend(suspensions, at: .frame(of: widget))
    update()
  }

  /// Takes over the sizes of everything.
  func relayout(width newWidth: Double? = nil, newIndex: (Int) -> Int? = { $0 }) {
    guard let widget = reference.pointer else { return }
    if let newWidth { width = newWidth }
    let layout = Carousel.Layout(
      widths: items.map { Double($0.room(along: GTK_ORIENTATION_HORIZONTAL).natural) },
      spacing: spacing, viewportWidth: width, direction: widget.layoutDirection,
      alignment: alignment, narrowContent: narrowContent)
    carousel.update(layout, at: .frame(of: widget), newIndex: newIndex)
  }

  /// Places everything with the next frame, and sees to it that there is one when something moves.
  func update() {
    guard let widget = reference.pointer else { return }
    describe()
    gtk_widget_queue_allocate(widget)
    let now = MonotonicTime.frame(of: widget)
    if wait(at: now) { ticks?.start(on: widget) } else { ticks?.stop() }
  }

  private func tick(at now: MonotonicTime) -> Bool {
    // Words are made for another item only, and not in each frame.
    if carousel.currentItem(at: now) != describedItem { describe() }
    if let widget = reference.pointer { gtk_widget_queue_allocate(widget) }
    return wait(at: now)
  }

  /// Whether something moves now; otherwise a timer waits until something does.
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
