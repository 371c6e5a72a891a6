#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import SightlineApple
import SightlineCore
public import SightlineScroll

/// Observes a scroll view's geometry and what its scroll is doing.
///
/// ```swift
/// let observer = ScrollObserver(of: scrollView)
/// observer.geometryChanged = { geometry in header.apply(geometry) }
/// ```
///
/// Closures run on the main actor with the clip view's and the scroll view's notifications. A trackpad
/// or a Magic Mouse gives `interacting` from the first touch until its momentum has run out: AppKit
/// tells no more. A plain wheel is `interacting` until it is quiet. What the app animates is `idle`.
/// Keep the object; it does not keep the scroll view.
@MainActor
public final class ScrollObserver {
  /// Called with each new geometry, never twice with the same.
  public var geometryChanged: ((ScrollMetrics) -> Void)?
  /// Called with each change of phase.
  public var phaseChanged: ((ScrollPhaseChange) -> Void)?
  /// The geometry as of the last change.
  public private(set) var geometry: ScrollMetrics
  /// What the scroll is doing.
  public var phase: ScrollingPhase { detector.phase }

  private weak var scrollView: NSScrollView?
  private var detector = ScrollPhaseDetector()
  private var timer: DeadlineTimer?
  private var relays: [NotificationRelay] = []

  /// Begins to observe a scroll view. Its clip view and its document view post notifications from
  /// then on.
  public init(of scrollView: NSScrollView) {
    self.scrollView = scrollView
    geometry = ScrollMetrics(scrollView)
    timer = DeadlineTimer { [weak self] in self?.deadlineReached() }
    let clipView = scrollView.contentView
    clipView.postsBoundsChangedNotifications = true
    clipView.postsFrameChangedNotifications = true
    let moves = [NSView.boundsDidChangeNotification, NSView.frameDidChangeNotification]
    observe(moves, of: clipView) { $0.changed() }
    if let document = scrollView.documentView {
      document.postsFrameChangedNotifications = true
      observe([NSView.frameDidChangeNotification], of: document) { $0.changed() }
    }
    observe([NSScrollView.willStartLiveScrollNotification], of: scrollView) { observer in
      observer.handle(.touchBegan)
      observer.handle(.dragged)
    }
    // A wheel without gestures posts nothing else.
    observe([NSScrollView.didLiveScrollNotification], of: scrollView) { $0.handle(.wheel) }
    observe([NSScrollView.didEndLiveScrollNotification], of: scrollView) { observer in
      observer.handle(.touchEnded(velocity: .zero))
    }
  }

  private func observe(
    _ names: [Notification.Name], of view: NSView,
    _ posted: @escaping @MainActor (ScrollObserver) -> Void
  ) {
    relays.append(
      NotificationRelay(of: names, from: view) { [weak self] in if let self { posted(self) } })
  }

  private func changed() {
    guard let scrollView else { return }
    let new = ScrollMetrics(scrollView)
    guard new != geometry else { return }
    geometry = new
    handle(.offsetChanged)
    geometryChanged?(new)
  }

  private func handle(_ event: ScrollEvent) {
    report(detector.handle(event, at: MonotonicClock.now))
  }

  private func deadlineReached() { report(detector.update(at: MonotonicClock.now)) }

  private func report(_ changes: [ScrollPhaseChange]) {
    timer?.set(detector.nextDeadline)
    for change in changes { phaseChanged?(change) }
  }
}

extension ScrollObserver: ScrollObserving {
  package static func scrollView(around view: NSView) -> NSScrollView? { view.enclosingScrollView }
}

extension ScrollMetrics {
  /// A scroll view's geometry as it is now, from the top left corner of its document downwards,
  /// whether the document view is flipped or not.
  @MainActor
  public init(_ scrollView: NSScrollView) {
    let visible = scrollView.contentView.bounds
    let insets = scrollView.contentInsets
    let document = scrollView.documentView?.frame ?? .zero
    let isFlipped = scrollView.contentView.isFlipped
    self.init(
      contentOffset: LayoutPoint(
        x: Double(visible.minX - document.minX),
        y: Double(isFlipped ? visible.minY - document.minY : document.maxY - visible.maxY)),
      contentSize: LayoutSize(document.size), containerSize: LayoutSize(visible.size),
      contentInsets: LayoutInsets(
        top: Double(insets.top), left: Double(insets.left), bottom: Double(insets.bottom),
        right: Double(insets.right)))
  }
}
#endif
