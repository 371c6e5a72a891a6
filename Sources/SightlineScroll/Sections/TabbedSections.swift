package import SightlineCore

/// Section tabs for a declarative toolkit. Its reports take effect with the next ``settle(at:)``.
package protocol TabbedSections {
  associatedtype Section: Hashable

  /// Creates tabs without sections.
  init()

  /// The sections, in the tabs' order.
  var sections: [Section] { get }
  /// The selected section; `nil` without sections.
  var selection: Section? { get }
  /// The motion preference. With Reduce Motion, every scroll is immediate.
  var motion: MotionPreference { get set }

  /// The time to call ``settle(at:)`` even without a report; `nil` if none is due.
  var nextDeadline: MonotonicTime? { get }

  /// Sets the sections and their order. The selected one stays selected while it exists.
  ///
  /// - Returns: a scroll that keeps the selected section in place.
  mutating func setSections(_ sections: [Section], at now: MonotonicTime) -> SectionScroll<Section>?

  /// Reports a scroll, or a new size of the content or viewport.
  mutating func scrolled(_ geometry: ScrollMetrics)

  /// Reports a change of the scroll's phase.
  mutating func phaseChanged(to phase: ScrollingPhase)

  /// Applies all reports and updates the selection.
  ///
  /// - Returns: a scroll that keeps the selected section in place.
  mutating func settle(at now: MonotonicTime) -> SectionScroll<Section>?

  /// Selects a section immediately, as after a tap on its tab.
  ///
  /// - Returns: the scroll to the section; `nil` if already there.
  mutating func select(_ section: Section, at now: MonotonicTime) -> SectionScroll<Section>?
}

/// A scroll to a section, for the toolkit to perform.
package struct SectionScroll<Section: Equatable>: Equatable {
  /// The section to align with the top of the viewport.
  package var section: Section
  /// The duration; zero for an immediate scroll.
  package var duration: Duration
}
