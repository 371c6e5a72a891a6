#if canImport(UIKit) && !os(watchOS)
import SightlineApple
import SightlineScroll
public import UIKit

/// Section tabs over one long scroll: scrolling selects the current section, and choosing a tab
/// scrolls to its section.
///
/// ```swift
/// let sections = SectionTabsController(of: tableView)
/// sections.selectionChanged = { index in bar.selectedIndex = index }
/// bar.tapped = { index in sections.select(index) }
/// ```
///
/// ``/SightlineScroll/SectionSpy`` makes all decisions. When sections are inserted or removed
/// before a chosen one, nothing scrolls, and the section at the bar is selected. A bar in the
/// scroll view's insets needs no height here. A change of insets selects nothing: a refresh that
/// ends, a banner. If they change during a scroll to a section, such as when a large title shrinks,
/// it continues to the section's new place. Animated scrolls are UIKit's own; with Reduce Motion
/// there are none. The scroll view's delegate is not used. Retain the controller; it retains no
/// view.
@MainActor
public final class SectionTabsController {
  /// Called on the main actor when the selection changes; `nil` without sections. While the content
  /// scrolls, it is called immediately, within UIKit's own layout.
  public var selectionChanged: (@MainActor (Int?) -> Void)?
  /// The height of a bar over the top of the scroll view, beyond its insets, in points. A change
  /// takes effect at the end of this run loop turn.
  public var barHeight: CGFloat

  /// The selected section; `nil` without sections.
  public var selection: Int? { spy.selection }

  private weak var scrollView: UIScrollView?
  private let tops: @MainActor () -> [Double]
  private let observer: ScrollObserver
  private var spy: SectionSpy
  private var turn: AppHost.TurnAction?
  private lazy var timer = DeadlineTimer { [weak self] in
    if let self { scrolled(observer.geometry) }
  }

  /// Starts following a scroll view.
  ///
  /// - Parameters:
  ///   - scrollView: the scroll view, of any kind.
  ///   - barHeight: the height of a bar over its top, beyond its insets, in points.
  ///   - tops: returns the sections' tops in points from the beginning of the content, in the tabs'
  ///     order; NaN for a section that is not laid out. Called at the end of a run loop turn, after
  ///     layout.
  public init(
    of scrollView: UIScrollView, barHeight: CGFloat = 0, tops: @escaping @MainActor () -> [Double]
  ) {
    self.scrollView = scrollView
    self.barHeight = barHeight
    self.tops = tops
    observer = ScrollObserver(of: scrollView)
    spy = SectionSpy(
      layout: SectionSpy.Layout(tops: [], contentHeight: 0, viewportHeight: 0),
      offset: observer.geometry.distance(along: .vertical), motion: .current)
    observer.geometryChanged = { [weak self] in self?.scrolled($0) }
    observer.phaseChanged = { [weak self] in self?.phaseChanged($0) }
    // Register after the observer, to read the layout of a turn at its end.
    turn = AppHost.shared.onTurn { [weak self] in self?.relayout() }
  }

  /// Starts following a scroll view with these views as sections, anywhere in its content. A view
  /// that has left the scroll view counts as not laid out.
  public convenience init(
    of scrollView: UIScrollView, sections: [UIView], barHeight: CGFloat = 0
  ) {
    let tops = sections.map { section in
      { @MainActor [weak scrollView, weak section] in
        guard let scrollView, let section, section.isDescendant(of: scrollView) else {
          return Double.nan
        }
        return Double(section.convert(section.bounds, to: scrollView).minY)
      }
    }
    self.init(of: scrollView, barHeight: barHeight) { tops.map { $0() } }
  }

  /// Starts following a table view, with its sections.
  public convenience init(of tableView: UITableView, barHeight: CGFloat = 0) {
    self.init(of: tableView, barHeight: barHeight) { [weak tableView] in
      guard let tableView else { return [] }
      return (0..<tableView.numberOfSections).map { Double(tableView.rect(forSection: $0).minY) }
    }
  }

  /// Starts following a collection view, with its sections. A section begins with its header, or
  /// with its first item if it has no header. An empty section without a header is not laid out.
  public convenience init(of collectionView: UICollectionView, barHeight: CGFloat = 0) {
    self.init(of: collectionView, barHeight: barHeight) { [weak collectionView] in
      guard let collectionView else { return [] }
      return (0..<collectionView.numberOfSections).map { collectionView.top(ofSection: $0) ?? .nan }
    }
  }

  /// Selects a section immediately and scrolls to it, animated if Reduce Motion allows. Ignores an
  /// index out of range.
  public func select(_ index: Int, animated: Bool = true) {
    relayout()
    apply(spy.select(index, animated: animated, at: MonotonicClock.now))
  }

  private func scrolled(_ geometry: ScrollMetrics) {
    // If the content has changed, its sections have moved. They are read at the end of the turn.
    guard geometry.contentSize.height == spy.layout.contentHeight else { return }
    let isOther = spy.scrolled(in: geometry, at: MonotonicClock.now)
    if isOther { selectionChanged?(selection) }
  }

  private func phaseChanged(_ change: ScrollPhaseChange) {
    let isOther = spy.phaseChanged(to: change.to)
    if isOther { selectionChanged?(selection) }
  }

  private func relayout() {
    guard let scrollView else { return }
    // A collection's layout must be prepared before it is queried.
    if scrollView.window != nil { scrollView.layoutIfNeeded() }
    if let deadline = spy.nextDeadline { timer.set(deadline) }
    spy.motion = .current
    let (tops, old, index) = (tops(), spy.layout.tops, selection ?? 0)
    // If sections were inserted or removed before it, the index is that of another section.
    let isOther =
      tops.count != old.count && tops.dropFirst(index).first != old.dropFirst(index).first
    // An index out of range represents a removed selection.
    let update = spy.update(
      tops: tops, in: ScrollMetrics(scrollView), barHeight: Double(barHeight),
      selection: isOther ? tops.count : nil, at: MonotonicClock.now)
    apply(update)
  }

  private func apply(_ update: SectionSpy.Update) {
    if let scrollView, let move = update.scroll {
      let top = scrollView.adjustedContentInset.top
      scrollView.setContentOffset(
        CGPoint(x: scrollView.contentOffset.x, y: CGFloat(move.offset) - top),
        animated: !move.isImmediate)
    }
    if update.selectionChanged { selectionChanged?(selection) }
    // Core Animation has already committed. Another turn shows the changes.
    if update.scroll != nil || update.selectionChanged { AppHost.shared.requestTurn() }
  }
}

extension UICollectionView {
  /// Returns the top of a section, in points; `nil` if the layout does not contain it.
  fileprivate func top(ofSection section: Int) -> Double? {
    let path = IndexPath(item: 0, section: section)
    let header = collectionViewLayout.layoutAttributesForSupplementaryView(
      ofKind: UICollectionView.elementKindSectionHeader, at: path)?.frame
    let item =
      numberOfItems(inSection: section) > 0
      ? collectionViewLayout.layoutAttributesForItem(at: path)?.frame : nil
    // A layout may have an empty frame for a missing header.
    guard let header, header.height > 0 else { return item.map { Double($0.minY) } }
    // A pinned header moves with the scroll. Its section begins right above the first item.
    return Double(item.map { min(header.minY, $0.minY - header.height) } ?? header.minY)
  }
}
#endif
