package import SightlineCore

/// Section tabs for a declarative toolkit: sections identified by the app's values, whose places
/// are reported one by one.
///
/// Reports take effect together with the next ``settle(at:)``: a layout that moves five sections
/// decides once, not with two of them in their new places. ``SectionSpy`` does the rest.
package struct NamedSections<Section: Hashable> {
  /// A scroll to perform.
  package struct Scroll: Equatable {
    /// The section whose top goes to the top of the viewport.
    package var section: Section
    /// How long it takes; zero for at once.
    package var duration: Duration
  }

  /// The sections, in the tabs' order.
  package private(set) var sections: [Section] = []
  /// The selected section; `nil` where there are none.
  package var selection: Section? { spy.selection.map { sections[$0] } }
  /// With Reduce Motion every scroll is immediate.
  package var motion: MotionPreference {
    get { spy.motion }
    set { spy.motion = newValue }
  }

  private var tops: [Section: Double] = [:]
  private var geometry: ScrollMetrics?
  /// Whether anything but the offset was reported since the last decision.
  private var isLayoutStale = true
  private var spy = SectionSpy(
    layout: SectionSpy.Layout(tops: [], contentHeight: 0, viewportHeight: 0))

  package init() {}

  /// The app shows other sections, or the same in another order. The selected one stays selected
  /// while it exists.
  ///
  /// - Returns: a scroll that keeps the selected section where it was scrolled to.
  package mutating func setSections(_ sections: [Section], at now: MonotonicTime) -> Scroll? {
    guard sections != self.sections else { return nil }
    let selected = selection
    self.sections = sections
    isLayoutStale = true
    let there = Set(sections)
    tops = tops.filter { there.contains($0.key) }
    // An index that does not exist stands for a selection that is gone.
    let index = selected.map { sections.firstIndex(of: $0) ?? -1 }
    let update = spy.update(layout, selection: index, at: now)
    return scroll(update)
  }

  /// A section's top was laid out, in points from the beginning of the content.
  package mutating func place(_ section: Section, at top: Double) {
    tops[section] = top
    isLayoutStale = true
  }

  /// The content was scrolled, or its size or the viewport's changed.
  package mutating func scrolled(_ geometry: ScrollMetrics) {
    if self.geometry?.scrolled(to: geometry.contentOffset) != geometry { isLayoutStale = true }
    self.geometry = geometry
  }

  /// The scroll went to another phase.
  package mutating func phaseChanged(to phase: ScrollingPhase) {
    if phase == .interacting { spy.beginDragging() }
    if phase == .idle { _ = spy.scrollStopped() }
  }

  /// Decides with all that was reported.
  ///
  /// - Returns: a scroll that keeps the selected section where it was scrolled to.
  package mutating func settle(at now: MonotonicTime) -> Scroll? {
    guard let geometry else { return nil }
    let layout = isLayoutStale ? layout : spy.layout
    isLayoutStale = false
    let update = layout == spy.layout ? .none : spy.update(layout, at: now)
    _ = spy.scrolled(to: geometry.distance(along: .vertical), at: now)
    return scroll(update)
  }

  /// A tab was chosen: its section is selected at once.
  ///
  /// - Returns: the scroll to it; `nil` where it is there already.
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
