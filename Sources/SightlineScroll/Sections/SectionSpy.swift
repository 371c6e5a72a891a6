public import SightlineCore

/// Section tabs over one long scroll: scrolling moves the selected tab, tapping a tab scrolls to
/// its section.
///
/// Each section has an *edge*: the scroll offset at which its top meets the lower edge of the bar.
/// The selected section is the last one whose edge is reached, inclusively; before the first edge
/// it is the first one. Edges beyond the scroll's end lie at its end, so the last, short section
/// can be selected. Tapping scrolls to the same edge, so both ways agree by construction. In
/// content that does not scroll the first section is selected, until one is tapped.
///
/// Invariants:
/// 1. A scroll that was requested selects its target at once and nothing on the way.
/// 2. The section scrolled to stays selected while the offset stays, also if several share the
///    scroll's end.
/// 3. The selection exists, or there are no sections and it is `nil`.
///
/// Positions are points along the scroll's axis, from the beginning of its content.
///
/// ```swift
/// var spy = SectionSpy(
///   layout: SectionSpy.Layout(
///     tops: [0, 600, 1_400], contentHeight: 2_000, viewportHeight: 800, barHeight: 50))
/// spy.scrolled(to: 550, at: now)  // true: the second section has come to the bar
/// ```
public struct SectionSpy: Hashable, Sendable {
  /// Where the sections are.
  public struct Layout: Hashable, Sendable {
    /// The sections' tops in points, in the tabs' order. One that is not finite is not laid out
    /// yet: it is never reached by scrolling. Tops out of order count by their place; of equal
    /// ones, the last.
    public var tops: [Double]
    /// The height of all content in points.
    public var contentHeight: Double
    /// The height of the viewport in points, bar included.
    public var viewportHeight: Double
    /// How much of the viewport's top the bar covers, in points.
    public var barHeight: Double

    /// Creates a layout in points. A height that is negative or not finite counts as 0.
    public init(
      tops: [Double], contentHeight: Double, viewportHeight: Double, barHeight: Double = 0
    ) {
      self.tops = tops
      self.contentHeight = contentHeight.asExtent
      self.viewportHeight = viewportHeight.asExtent
      self.barHeight = barHeight.asExtent
    }

    /// Creates a layout in a scroll view, whose insets count as outside of the viewport.
    package init(tops: [Double], in geometry: ScrollMetrics, barHeight: Double = 0) {
      let insets = geometry.contentInsets
      self.init(
        tops: tops, contentHeight: geometry.contentSize.height,
        viewportHeight: geometry.containerSize.height - insets.top - insets.bottom,
        barHeight: barHeight)
    }

    /// The greatest scroll offset in points.
    public var maximumOffset: Double { max(0, contentHeight - viewportHeight) }

    /// The offset in points from which a section is selected, at most ``maximumOffset``; negative
    /// if the first section lies under the bar at rest. `nil` for one that does not exist or is not
    /// laid out.
    public func edge(of index: Int) -> Double? {
      guard tops.indices.contains(index), tops[index].isFinite else { return nil }
      return min(tops[index] - barHeight, maximumOffset)
    }
  }

  /// What a host has to do after an input.
  public struct Update: Hashable, Sendable {
    /// Whether another section is selected now (or none): read ``SectionSpy/selection``.
    public var selectionChanged = false
    /// Where to scroll.
    public var scroll: ScrollMove?

    /// Nothing to do.
    public static let none = Update()

    /// Whether there is nothing to do.
    public var isEmpty: Bool { self == .none }
  }

  /// How long a scroll to a section takes by default: as long as a change of pages,
  /// ``PagerTabSync/tapGuard``.
  public static let scrollDuration = PagerTabSync.tapGuard

  /// An edge counts as reached this much before it, 1e-6 pt: subtracting the bar and adding it
  /// again is not exact.
  public static let tolerance = 1e-6

  /// Where the sections are.
  public private(set) var layout: Layout
  /// The selected section; `nil` where there are none.
  public private(set) var selection: Int?
  /// The scroll offset in points, as last reported or asked for.
  public private(set) var offset: Double
  /// With Reduce Motion every scroll is immediate.
  public var motion: MotionPreference

  private let scrollDuration: Duration
  private var scroll: ProgrammaticScroll?
  /// Where a requested scroll came to rest; its section stays selected here.
  private var pin: Double?

  /// Creates a spy on a scroll at this offset in points; one that is not finite counts as 0.
  ///
  /// - Parameters:
  ///   - layout: where the sections are.
  ///   - offset: the scroll offset in points.
  ///   - motion: whether scrolls take time.
  ///   - scrollDuration: how long; a negative duration counts as zero.
  public init(
    layout: Layout, offset: Double = 0, motion: MotionPreference = .full,
    scrollDuration: Duration = SectionSpy.scrollDuration
  ) {
    self.layout = layout
    self.offset = offset.isFinite ? offset : 0
    self.motion = motion
    self.scrollDuration = max(.zero, scrollDuration)
    selection = layout.section(at: self.offset)
  }
}

extension SectionSpy.Layout {
  /// The section that scrolling to an offset selects.
  ///
  /// - Complexity: O(*n*) in the number of sections.
  func section(at offset: Double) -> Int? {
    if tops.isEmpty { return nil }
    let places = tops.indices.compactMap { index in edge(of: index).map { (index, $0) } }
    guard let first = places.min(by: { tops[$0.0] < tops[$1.0] }) else { return 0 }
    if maximumOffset == 0 { return first.0 }
    let reached = places.filter { $0.1 <= offset + SectionSpy.tolerance }
    // By their tops: edges beyond the scroll's end are all the same.
    return reached.max { tops[$0.0] < tops[$1.0] || tops[$0.0] == tops[$1.0] && $0.0 < $1.0 }?.0
      ?? first.0
  }
}

extension SectionSpy {
  /// The scroll's offset changed, for any reason. Call it for every change. An offset that is not
  /// finite changes nothing.
  ///
  /// - Returns: whether another section is selected now.
  public mutating func scrolled(to offset: Double, at now: MonotonicTime) -> Bool {
    guard offset.isFinite else { return false }
    self.offset = offset
    if var scroll {
      let report = scroll.report(offset, at: now)
      self.scroll = report == .underway ? scroll : nil
      if report == .underway { return false }
      if report == .arrived {
        pin = offset
        return false
      }
    }
    if let pin, abs(offset - pin) <= ProgrammaticScroll.tolerance { return false }
    pin = nil
    return select(layout.section(at: offset))
  }

  /// A finger took hold of the content: from here on its offsets are the user's.
  public mutating func beginDragging() {
    guard let scroll else { return }
    self.scroll = nil
    pin = scroll.isReached(by: offset) ? offset : nil
  }

  /// The content came to rest. A scroll of ours that stopped on its way is over: the section at the
  /// offset is selected.
  ///
  /// - Returns: whether another section is selected now.
  public mutating func scrollStopped() -> Bool {
    guard let scroll else { return false }
    self.scroll = nil
    if scroll.isReached(by: offset) {
      pin = offset
      return false
    }
    return select(layout.section(at: offset))
  }

  /// A tab was tapped, or an app scrolls to a section: it is selected at once.
  ///
  /// - Parameters:
  ///   - index: the section. One that does not exist changes nothing; one that is not laid out is
  ///     selected, and scrolled to once ``update(_:selection:at:)`` says where it is.
  ///   - animated: whether the scroll takes time.
  /// - Returns: the scroll to its edge, within the content's bounds; none if it is there already.
  public mutating func select(_ index: Int, animated: Bool = true, at now: MonotonicTime) -> Update
  {
    guard layout.tops.indices.contains(index) else { return .none }
    var update = Update(selectionChanged: select(index))
    // A section that is not laid out is selected without a scroll.
    guard let edge = layout.edge(of: index) else {
      scroll = nil
      pin = offset
      return update
    }
    update.scroll = move(to: max(0, edge), animated: animated, at: now)
    return update
  }

  /// The sections changed: their tops, heights or number. This selects nothing else while a scroll
  /// is under way, which goes to its section's new edge. A section that was scrolled to is kept at
  /// its edge; a selection that is gone is replaced by the section at the offset.
  ///
  /// - Parameters:
  ///   - layout: where the sections are.
  ///   - selection: the selected section's new index if sections before it came or went; `nil` if
  ///     it has kept it.
  public mutating func update(
    _ layout: Layout, selection: Int? = nil, at now: MonotonicTime
  ) -> Update {
    let (oldLayout, oldSelection) = (self.layout, self.selection)
    self.layout = layout
    let kept = selection ?? oldSelection
    guard let kept, layout.tops.indices.contains(kept), scroll != nil || pin != nil else {
      (scroll, pin) = (nil, nil)
      self.selection = kept
      _ = select(layout.section(at: offset))
      return Update(selectionChanged: self.selection != oldSelection)
    }
    var update = Update(selectionChanged: kept != oldSelection)
    self.selection = kept
    if let edge = layout.edge(of: kept), oldLayout != layout {
      update.scroll = move(to: max(0, edge), animated: scroll != nil, at: now)
    }
    return update
  }

  private mutating func select(_ index: Int?) -> Bool {
    defer { selection = index }
    return selection != index
  }

  private mutating func move(
    to target: Double, animated: Bool, at now: MonotonicTime
  ) -> ScrollMove? {
    if let scroll {
      if scroll.target == target { return nil }
    } else if abs(offset - target) <= ProgrammaticScroll.tolerance {
      pin = offset
      return nil
    }
    let move = ScrollMove(
      to: target, over: animated && motion == .full ? scrollDuration : .zero)
    scroll = ProgrammaticScroll(to: target, guardTime: PagerTabSync.tapGuard, at: now)
    pin = nil
    if move.isImmediate { offset = target }
    return move
  }
}
