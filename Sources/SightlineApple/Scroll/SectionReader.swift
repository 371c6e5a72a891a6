#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
package import SightlineScroll

/// Section tabs of a declarative toolkit: takes in what its layout and its scroll view report, and
/// calls the host only if there is something to do. A scroll that changes no selection calls
/// nothing.
///
/// Places and sections count together, at the end of the turn in which they were reported; offsets
/// and phases, which ``ScrollProbe`` reports there, at once.
@MainActor
package final class SectionReader<Section: Hashable> {
  /// Called when another section is selected, never while the views are updated.
  package var selectionChanged: ((Section?) -> Void)?
  /// Called with a scroll to perform.
  package var scrollRequested: ((NamedSections<Section>.Scroll) -> Void)?
  /// With Reduce Motion every scroll is immediate.
  package var motion: MotionPreference {
    get { sections.motion }
    set { sections.motion = newValue }
  }

  private var sections = NamedSections<Section>()
  private var known: Section?
  private lazy var settling = CommitAction { [weak self] in self?.settle() }

  /// Creates it without sections.
  package nonisolated init() {}

  /// Sets the sections, in the tabs' order, during an update of the views.
  package func setSections(_ new: [Section]) {
    guard new != sections.sections else { return }
    request(sections.setSections(new, at: MonotonicClock.now))
    settling.request()
  }

  /// Sets where a section begins, in points from the beginning of the content, during a layout.
  package func place(_ section: Section, at top: Double) {
    sections.place(section, at: top)
    settling.request()
  }

  /// The scroll view's geometry changed.
  package func scrolled(_ geometry: ScrollMetrics) {
    sections.scrolled(geometry)
    settle()
  }

  /// The scroll view's phase changed.
  package func phaseChanged(_ change: ScrollPhaseChange) {
    sections.phaseChanged(to: change.to)
    report()
  }

  /// A tab was chosen.
  package func select(_ section: Section) {
    let scroll = sections.select(section, at: MonotonicClock.now)
    report()
    request(scroll)
  }

  private func settle() {
    let scroll = sections.settle(at: MonotonicClock.now)
    report()
    request(scroll)
  }

  private func report() {
    guard known != sections.selection else { return }
    known = sections.selection
    selectionChanged?(known)
  }

  private func request(_ scroll: NamedSections<Section>.Scroll?) {
    if let scroll { scrollRequested?(scroll) }
  }
}
#endif
