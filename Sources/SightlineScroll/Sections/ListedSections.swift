package import SightlineCore

/// Section tabs over a list that creates its rows on demand, so that the places of most sections
/// are unknown: the selected section is the first one with a visible row or, at the end of the
/// scroll, the last one. Over the last viewport height of the scroll, it moves from the first to
/// the last, so that short sections at the end can be selected.
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
  private var insets = SteadyInsets()
  private var request: Request?

  /// A requested scroll to an unknown place, which ends once the offset rests.
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

  package mutating func scrolled(_ geometry: ScrollMetrics) {
    self.geometry = insets.update(geometry)
  }

  package mutating func phaseChanged(to phase: ScrollingPhase) {
    if phase == .interacting { request = nil }
  }

  package mutating func settle(at now: MonotonicTime) -> SectionScroll<Section>? {
    if let selected = selection, !sections.contains(selected) { (selection, request) = (nil, nil) }
    if isHeld(at: now) { return nil }
    let visible = sections.filter(shown.contains)
    let place = Int(Double(visible.count - 1) * endShare)
    selection = visible.isEmpty ? selection ?? sections.first : visible[place]
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

  /// The scrolled share of the last viewport height: 0 before, 1 at the end.
  private var endShare: Double {
    guard let geometry, geometry.isScrollable(along: .vertical) else { return 0 }
    let left = geometry.maxOffset.y - geometry.clampedOffset.y
    if left.isAt(0, pixel: geometry.pixelLength) { return 1 }
    return max(0, 1 - left / min(geometry.range(along: .vertical), geometry.containerSize.height))
  }

  /// Returns whether the offset is due to a requested scroll.
  private mutating func isHeld(at now: MonotonicTime) -> Bool {
    guard let pending = request, let offset else { return request != nil }
    guard let rest = pending.offset else {
      request?.offset = offset
      return true
    }
    if let geometry, !offset.isAt(rest, pixel: geometry.pixelLength) {
      let isSoon = now - pending.time < TabPager.tapGuard
      request = isSoon ? Request(offset: offset, time: now) : nil
    }
    return request != nil
  }
}
