#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineApple
package import SightlineScroll

/// The section tabs of a declarative toolkit. Receives reports from its layout and its scroll view,
/// and calls the host only if there is something to do.
///
/// Positions and sections take effect together, at the end of the turn in which they were reported.
/// Offsets and phases, which ``ScrollProbe`` reports at that time, take effect immediately.
@MainActor
package final class SectionReader<Sections: TabbedSections> {
  /// Called when the selection has changed, never while the views are updated.
  package var selectionChanged: ((Sections.Section?) -> Void)?
  /// Called with a scroll to perform.
  package var scrollRequested: ((SectionScroll<Sections.Section>) -> Void)?
  /// The motion preference. With Reduce Motion every scroll is immediate.
  package var motion: MotionPreference {
    get { sections.motion }
    set { sections.motion = newValue }
  }

  private var sections = Sections()
  private var reported: Sections.Section?
  private lazy var settling = CommitAction { [weak self] in self?.settle() }
  private lazy var timer = DeadlineTimer { [weak self] in self?.settle() }

  package nonisolated init() {}

  /// Sets the sections, in the tabs' order, during an update of the views.
  package func setSections(_ new: [Sections.Section]) {
    guard new != sections.sections else { return }
    request(sections.setSections(new, at: MonotonicClock.now))
    settling.request()
  }

  /// Handles a change of the scroll view's geometry.
  package func scrolled(_ geometry: ScrollMetrics) {
    sections.scrolled(geometry)
    settle()
  }

  /// Handles a change of the scroll view's phase.
  package func phaseChanged(_ change: ScrollPhaseChange) {
    sections.phaseChanged(to: change.to)
    report()
  }

  /// Handles the choice of a tab.
  package func select(_ section: Sections.Section) {
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
    guard reported != sections.selection else { return }
    reported = sections.selection
    selectionChanged?(reported)
  }

  private func request(_ scroll: SectionScroll<Sections.Section>?) {
    if let scroll { scrollRequested?(scroll) }
    if let deadline = sections.nextDeadline { timer.set(deadline) }
  }

  /// Sets the top of a section, in points from the top of the content, during a layout.
  package func place<Section>(_ section: Section, at top: Double)
  where Sections == NamedSections<Section> {
    sections.place(section, at: top)
    settling.request()
  }

  /// Sets the sections that have a visible row, after a pass.
  package func setShown<Section>(_ shown: Set<Section>) where Sections == ListedSections<Section> {
    sections.setShown(shown)
    settle()
  }
}
#endif
