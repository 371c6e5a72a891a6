public import SightlineCore

/// Section tabs over a long scroll view: scrolling updates the selected tab, and tapping a tab
/// scrolls to its section.
///
/// Each section has an *edge*: the scroll offset at which its top meets the lower edge of the bar,
/// or the end of the scroll if that comes first, so a short last section can be selected. The
/// selected section is the last one whose edge has been reached, or else the first one. Tapping
/// scrolls to the same edge. In content that does not scroll, the first section is selected until
/// one is tapped.
///
/// Invariants:
/// 1. A requested scroll selects its target immediately and nothing on the way.
/// 2. The section scrolled to stays selected as long as the offset does not change, even if several
///    share the end of the scroll.
/// 3. The selection is an existing section, or `nil` if there are no sections.
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

    /// Creates a layout in points. Negative and non-finite heights count as 0.
    public init(
      tops: [Double], contentHeight: Double, viewportHeight: Double, barHeight: Double = 0
    ) {
      self.tops = tops
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
        barHeight: barHeight)
    }

    /// The maximum scroll offset in points.
    public var maximumOffset: Double { max(0, contentHeight - viewportHeight) }

    /// Returns the offset in points at which a section becomes selected, also below 0; `nil` for a
    /// section that does not exist or is not laid out.
    public func edge(of index: Int) -> Double? {
      guard tops.indices.contains(index), tops[index].isFinite else { return nil }
      return min(tops[index] - barHeight, maximumOffset)
    }

    /// Returns the section selected by scrolling to an offset.
    ///
    /// - Complexity: O(*n*) in the number of sections.
    func section(at offset: Double) -> Int? {
      var (first, last): (Int?, Int?)
      for index in tops.indices {
        guard let edge = edge(of: index) else { continue }
        // Compare tops: all edges beyond the end of the scroll are equal.
        if first.map({ tops[index] < tops[$0] }) ?? true { first = index }
        let isReached = edge <= offset + SectionSpy.tolerance
        if isReached, last.map({ tops[index] >= tops[$0] }) ?? true { last = index }
      }
      return (maximumOffset > 0 ? last : nil) ?? first ?? tops.indices.first
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

  /// The duration of a scroll to a section: ``PagerTabSync/tapGuard``.
  public static let scrollDuration = PagerTabSync.tapGuard

  /// The distance in points before an edge at which it counts as reached, against rounding.
  public static let tolerance = 1e-6

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
    self.offset = offset
    if var scroll {
      let report = scroll.report(offset, at: now)
      self.scroll = report == .underway ? scroll : nil
      if report == .underway { return false }
      if report == .arrived { pin = offset }
    }
    if let pin, abs(offset - pin) <= ProgrammaticScroll.tolerance { return false }
    pin = nil
    return select(layout.section(at: offset))
  }

  /// Reports the end of a requested scroll, also on the way to a section: the content came to rest,
  /// or a finger took it.
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
    (phase == .interacting || phase == .decelerating) && scrollStopped()
  }

  /// Selects a section immediately, as after a tap on its tab. One that is not laid out is scrolled
  /// to once ``update(_:selection:at:)`` reports its place. Ignores a section that does not exist.
  ///
  /// - Returns: the scroll to its edge, within the content's bounds; none if already there. On its
  ///   way it is requested again, because the app may have stopped it.
  public mutating func select(_ index: Int, animated: Bool = true, at now: MonotonicTime) -> Update
  {
    guard layout.tops.indices.contains(index) else { return .none }
    var update = Update(selectionChanged: select(index))
    guard let edge = layout.edge(of: index) else {
      // A scroll on its way to another section goes on.
      if scroll == nil { pin = offset }
      return update
    }
    update.scroll = move(to: max(0, edge), animated: animated, again: true, at: now)
    return update
  }

  /// Updates the tops, heights or number of the sections. A section scrolled to stays selected, and
  /// the scroll leads to its new edge; a removed selection is replaced by the section at the
  /// offset.
  ///
  /// - Parameters:
  ///   - layout: the places of the sections.
  ///   - selection: the selected section's new index if it has changed.
  ///   - now: the current time.
  public mutating func update(
    _ layout: Layout, selection: Int? = nil, at now: MonotonicTime
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
      update.scroll = move(to: max(0, edge), animated: isUnderway, at: now)
    }
    return update
  }

  private mutating func select(_ index: Int?) -> Bool {
    defer { selection = index }
    return selection != index
  }

  private mutating func move(
    to target: Double, animated: Bool, again: Bool = false, at now: MonotonicTime
  ) -> ScrollMove? {
    if let scroll {
      if scroll.target == target, !again || scroll.isReached(by: offset) { return nil }
    } else if abs((pin ?? offset) - target) <= ProgrammaticScroll.tolerance {
      pin = pin ?? offset
      return nil
    }
    let move = ScrollMove(
      to: target, over: animated && motion == .full ? Self.scrollDuration : .zero)
    scroll = ProgrammaticScroll(to: target, guardTime: PagerTabSync.tapGuard, at: now)
    pin = nil
    if move.isImmediate {
      offset = target
      // Later offsets belong to other scrolls.
      if !scrollsLater { scrollStopped() }
    }
    return move
  }
}
