package import SightlineCore

/// Section tabs for a declarative toolkit: sections are identified by the app's values and report
/// their places one by one.
///
/// Reports take effect together with the next ``settle(at:)``, so a layout that moves five sections
/// leads to one decision, not to one with only two of them in their new places. ``SectionSpy`` does
/// the rest.
package struct NamedSections<Section: Hashable> {
  package struct Scroll: Equatable {
    /// The section to align with the top of the viewport.
    package var section: Section
    /// The duration; zero for an immediate scroll.
    package var duration: Duration
  }

  /// The sections, in the tabs' order.
  package private(set) var sections: [Section] = []
  /// The selected section; `nil` without sections.
  package var selection: Section? { spy.selection.map { sections[$0] } }
  /// The motion preference. With Reduce Motion, every scroll is immediate.
  package var motion: MotionPreference {
    get { spy.motion }
    set { spy.motion = newValue }
  }

  private var tops: [Section: Double] = [:]
  private var geometry: ScrollMetrics?
  /// Whether anything other than the offset was reported since the last decision.
  private var isLayoutStale = true
  private var spy = SectionSpy(
    layout: SectionSpy.Layout(tops: [], contentHeight: 0, viewportHeight: 0))

  package init() {}

  /// Sets the sections and their order. The selected one stays selected while it exists.
  ///
  /// - Returns: a scroll that keeps the selected section in place.
  package mutating func setSections(_ sections: [Section], at now: MonotonicTime) -> Scroll? {
    guard sections != self.sections else { return nil }
    let selected = selection
    self.sections = sections
    isLayoutStale = true
    let there = Set(sections)
    tops = tops.filter { there.contains($0.key) }
    // An index out of range represents a removed selection.
    let index = selected.map { sections.firstIndex(of: $0) ?? -1 }
    let update = spy.update(layout, selection: index, at: now)
    return scroll(update)
  }

  /// Reports the top of a section, in points from the start of the content.
  package mutating func place(_ section: Section, at top: Double) {
    tops[section] = top
    isLayoutStale = true
  }

  /// Reports a scroll, or a new size of the content or viewport.
  package mutating func scrolled(_ geometry: ScrollMetrics) {
    if self.geometry?.scrolled(to: geometry.contentOffset) != geometry { isLayoutStale = true }
    self.geometry = geometry
  }

  package mutating func phaseChanged(to phase: ScrollingPhase) {
    if phase == .interacting { spy.beginDragging() }
    if phase == .idle { _ = spy.scrollStopped() }
  }

  /// Applies all reports and updates the selection.
  ///
  /// - Returns: a scroll that keeps the selected section in place.
  package mutating func settle(at now: MonotonicTime) -> Scroll? {
    guard let geometry else { return nil }
    let layout = isLayoutStale ? layout : spy.layout
    isLayoutStale = false
    let update = layout == spy.layout ? .none : spy.update(layout, at: now)
    _ = spy.scrolled(to: geometry.distance(along: .vertical), at: now)
    return scroll(update)
  }

  /// Selects a section immediately, as after a tap on its tab.
  ///
  /// - Returns: the scroll to the section; `nil` if already there.
  package mutating func select(_ section: Section, at now: MonotonicTime) -> Scroll? {
    guard let index = sections.firstIndex(of: section) else { return nil }
    let update = spy.select(index, at: now)
    return scroll(update)
  }

  private var layout: SectionSpy.Layout {
    let tops = sections.map { self.tops[$0] ?? .nan }
    guard let geometry else {
      return SectionSpy.Layout(tops: tops, contentHeight: 0, viewportHeight: 0)
    }
    return SectionSpy.Layout(tops: tops, in: geometry)
  }

  private func scroll(_ update: SectionSpy.Update) -> Scroll? {
    guard let move = update.scroll, let selection else { return nil }
    return Scroll(section: selection, duration: move.duration)
  }
}
