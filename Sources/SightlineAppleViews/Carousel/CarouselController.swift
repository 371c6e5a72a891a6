#if canImport(UIKit) && !os(watchOS)
import SightlineApple
public import SightlineScroll
public import UIKit

/// An endless carousel of views. It turns by itself, wraps without a seam, and can be dragged. It
/// stands still under a finger, off screen, in inactive apps, and with VoiceOver or Reduce Motion.
///
/// ```swift
/// let carousel = CarouselController(items: cards, itemWidth: 240, in: container)
/// ```
///
/// ``/SightlineScroll/Carousel`` makes all decisions. Each view exists once. An item that would be
/// in view at both ends is placed at the end where more of it is visible, so provide one item more
/// than the container shows. The container clips its content; the controller sets the items' frames
/// in it, at the container's height.
///
/// Content that moves by itself for more than five seconds needs a control to pause it (WCAG
/// 2.2.2): the app provides one, such as a button "Pause, Offers", outside the carousel and before
/// it in reading order, and sets ``isPaused``. A paused carousel can be dragged and stepped.
///
/// A display link runs only while something moves. Retain the controller; it retains the items but
/// not the container.
///
/// VoiceOver finds an adjustable element with the container's label, and the current item's label
/// and position as its value: "Offers. Card, 2 of 5. Adjustable". Swiping up or down turns it by an
/// item. The items follow in reading order, once each.
@MainActor
public final class CarouselController {
  /// Called on the main actor when the current item changes: with pages the one shown or turned to,
  /// otherwise the one at the leading edge; `nil` without items. It runs in a frame of the display,
  /// before layout.
  public var currentItemChanged: (@MainActor (Int?) -> Void)?
  /// The accessibility text for the position of the current item; by default English: "2 of 5".
  public var positionText: @MainActor (ItemPosition) -> String = \.text
  /// Whether the user has paused it. A paused carousel never turns by itself.
  public var isPaused = false {
    didSet { if isPaused != oldValue { readSurroundings() } }
  }
  /// The items, in reading order.
  public private(set) var items: [UIView] = []
  /// The current item; `nil` without items.
  public private(set) var currentItem: Int?

  /// The gap between items in points.
  public static let defaultSpacing: CGFloat = 12

  private weak var container: UIView?
  private let itemWidth: CGFloat?
  private let spacing: CGFloat
  private let alignment: Carousel.Layout.Alignment
  private let handle: AdjustableElement
  private var carousel: Carousel
  private var isOnScreen = false
  private var turn: AppHost.TurnAction?
  /// Retained only by the controller: once that is released, nothing takes horizontal touches.
  private var pan: HorizontalPan?
  private var observation: NSKeyValueObservation?
  private var frames: FrameTimer?
  private var timer: DeadlineTimer?
  private var visibility: VisibilityToken?

  /// Puts the items into a container. The carousel begins to turn once it is on screen; with pages,
  /// after a full interval.
  ///
  /// - Parameters:
  ///   - items: the views in reading order; from right to left the first one is at the right.
  ///   - itemWidth: the width of each item in points; `nil` for each item's current width.
  ///   - spacing: the gap between neighbours in points, including the last and the first.
  ///   - alignment: the position of the current item in paged mode.
  ///   - mode: how it turns by itself.
  ///   - container: the view that shows the items, of any width.
  public init(
    items: [UIView], itemWidth: CGFloat? = nil, spacing: CGFloat = defaultSpacing,
    alignment: Carousel.Layout.Alignment = .leading, mode: Carousel.Mode = .continuous,
    in container: UIView
  ) {
    self.container = container
    self.itemWidth = itemWidth
    self.spacing = spacing
    self.alignment = alignment
    handle = AdjustableElement(in: container)
    carousel = Carousel(
      layout: Carousel.Layout(widths: [], viewportWidth: 0), mode: mode, motion: .current,
      at: MonotonicClock.now)
    container.clipsToBounds = true
    handle.stepped = { [weak self] in self?.step(by: $0) }
    handle.label = { [weak self] in self?.container?.accessibilityLabel }
    handle.value = { [weak self] in self?.accessibilityValue }
    frames = FrameTimer { [weak self] _ in self?.place() }
    timer = DeadlineTimer { [weak self] in self?.place() }
    setItems(items)
    beginToPan(container)
    beginToObserve(container)
    turn = AppHost.shared.onTurn { [weak self] in self?.turnEnded() }
    readSurroundings()
  }

  deinit { MainRelay.callIfOnMainThread { [visibility] in visibility?.cancel() } }

  /// Replaces the items, or changes their order. The current item keeps its position while it
  /// exists; a drag continues.
  public func setItems(_ items: [UIView]) {
    let old = self.items
    self.items = items
    let kept = Set(items.map(ObjectIdentifier.init))
    for item in old where item.superview === container && !kept.contains(ObjectIdentifier(item)) {
      item.removeFromSuperview()
    }
    for item in items where item.superview !== container {
      item.translatesAutoresizingMaskIntoConstraints = true
      container?.addSubview(item)
    }
    container?.accessibilityElements = [handle] + items
    relayout { index in items.firstIndex { $0 === old[index] } }
  }

  /// Moves by a number of items, in reading direction if positive; immediately with Reduce Motion.
  /// A drag continues.
  public func step(by items: Int) {
    carousel.step(by: items, at: MonotonicClock.now)
    place()
  }

  private func beginToObserve(_ container: UIView) {
    let layout = MainRelay { [weak self] in
      guard let self else { return }
      relayout { $0 }
    }
    observation = container.layer.observe(\.bounds) { _, _ in layout.callOnMainThread() }
    visibility = container.visibility.changed(.anyPixel) { [weak self] state in
      self?.isOnScreen = state == .visible
      self?.readSurroundings()
    }
  }

  private func turnEnded() {
    // A carousel off screen needs nothing else.
    guard isOnScreen, let container else { return }
    readSurroundings()
    guard carousel.layout.direction != ReadingDirection(of: container) else { return }
    relayout { $0 }
    AppHost.shared.requestTurn()
  }

  private func readSurroundings() {
    var reasons: Carousel.Suspensions = []
    let scene = container?.window?.windowScene
    if let scene, scene.activationState != .foregroundActive { reasons.insert(.inactive) }
    if !isOnScreen { reasons.insert(.offScreen) }
    if UIAccessibility.isVoiceOverRunning { reasons.insert(.voiceOver) }
    if isPaused { reasons.insert(.paused) }
    let motion = MotionPreference.current
    guard reasons != carousel.suspensions || motion != carousel.motion else { return }
    let now = MonotonicClock.now
    carousel.setMotion(motion, at: now)
    carousel.suspend(reasons, at: now)
    place()
    // Core Animation has already committed. Another turn shows the items' new positions.
    AppHost.shared.requestTurn()
  }

  private func relayout(newIndex: (Int) -> Int?) {
    guard let container else { return }
    let layout = Carousel.Layout(
      widths: items.map { Double(itemWidth ?? $0.bounds.width) }, spacing: Double(spacing),
      viewportWidth: Double(container.bounds.width), direction: ReadingDirection(of: container),
      alignment: alignment)
    carousel.update(layout, at: MonotonicClock.now, newIndex: newIndex)
    place()
  }

  private func beginToPan(_ container: UIView) {
    let pan = HorizontalPan(in: container) { [weak self] in self?.dragged($0) }
    pan.canMove = { [weak self] _ in self?.carousel.canTurn == true }
    pan.attach(to: container)
    self.pan = pan
  }

  private func dragged(_ event: DragEvent) {
    carousel.drag(event, at: MonotonicClock.now)
    place()
  }

  private func place() {
    guard let container else { return }
    let now = MonotonicClock.now
    let bounds = container.bounds
    for (index, item) in items.enumerated() {
      guard let place = carousel.placement(of: index, at: now) else { continue }
      let frame = CGRect(
        x: bounds.minX + CGFloat(place.x), y: bounds.minY, width: CGFloat(place.width),
        height: bounds.height)
      if item.frame != frame { item.frame = frame }
    }
    handle.accessibilityFrameInContainerSpace = bounds
    let next = carousel.nextFrame(after: now)
    if let next, next <= now { frames?.start() } else { frames?.stop() }
    timer?.set(next.flatMap { $0 > now ? $0 : nil })
    let current = carousel.currentItem(at: now)
    guard current != currentItem else { return }
    currentItem = current
    currentItemChanged?(current)
  }

  /// The current item's label and position.
  private var accessibilityValue: String? {
    ItemPosition(index: currentItem, count: items.count).map { position in
      [items[position.number - 1].accessibilityLabel, positionText(position)]
        .compactMap(\.self).joined(separator: ", ")
    }
  }
}
#endif
