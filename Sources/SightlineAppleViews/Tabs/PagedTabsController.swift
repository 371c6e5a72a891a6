#if canImport(UIKit) && !os(watchOS)
import SightlineApple
import SightlineScroll
public import UIKit

/// Keeps a strip of tabs and a paging scroll view in sync: the underline follows the finger
/// exactly, choosing a tab moves the pages, and paging selects and centres the tab.
///
/// ```swift
/// let controller = PagedTabsController(tabs: buttons, underline: line, strip: strip, pages: pages)
/// controller.selectionChanged = { index in title = names[index] }
/// ```
///
/// ``/SightlineScroll/TabPager`` makes all decisions. Tabs that are controls are selected when
/// tapped; for others call ``select(_:animated:)``.
///
/// The app lays out tabs and pages in reading order: from right to left the first ones are the
/// rightmost. Pages are as wide as their scroll view, which has `isPagingEnabled` and no horizontal
/// insets. Animated moves are UIKit's own; with Reduce Motion there are none. The scroll views'
/// delegates are not used. Retain the controller; it retains the tabs but no other view.
///
/// VoiceOver finds the tabs in the strip, which has the trait of a tab bar: "New. Selected. Tab, 2
/// of 5". The page's content follows.
@MainActor
public final class PagedTabsController {
  /// Called on the main actor when the selection changes; `nil` without tabs. While a finger drags,
  /// it is called immediately, within UIKit's own layout.
  public var selectionChanged: (@MainActor (Int?) -> Void)?
  /// The tabs, in reading order.
  public private(set) var tabs: [UIView] = []

  /// The selected tab; `nil` without tabs.
  public var selection: Int? { pager.selection }
  /// The position of the content along the pages: 0 on the first one, 0.5 halfway to the second.
  public var progress: Double { pager.progress }

  /// The underline's default height in points, about that of iOS.
  public static let defaultUnderlineHeight: CGFloat = 3

  private weak var underline: UIView?
  private weak var strip: UIScrollView?
  private weak var pages: UIScrollView?
  private let underlineHeight: CGFloat
  private let stripObserver: ScrollObserver
  private let pagesObserver: ScrollObserver
  private let tapped = UIAction.Identifier("Sightline.PagedTabsController.tapped")
  private var pager: TabPager
  private var isDragging = false
  private var turn: AppHost.TurnAction?
  private lazy var timer = DeadlineTimer { [weak self] in self?.deadlineReached() }

  /// Starts following both scroll views. Tabs and pages may be laid out later.
  ///
  /// - Parameters:
  ///   - tabs: the tabs in reading order, anywhere in the strip.
  ///   - underline: the view under the selected tab; added to the strip if necessary. The
  ///     controller sets its frame, at the bottom of the tabs.
  ///   - underlineHeight: its height in points.
  ///   - strip: the scroll view that contains the tabs.
  ///   - pages: the scroll view with a page for each tab.
  ///   - selection: the initial tab, or else the nearest one that exists.
  public init(
    tabs: [UIView], underline: UIView?, underlineHeight: CGFloat = defaultUnderlineHeight,
    strip: UIScrollView, pages: UIScrollView, selection: Int = 0
  ) {
    self.underline = underline
    self.underlineHeight = underlineHeight
    self.strip = strip
    self.pages = pages
    stripObserver = ScrollObserver(of: strip)
    pagesObserver = ScrollObserver(of: pages)
    pager = TabPager(
      layout: PagedTabsController.layout(of: tabs, in: strip, pages), selection: selection)
    if let underline {
      underline.translatesAutoresizingMaskIntoConstraints = true
      if underline.superview !== strip { strip.addSubview(underline) }
    }
    strip.becomeAccessibilityTabBar()
    adopt(tabs)
    var start = TabPager.Update.none
    start.pages = ScrollMove(to: pager.pageOffset)
    start.tabs = ScrollMove(to: pager.tabsOffset)
    apply(start)
    stripObserver.geometryChanged = { [weak self] geometry in
      self?.pager.tabsScrolled(to: geometry.distance(along: .horizontal))
    }
    pagesObserver.geometryChanged = { [weak self] in self?.pagesScrolled($0) }
    pagesObserver.phaseChanged = { [weak self] in self?.phaseChanged($0) }
    // Register after the observers, to read the layout of a turn at its end.
    turn = AppHost.shared.onTurn { [weak self] in
      // Core Animation has already committed. Another turn shows the moves made now.
      if self?.relayout() == true { AppHost.shared.requestTurn() }
    }
  }

  /// Selects a tab immediately and moves pages and strip there, animated if Reduce Motion allows.
  /// This ends a drag of the pages. Ignores an index out of range.
  public func select(_ index: Int, animated: Bool = true) {
    pager.motion = .current
    apply(pager.select(index, animated: animated, at: MonotonicClock.now))
  }

  /// Replaces the tabs, or changes their order. The selected tab stays selected if it still exists;
  /// otherwise the nearest remaining one is selected. Lay out the pages again in the same run loop
  /// turn.
  public func setTabs(_ tabs: [UIView]) {
    let selected = selection.flatMap { self.tabs.indices.contains($0) ? self.tabs[$0] : nil }
    for tab in self.tabs { (tab as? UIControl)?.removeAction(identifiedBy: tapped, for: event) }
    adopt(tabs)
    relayout(selection: selected.flatMap { tab in tabs.firstIndex { $0 === tab } })
  }

  private func adopt(_ tabs: [UIView]) {
    self.tabs = tabs
    for (index, tab) in tabs.enumerated() {
      guard let control = tab as? UIControl else { continue }
      control.addAction(
        UIAction(identifier: tapped) { [weak self] _ in self?.select(index) }, for: event)
    }
    showSelection()
  }

  /// The event of a control that is tapped, or chosen with a remote.
  private var event: UIControl.Event {
    #if os(tvOS)
    .primaryActionTriggered
    #else
    .touchUpInside
    #endif
  }

  private func pagesScrolled(_ geometry: ScrollMetrics) {
    guard let pages else { return }
    // After a change of the width, the same offset means another page.
    if geometry.containerSize.width != pager.layout.pages.pageWidth { relayout() }
    // On devices `isDragging` stays true until the pages have stopped.
    let isDragged = pages.isDragging && !pages.isDecelerating
    if isDragged && !isDragging { pager.beginDragging() }
    isDragging = isDragged
    // Use the current offset: the new layout may have moved the pages.
    apply(pager.pagesScrolled(to: Double(pages.contentOffset.x), at: MonotonicClock.now))
  }

  private func phaseChanged(_ change: ScrollPhaseChange) {
    pager.motion = .current
    if change.from.isTouched && !change.to.isTouched {
      isDragging = false
      // UIKit turns the pages.
      apply(pager.endDragging(at: MonotonicClock.now))
    }
    apply(pager.phaseChanged(to: change.to, from: change.from, at: MonotonicClock.now))
  }

  private func deadlineReached() {
    let now = MonotonicClock.now
    if let deadline = pager.nextDeadline, deadline <= now { apply(pager.pagesStopped(at: now)) }
  }

  /// - Returns: whether anything moved.
  @discardableResult
  private func relayout(selection: Int? = nil) -> Bool {
    guard let strip, let pages else { return false }
    if let deadline = pager.nextDeadline { timer.set(deadline) }
    let layout = PagedTabsController.layout(of: tabs, in: strip, pages)
    let isNew = layout != pager.layout || selection != nil
    if isNew { apply(pager.update(layout, selection: selection, at: MonotonicClock.now)) }
    return placeUnderline() || isNew
  }

  private static func layout(
    of tabs: [UIView], in strip: UIScrollView, _ pages: UIScrollView
  ) -> TabPager.Layout {
    let geometry = ScrollMetrics(strip)
    let spans = tabs.map { tab in
      let frame = tab.convert(tab.bounds, to: strip)
      return TabSpan(x: Double(frame.minX), width: Double(frame.width))
    }
    let insets = geometry.contentInsets
    return TabPager.Layout(
      strip: TabStrip(
        tabs: spans, contentWidth: geometry.contentSize.width,
        viewportWidth: geometry.containerSize.width - insets.left - insets.right),
      pageWidth: Double(pages.bounds.width), direction: ReadingDirection(of: pages),
      pixelLength: geometry.pixelLength)
  }

  private func apply(_ update: TabPager.Update) {
    if let pages, let move = update.pages {
      pages.setContentOffset(
        CGPoint(x: CGFloat(move.offset), y: pages.contentOffset.y), animated: !move.isImmediate)
    }
    if let strip, let move = update.tabs {
      let left = strip.adjustedContentInset.left
      strip.setContentOffset(
        CGPoint(x: CGFloat(move.offset) - left, y: strip.contentOffset.y),
        animated: !move.isImmediate)
    }
    placeUnderline()
    guard update.selectionChanged else { return }
    showSelection()
    selectionChanged?(selection)
  }

  /// - Returns: whether it moved.
  @discardableResult
  private func placeUnderline() -> Bool {
    guard let strip, let underline else { return false }
    let span = pager.underline
    let bottom = tabs.map { $0.convert($0.bounds, to: strip).maxY }.max() ?? 0
    let frame = CGRect(
      x: CGFloat(span?.x ?? 0), y: bottom - underlineHeight, width: CGFloat(span?.width ?? 0),
      height: underlineHeight)
    // UIKit stores a frame as a centre and a size, so it reads back rounded.
    let old = underline.frame
    let change = max(
      abs(old.minX - frame.minX), abs(old.minY - frame.minY), abs(old.width - frame.width),
      abs(old.height - frame.height))
    guard change > 1e-6 else { return false }
    underline.frame = frame
    return true
  }

  private func showSelection() {
    for (index, tab) in tabs.enumerated() {
      let isSelected = index == selection
      (tab as? UIControl)?.isSelected = isSelected
      tab.setAccessibilitySelected(isSelected)
    }
  }
}

extension ReadingDirection {
  /// The reading direction of a view.
  @MainActor
  init(of view: UIView) {
    self = view.effectiveUserInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }
}
#endif
