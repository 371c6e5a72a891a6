package import SightlineCore

/// Section tabs over sections that report their places one by one. A layout that moves five
/// sections leads to a single decision, never to one based on some new and some old places.
package struct NamedSections<Section: Hashable>: TabbedSections {
  package private(set) var sections: [Section] = []
  package var selection: Section? { spy.selection.map { sections[$0] } }
  package var motion: MotionPreference {
    get { spy.motion }
    set { spy.motion = newValue }
  }

  package var nextDeadline: MonotonicTime? { spy.nextDeadline }

  private var tops: [Section: Double] = [:]
  private var geometry: ScrollMetrics?
  private var spy = SectionSpy(
    layout: SectionSpy.Layout(tops: [], contentHeight: 0, viewportHeight: 0))

  package init() { spy.scrollsLater = true }

  package mutating func setSections(
    _ sections: [Section], at now: MonotonicTime
  ) -> SectionScroll<Section>? {
    guard sections != self.sections else { return nil }
    let selected = selection
    self.sections = sections
    let there = Set(sections)
    tops = tops.filter { there.contains($0.key) }
    // An index out of range represents a removed selection.
    let index = selected.map { sections.firstIndex(of: $0) ?? sections.count }
    let update = update(selection: index, at: now)
    return scroll(update)
  }

  /// Reports the top of a section, in points from the start of the content.
  package mutating func place(_ section: Section, at top: Double) {
    tops[section] = top
  }

  package mutating func scrolled(_ geometry: ScrollMetrics) { self.geometry = geometry }

  package mutating func phaseChanged(to phase: ScrollingPhase) {
    _ = spy.phaseChanged(to: phase)
  }

  package mutating func settle(at now: MonotonicTime) -> SectionScroll<Section>? {
    guard geometry != nil else { return nil }
    let update = update(at: now)
    return scroll(update)
  }

  package mutating func select(
    _ section: Section, at now: MonotonicTime
  ) -> SectionScroll<Section>? {
    guard let index = sections.firstIndex(of: section) else { return nil }
    let update = spy.select(index, at: now)
    return scroll(update)
  }

  private mutating func update(
    selection: Int? = nil, at now: MonotonicTime
  ) -> SectionSpy.Update {
    spy.update(
      tops: sections.map { tops[$0] ?? .nan },
      in: geometry ?? ScrollMetrics(contentSize: .zero, containerSize: .zero),
      selection: selection, at: now)
  }

  private func scroll(_ update: SectionSpy.Update) -> SectionScroll<Section>? {
    guard let move = update.scroll, let selection else { return nil }
    return SectionScroll(section: selection, duration: move.duration)
  }
}
