public import SightlineCore

/// Section tabs over a long scroll view: scrolling updates the selected tab, and tapping a tab
/// scrolls to its section.
///
/// Each section has an *edge*: the scroll offset at which its top meets the lower edge of the bar,
/// or the end of the scroll if that comes first. The selected section is the last one whose edge
/// has been reached, or else the first one. Tapping scrolls to the edge. In content that does not
/// scroll, the first section is selected until one is tapped.
///
/// Short sections at the end can't reach the bar. Scrolling selects each of them in turn: on the
/// last stretch of the scroll, the line to reach moves from the bar down to the last section's top.
///
/// Invariants:
/// 1. A requested scroll selects its target immediately, and nothing on the way. If the insets
///    change in the meantime, it continues to the section's new place.
/// 2. The section scrolled to stays selected as long as the offset does not change, even if several
///    share the end of the scroll. From there, a scroll back selects no later section, and a scroll
///    forward no earlier one.
/// 3. Insets that change at rest select nothing; see ``scrolled(in:at:)``.
/// 4. The selection is an existing section, or `nil` if there are no sections.
/// 5. An edge less than a device pixel away has been reached.
///
/// Positions are points along the scroll axis, from the start of the content.
///
/// ```swift
/// var spy = SectionSpy(
///   layout: SectionSpy.Layout(
///     tops: [0, 600, 1_400], contentHeight: 2_000, viewportHeight: 800, barHeight: 50))
/// spy.scrolled(to: 550, at: now)  // true: the second section has reached the bar
/// ```
public struct SectionSpy: Hashable, Sendable {
  /// The places of the sections.
  public struct Layout: Hashable, Sendable {
    /// The tops of the sections in points, in the tabs' order. A non-finite top is not laid out yet
    /// and never reached by scrolling. Of equal tops, the last counts.
    public var tops: [Double]
    /// The height of all content in points.
    public var contentHeight: Double
    /// The height of the viewport in points, bar included.
    public var viewportHeight: Double
    /// The height of the bar over the top of the viewport, in points.
    public var barHeight: Double
    /// The length of a device pixel, in points.
    public var pixelLength: Double

    /// Creates a layout in points. Negative and non-finite heights count as 0.
    public init(
      tops: [Double], contentHeight: Double, viewportHeight: Double, barHeight: Double = 0,
      pixelLength: Double = DevicePixel.defaultLength
    ) {
      self.tops = tops
      self.pixelLength = pixelLength
      self.contentHeight = contentHeight.asExtent
      self.viewportHeight = viewportHeight.asExtent
      self.barHeight = barHeight.asExtent
    }

    /// Creates a layout in a scroll view, whose insets count as outside the viewport.
    package init(tops: [Double], in geometry: ScrollMetrics, barHeight: Double = 0) {
      let insets = geometry.contentInsets
      self.init(
        tops: tops, contentHeight: geometry.contentSize.height,
        viewportHeight: geometry.containerSize.height - insets.top - insets.bottom,
        barHeight: barHeight, pixelLength: geometry.pixelLength)
    }

    /// The maximum scroll offset in points.
    public var maximumOffset: Double { max(0, contentHeight - viewportHeight) }

    /// Returns the offset in points at which a section's top meets the bar, at most the maximum
    /// offset; may be below 0. `nil` for a section that does not exist or is not laid out.
    public func edge(of index: Int) -> Double? {
      top(of: index).map { min($0, maximumOffset) }
    }

    /// Returns the position of a section's top below the bar's lower edge at rest, in points.
    private func top(of index: Int) -> Double? {
      guard tops.indices.contains(index), tops[index].isFinite else { return nil }
      return tops[index] - barHeight
    }

    /// Whether the content can be scrolled, by at least a pixel.
    private var isScrollable: Bool { !0.0.reaches(maximumOffset, pixel: pixelLength) }

    /// Returns the section selected by scrolling to an offset.
    ///
    /// - Complexity: O(*n*) in the number of sections.
    func section(at offset: Double) -> Int? {
      let line = line(at: offset + pixelLength)
      var (first, last): (Int?, Int?)
      for index in tops.indices {
        guard let top = top(of: index) else { continue }
        if first.map({ tops[index] < tops[$0] }) ?? true { first = index }
        if top < line, last.map({ tops[index] >= tops[$0] }) ?? true { last = index }
      }
      return (isScrollable ? last : nil) ?? first ?? tops.indices.first
    }

    /// Returns the line that a top must reach for its section to be selected: the bar's lower edge
    /// or, after the last section with enough room for those that follow, a point on the way from
    /// there to the last top.
    private func line(at offset: Double) -> Double {
      let tops = tops.indices.lazy.compactMap { self.top(of: $0) }
      let (end, speed) = (maximumOffset, SectionSpy.maximumLineSpeed)
      guard let last = tops.max(), last > end else { return offset }
      let latest = (speed * end - last) / (speed - 1)
      let start = tops.filter { $0 <= latest }.max().map { max(0, $0) } ?? 0
      // exact: the line is continuous.
      guard offset > start, end > start else { return offset }
      return start + (offset - start) * (last - start) / (end - start)
    }
  }

  /// The actions for a host to perform after an input.
  public struct Update: Hashable, Sendable {
    /// Whether ``SectionSpy/selection`` changed.
    public var selectionChanged = false
    /// The scroll to perform.
    public var scroll: ScrollMove?

    /// An update with nothing to do.
    public static let none = Update()

    /// Whether there is nothing to do.
    public var isEmpty: Bool { self == .none }
  }

  /// The duration of a scroll to a section: ``TabPager/tapGuard``.
  public static let scrollDuration = TabPager.tapGuard

  /// The maximum speed of the line that selects short sections at the end, relative to the content.
  /// A section 40 points high is then selected for at least 10 points of scrolling.
  private static let maximumLineSpeed = 4.0

  /// The places of the sections.
  public private(set) var layout: Layout
  /// The selected section; `nil` without sections.
  public private(set) var selection: Int?
  /// The scroll offset in points, as last reported or requested.
  public private(set) var offset: Double
  /// The motion preference. With Reduce Motion, every scroll is immediate.
  public var motion: MotionPreference

  /// Whether the host scrolls after other reports, as SwiftUI does, with its next layout.
  package var scrollsLater = false

  private var scroll: ProgrammaticScroll?
  /// The offset at which a requested scroll came to rest. Its section stays selected there.
  private var pin: Double?
  private var insets = SteadyInsets()
  /// The top inset at the last request.
  private var aimedInset = 0.0
  /// The time until which new insets count as caused by the last request, as when a large title
  /// shrinks.
  private var aimEnd = MonotonicTime(nanoseconds: .min)

  /// Creates a spy for a scroll at an offset in points. A non-finite offset counts as 0.
  public init(
    layout: Layout, offset: Double = 0, motion: MotionPreference = .full
  ) {
    self.layout = layout
    self.offset = offset.isFinite ? offset : 0
    self.motion = motion
    selection = layout.section(at: self.offset)
  }

  /// Reports each new scroll offset in points. Ignores a non-finite one.
  ///
  /// - Returns: whether the selection changed.
  public mutating func scrolled(to offset: Double, at now: MonotonicTime) -> Bool {
    guard offset.isFinite else { return false }
    let before = self.offset
    self.offset = offset
    if var scroll {
      let report = scroll.report(offset, at: now)
      self.scroll = report == .underway ? scroll : nil
      switch report {
      case .underway: return false
      case .arrived: pin = offset
      case .taken: return select(layout.section(at: offset))
      }
    }
    if let pin, offset.isAt(pin, pixel: layout.pixelLength) { return false }
    pin = nil
    return select(next(from: before))
  }

  /// Reports the geometry of a scroll view whose offset or insets changed. A change of insets alone
  /// is not a scroll: a refresh that ends, a banner or a shrinking title changes no selection until
  /// the offset changes.
  ///
  /// - Returns: whether the selection changed.
  public mutating func scrolled(in geometry: ScrollMetrics, at now: MonotonicTime) -> Bool {
    scrolled(to: insets.update(geometry).distance(along: .vertical), at: now)
  }

  /// The section at the offset. If it lies against the direction of the scroll, the current
  /// selection, which may have been kept.
  private func next(from before: Double) -> Int? {
    guard let new = layout.section(at: offset), let selection,
      layout.edge(of: selection) != nil, layout.edge(of: new) != nil
    else { return layout.section(at: offset) }
    let isLater = (layout.tops[selection], selection) < (layout.tops[new], new)
    // exact: any movement has a direction.
    return isLater ? offset > before ? new : selection : offset < before ? new : selection
  }

  /// Reports the end of a requested scroll, even before its target: the content came to rest, or a
  /// finger stopped it.
  ///
  /// - Returns: whether the selection changed.
  @discardableResult
  public mutating func scrollStopped() -> Bool {
    guard let scroll else { return false }
    self.scroll = nil
    if scroll.isReached(by: offset) { pin = offset }
    return pin == nil && select(layout.section(at: offset))
  }

  /// The time to report the offset again even if it does not change; `nil` if no scroll is
  /// underway.
  package var nextDeadline: MonotonicTime? { scroll?.deadline }

  /// Handles a change of a toolkit's phase. A finger and the deceleration after it take over from a
  /// requested scroll.
  ///
  /// - Returns: whether the selection changed.
  package mutating func phaseChanged(to phase: ScrollingPhase) -> Bool {
    guard phase == .interacting || phase == .decelerating else { return false }
    aimEnd = MonotonicTime(nanoseconds: .min)
    return scrollStopped()
  }

  /// Selects a section immediately, as after a tap on its tab. One that is not laid out is scrolled
  /// to once ``update(_:selection:at:)`` reports its place. Ignores a section that does not exist.
  ///
  /// - Returns: the scroll to its edge, within the content's bounds; none if already there. A
  ///   scroll underway is requested again, because the app may have stopped it.
  public mutating func select(_ index: Int, animated: Bool = true, at now: MonotonicTime) -> Update
  {
    guard layout.tops.indices.contains(index) else { return .none }
    if let geometry = insets.apply() {
      layout = Layout(tops: layout.tops, in: geometry, barHeight: layout.barHeight)
      (offset, pin) = (geometry.distance(along: .vertical), nil)
    }
    var update = Update(selectionChanged: select(index))
    guard let edge = layout.edge(of: index) else {
      // A scroll to another section continues.
      if scroll == nil { pin = offset }
      return update
    }
    update.scroll = move(to: max(0, edge), animated: animated, again: true, at: now)
    return update
  }

  /// Updates the tops, heights or number of the sections. A section scrolled to stays selected, and
  /// the scroll continues to its new edge; a removed selection is replaced by the section at the
  /// offset.
  ///
  /// - Parameters:
  ///   - layout: the places of the sections.
  ///   - selection: the selected section's new index if it has changed.
  ///   - now: the current time.
  public mutating func update(
    _ layout: Layout, selection: Int? = nil, at now: MonotonicTime
  ) -> Update {
    update(layout, selection: selection, isAimed: true, at: now)
  }

  /// Updates the sections, and the offset, in a scroll view. If its insets change while it scrolls
  /// to a section, or right after, that scroll continues to the section's new place; otherwise see
  /// ``scrolled(in:at:)``.
  ///
  /// - Parameters:
  ///   - tops: the tops of the sections in points, in the tabs' order.
  ///   - geometry: the scroll view's geometry.
  ///   - barHeight: the height of the bar over the top of the viewport, in points.
  ///   - selection: the selected section's new index if it has changed.
  ///   - now: the current time.
  public mutating func update(
    tops: [Double], in geometry: ScrollMetrics, barHeight: Double = 0, selection: Int? = nil,
    at now: MonotonicTime
  ) -> Update {
    let before = self.selection
    var seen = insets.update(geometry)
    let inset = geometry.contentInsets.top
    let isAiming = scroll != nil || pin != nil && now < aimEnd
    let isAimed = !isAiming || inset.isAt(aimedInset, pixel: geometry.pixelLength)
    if !isAimed, let actual = insets.apply() { seen = actual }
    let layout = Layout(tops: tops, in: seen, barHeight: barHeight)
    let place = seen.distance(along: .vertical)
    if layout == self.layout, selection == nil, isAimed {
      return Update(selectionChanged: scrolled(to: place, at: now))
    }
    if scroll == nil, pin == nil { offset = place }
    var update = update(layout, selection: selection, isAimed: isAimed, at: now)
    if update.scroll == nil || scrollsLater { _ = scrolled(to: place, at: now) }
    update.selectionChanged = self.selection != before
    return update
  }

  /// - Parameter isAimed: whether a requested scroll still leads to its target.
  private mutating func update(
    _ layout: Layout, selection: Int?, isAimed: Bool, at now: MonotonicTime
  ) -> Update {
    self.layout = layout
    let kept = selection ?? self.selection
    guard let kept, layout.tops.indices.contains(kept), scroll != nil || pin != nil else {
      (scroll, pin) = (nil, nil)
      return Update(selectionChanged: select(layout.section(at: offset)))
    }
    var update = Update(selectionChanged: select(kept))
    if let edge = layout.edge(of: kept) {
      let isUnderway = scroll.map { !$0.isReached(by: offset) } ?? false
      update.scroll = move(to: max(0, edge), animated: isUnderway, isAimed: isAimed, at: now)
    }
    return update
  }

  private mutating func select(_ index: Int?) -> Bool {
    defer { selection = index }
    return selection != index
  }

  private mutating func move(
    to target: Double, animated: Bool, again: Bool = false, isAimed: Bool = true,
    at now: MonotonicTime
  ) -> ScrollMove? {
    let pixel = layout.pixelLength
    if let scroll {
      if isAimed, scroll.isReached(by: target), !again || scroll.isReached(by: offset) {
        return nil
      }
    } else if (pin ?? offset).isAt(target, pixel: pixel), isAimed {
      pin = pin ?? offset
      return nil
    }
    let move = ScrollMove(
      to: target, over: animated && motion == .full ? Self.scrollDuration : .zero)
    scroll = ProgrammaticScroll(
      to: target, guardTime: TabPager.tapGuard, pixel: pixel, at: now)
    aimedInset = insets.actual?.contentInsets.top ?? 0
    aimEnd = now + TabPager.tapGuard
    pin = nil
    if move.isImmediate {
      offset = target
      // Later offsets belong to other scrolls.
      if !scrollsLater { scrollStopped() }
    }
    return move
  }
}
