#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import SightlineCore

/// Observes a scroll view's geometry and the phases of its scroll.
///
/// ```swift
/// let observer = ScrollObserver(of: scrollView)
/// observer.geometryChanged = { geometry in header.apply(geometry) }
/// ```
///
/// Closures run on the main actor: with the notifications of the clip view and the scroll view, and
/// at the end of the run loop turn for changes that post none, such as insets and a new document
/// view. A trackpad or a Magic Mouse is `interacting` from the first movement until the end of its
/// momentum, since AppKit reports nothing in between. A plain wheel is `interacting` until it is
/// quiet. A scroll animated by the app is `idle`. Retain the observer; it does not retain the
/// scroll view.
@MainActor
public final class ScrollObserver {
  /// Called with each new geometry, never twice with the same one.
  public var geometryChanged: (@MainActor (ScrollMetrics) -> Void)?
  /// Called with each change of phase.
  public var phaseChanged: (@MainActor (ScrollPhaseChange) -> Void)?
  /// The geometry as of the last change.
  public private(set) var geometry: ScrollMetrics
  /// The current phase of the scroll.
  public var phase: ScrollingPhase { detector.phase }

  private weak var scrollView: NSScrollView?
  private weak var clipView: NSClipView?
  private weak var document: NSView?
  private var detector = ScrollPhaseDetector()
  private var timer: DeadlineTimer?
  private var scrolls: [NotificationRelay] = []
  private var moves: [NotificationRelay] = []
  private var turn: AppHost.TurnAction?

  /// Starts observing a scroll view, and makes its clip view and document view post notifications.
  public init(of scrollView: NSScrollView) {
    self.scrollView = scrollView
    geometry = ScrollMetrics(scrollView)
    timer = DeadlineTimer { [weak self] in self?.deadlineReached() }
    // AppKit does not report when fingers touch, only when they begin to scroll.
    scrolls = [
      relay(NSScrollView.willStartLiveScrollNotification, of: scrollView) { $0.handle(.dragged) },
      // A wheel without gestures posts no other notification.
      relay(NSScrollView.didLiveScrollNotification, of: scrollView) { $0.handle(.wheel) },
      relay(NSScrollView.didEndLiveScrollNotification, of: scrollView) {
        $0.handle(.touchEnded(velocity: .zero))
      },
    ]
    followViews(of: scrollView)
    turn = AppHost.shared.onTurns(whileNeeded: { [weak self] in
      self?.turnEnded()
      return self?.scrollView?.mayBeOnScreen ?? false
    })
  }

  private func relay(
    _ name: Notification.Name, of view: NSView,
    _ posted: @escaping @MainActor (ScrollObserver) -> Void
  ) -> NotificationRelay {
    NotificationRelay(of: [name], from: view) { [weak self] in if let self { posted(self) } }
  }

  /// Observes the scroll view's current clip view and document view.
  private func followViews(of scrollView: NSScrollView) {
    let (clipView, document) = (scrollView.contentView, scrollView.documentView)
    if clipView === self.clipView, document === self.document { return }
    self.clipView = clipView
    self.document = document
    clipView.postsBoundsChangedNotifications = true
    clipView.postsFrameChangedNotifications = true
    document?.postsFrameChangedNotifications = true
    moves = [relay(NSView.boundsDidChangeNotification, of: clipView) { $0.report() }]
    for view in [clipView, document].compactMap(\.self) {
      moves.append(relay(NSView.frameDidChangeNotification, of: view) { $0.report() })
    }
  }

  /// - Returns: whether the geometry changed.
  @discardableResult
  private func report() -> Bool {
    guard let scrollView else { return false }
    followViews(of: scrollView)
    let new = ScrollMetrics(scrollView)
    guard new != geometry else { return false }
    geometry = new
    handle(.offsetChanged)
    geometryChanged?(new)
    return true
  }

  /// Reports changes that post no notification: insets, a new document view or a new clip view.
  /// Changes made by the closure are reported in the next turn.
  private func turnEnded() { if report() { AppHost.shared.requestTurn() } }

  private func handle(_ event: ScrollEvent) {
    report(detector.handle(event, at: MonotonicClock.now))
  }

  private func deadlineReached() { report(detector.update(at: MonotonicClock.now)) }

  private func report(_ changes: [ScrollPhaseChange]) {
    timer?.set(detector.nextDeadline)
    for change in changes { phaseChanged?(change) }
  }
}
#endif
