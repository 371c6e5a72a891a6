#if canImport(UIKit) && !os(watchOS)
public import SightlineCore
public import UIKit

/// Observes a scroll view's geometry and the phases of its scroll, without using its delegate.
///
/// ```swift
/// let observer = ScrollObserver(of: scrollView)
/// observer.geometryChanged = { geometry in header.apply(geometry) }
/// observer.phaseChanged = { change in carousel.isTouched = change.to.isTouched }
/// ```
///
/// Closures run on the main actor. Geometry is reported immediately with every change of the
/// offset, sizes and insets, within UIKit's own layout (set frames, but do not request layout).
/// Phases are reported at the end of the run loop turn. Retain the observer; it does not retain the
/// scroll view.
@MainActor
public final class ScrollObserver {
  /// Called with each new geometry, never twice with the same one.
  public var geometryChanged: (@MainActor (ScrollMetrics) -> Void)? {
    didSet { report() }
  }
  /// Called with each change of phase.
  public var phaseChanged: (@MainActor (ScrollPhaseChange) -> Void)?
  /// The geometry as of the last change.
  public private(set) var geometry: ScrollMetrics
  /// The current phase of the scroll.
  public var phase: ScrollingPhase { sampler.phase }

  private weak var scrollView: UIScrollView?
  private var observations: [NSKeyValueObservation] = []
  /// The insets of `geometry`, as the scroll view gives them.
  private var insets: UIEdgeInsets
  private var sampler = ScrollPhaseSampler()
  private var timer: DeadlineTimer?
  private var turn: AppHost.TurnAction?

  /// Starts observing a scroll view.
  public init(of scrollView: UIScrollView) {
    self.scrollView = scrollView
    geometry = ScrollMetrics(scrollView)
    insets = scrollView.adjustedContentInset
    let relay = MainRelay { [weak self] in
      self?.report()
      self?.turn?.wake()
    }
    observations = [
      scrollView.observe(\.contentOffset) { _, _ in relay.callOnMainThread() },
      scrollView.observe(\.contentSize) { _, _ in relay.callOnMainThread() },
      scrollView.observe(\.contentInset) { _, _ in relay.callOnMainThread() },
      scrollView.layer.observe(\.bounds) { _, _ in relay.callOnMainThread() },
    ]
    timer = DeadlineTimer { [weak self] in self?.sample() }
    turn = AppHost.shared.onTurns(whileNeeded: { [weak self] in
      guard let self else { return false }
      sample()
      return phase != .idle || self.scrollView?.mayBeOnScreen ?? false
    })
  }

  /// - Returns: whether the geometry changed.
  @discardableResult
  private func report() -> Bool {
    guard let scrollView else { return false }
    insets = scrollView.adjustedContentInset
    let new = ScrollMetrics(scrollView)
    guard new != geometry else { return false }
    geometry = new
    geometryChanged?(new)
    return true
  }

  /// Whether nothing has changed since the last turn: a screen may hold many scroll views.
  private func isResting(_ scrollView: UIScrollView) -> Bool {
    sampler.isResting(at: geometry.contentOffset) && !scrollView.isTracking
      && !scrollView.isDecelerating && scrollView.adjustedContentInset == insets
  }

  private func sample() {
    guard let scrollView, !isResting(scrollView) else { return }
    // Insets of bars change without a notification.
    if report() { AppHost.shared.requestTurn() }
    let change = sampler.take(
      ScrollPhaseSampler.Sample(
        isTracking: scrollView.isTracking, isDragging: scrollView.isDragging,
        isDecelerating: scrollView.isDecelerating, contentOffset: geometry.contentOffset),
      at: MonotonicClock.now)
    timer?.set(sampler.nextDeadline)
    if let change, let phaseChanged {
      phaseChanged(change)
      // Core Animation has already committed. Another turn shows the closure's changes.
      AppHost.shared.requestTurn()
    }
  }
}

extension UIView {
  /// The innermost scroll view that contains the view, as on AppKit.
  package var enclosingScrollView: UIScrollView? {
    var ancestor = superview
    while let current = ancestor, !(current is UIScrollView) { ancestor = current.superview }
    return ancestor as? UIScrollView
  }
}
#endif
