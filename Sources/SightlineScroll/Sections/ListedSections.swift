package import SightlineCore

/// Section tabs over a list that makes its rows on demand, so the places of most sections are
/// unknown: the selected section is the first one with a visible row, and at the end of the scroll
/// the last one.
///
/// A requested scroll selects its target immediately and nothing on the way. The section stays
/// selected until the list scrolls away from there.
package struct ListedSections<Section: Hashable>: TabbedSections {
  package private(set) var sections: [Section] = []
  package private(set) var selection: Section?
  package var motion = MotionPreference.full
  package var nextDeadline: MonotonicTime? { nil }

  private var shown: Set<Section> = []
  private var geometry: ScrollMetrics?
  private var request: Request?

  /// A requested scroll to an unknown place, which has ended once the offset rests.
  private struct Request {
    /// The offset of its last movement; `nil` before the first geometry.
    var offset: Double?
    /// The time of the request or of that movement.
    var time: MonotonicTime
  }

  package init() {}

  package mutating func setSections(
    _ sections: [Section], at now: MonotonicTime
  ) -> SectionScroll<Section>? {
    self.sections = sections
    return settle(at: now)
  }

  /// Sets the sections that have a visible row.
  package mutating func setShown(_ sections: Set<Section>) { shown = sections }

  package mutating func scrolled(_ geometry: ScrollMetrics) { self.geometry = geometry }

  package mutating func phaseChanged(to phase: ScrollingPhase) {
    if phase == .interacting { request = nil }
  }

  package mutating func settle(at now: MonotonicTime) -> SectionScroll<Section>? {
    if let known = selection, !sections.contains(known) { (selection, request) = (nil, nil) }
    if isHeld(at: now) { return nil }
    let visible = sections.filter(shown.contains)
    selection = (isAtEnd ? visible.last : visible.first) ?? selection ?? sections.first
    return nil
  }

  package mutating func select(
    _ section: Section, at now: MonotonicTime
  ) -> SectionScroll<Section>? {
    guard sections.contains(section) else { return nil }
    selection = section
    request = Request(offset: offset, time: now)
    return SectionScroll(
      section: section, duration: motion == .full ? SectionSpy.scrollDuration : .zero)
  }

  private var offset: Double? { geometry?.distance(along: .vertical) }

  /// Whether the content has been scrolled to its end.
  private var isAtEnd: Bool {
    guard let geometry, let offset, geometry.isScrollable(along: .vertical) else { return false }
    return offset >= geometry.range(along: .vertical) - ProgrammaticScroll.tolerance
  }

  /// Returns whether the offset is due to a requested scroll.
  private mutating func isHeld(at now: MonotonicTime) -> Bool {
    guard let known = request, let offset else { return request != nil }
    guard let rest = known.offset else {
      request?.offset = offset
      return true
    }
    if abs(offset - rest) > ProgrammaticScroll.tolerance {
      let isSoon = now - known.time < PagerTabSync.tapGuard
      request = isSoon ? Request(offset: offset, time: now) : nil
    }
    return request != nil
  }
}
