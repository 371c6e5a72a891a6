#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
package import SightlineCore
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Finds the scroll view around its view, or in front of it, and forwards its geometry and phases.
///
/// Invariants:
/// 1. Closures are called right before Core Animation commits if the system reports that moment
///    (iOS 18), otherwise at the end of the run loop turn. They are never called from within a
///    layout or an update of the views, so they may change state.
/// 2. The geometry is forwarded at most once per turn, before the phases of that turn, and only if
///    it differs from the last one forwarded.
/// 3. The scroll view is the innermost one around the view, or the nearest one that covers its
///    middle and can be seen, regardless of when and where the view was inserted. A scroll view
///    that is no longer the target reports nothing more, and a scroll in progress there ends with
///    `idle`.
/// 4. While nothing happens, nothing runs.
@MainActor
package final class ScrollProbe {
  /// The scroll view to find.
  package enum Target: Sendable {
    /// The innermost one around the view.
    case around
    /// The scroll view with the view in its background: the first one above it that covers its
    /// middle.
    case inFront
  }

  /// The view to insert into the scroll view's content, or into its background.
  package let view = SentinelView()
  /// Called with each new geometry, including the first.
  package var geometryChanged: ((ScrollMetrics) -> Void)? {
    didSet { if oldValue == nil, geometryChanged != nil { request() } }
  }
  /// Called with each change of phase.
  package var phaseChanged: ((ScrollPhaseChange) -> Void)?

  private let target: Target
  private weak var scrollView: PlatformScrollView?
  private var observer: ScrollObserver?
  private var handedOn: ScrollMetrics?
  /// The phase after all changes, including undelivered ones.
  private var phase = ScrollingPhase.idle
  private var waiting: [ScrollPhaseChange] = []
  private var delivery: CommitAction?
  /// A reference to itself from a request until the delivery, so a probe released by the toolkit
  /// still delivers.
  private var kept: ScrollProbe?
  private var turn: AppHost.TurnAction?
  private var nextTurn: AppHost.TurnAction?
  #if canImport(UIKit)
  private var link: CommitLink?
  #endif

  /// Creates a probe without a scroll view.
  package init(of target: Target = .around) {
    self.target = target
    delivery = CommitAction { [weak self] in self?.deliver() }
    view.windowChanged = { [weak self] in self?.windowChanged() }
  }

  /// Called when the declarative view has been dismantled.
  package func dismantle() {
    turn = nil
    attach(to: nil)
  }

  /// The current distance of the content from its rest position at the top, in points, even within
  /// a layout; `nil` without a scroll view. A refresh in progress does not reduce a pull.
  package var distanceFromTop: Double? { scrollView?.distanceFromTop }

  /// Forwards the geometry after the layout of this turn, even if it is the same.
  package func forwardAgain() {
    nextTurn = AppHost.shared.onTurn { [weak self] in
      self?.nextTurn = nil
      self?.handedOn = nil
      self?.request()
    }
    AppHost.shared.requestTurn()
  }

  private func windowChanged() {
    attach()
    #if canImport(UIKit)
    if link == nil, view.window != nil {
      link = CommitLink(of: view) { [weak self] in self?.deliver() }
    }
    #endif
    // Toolkits do not report that the scroll view has changed within one window.
    guard view.window != nil else {
      turn = nil
      return
    }
    if turn != nil { return }
    turn = AppHost.shared.onTurns(whileNeeded: { [weak self] in
      guard let self else { return false }
      attach()
      return (scrollView ?? view).mayBeOnScreen
    })
  }

  private func attach() { attach(to: view.window == nil ? nil : found) }

  private var found: PlatformScrollView? {
    switch target {
    case .around: view.enclosingScrollView
    case .inFront:
      // Keep the scroll view found: searching in each turn would cost as much as there are views on
      // the screen.
      if let scrollView, scrollView.staysInFront(of: view) {
        scrollView
      } else {
        view.scrollViewInFront
      }
    }
  }

  private func attach(to found: PlatformScrollView?) {
    if found === scrollView, (found == nil) == (observer == nil) { return }
    observer = nil
    scrollView = found
    if phase != .idle {
      note(ScrollPhaseChange(from: phase, to: .idle, time: MonotonicClock.now))
    }
    guard let found else { return }
    let observer = ScrollObserver(of: found)
    self.observer = observer
    observer.geometryChanged = { [weak self] _ in self?.request() }
    observer.phaseChanged = { [weak self] change in self?.note(change) }
    request()
  }

  private func note(_ change: ScrollPhaseChange) {
    phase = change.to
    waiting.append(change)
    request()
  }

  private func request() {
    kept = self
    delivery?.request()
  }

  private func deliver() {
    guard kept != nil else { return }
    kept = nil
    if let geometry = observer?.geometry, geometry != handedOn, let geometryChanged {
      handedOn = geometry
      geometryChanged(geometry)
    }
    let changes = waiting
    waiting.removeAll(keepingCapacity: true)
    for change in changes { phaseChanged?(change) }
  }
}

extension PlatformScrollView {
  /// The current distance of the content from its rest position at the top, in points; negative
  /// while it is pulled down. A refresh in progress does not reduce the pull.
  @MainActor
  package var distanceFromTop: Double {
    let geometry = ScrollMetrics(self)
    var insets = geometry.contentInsets
    insets.top -= Double(refreshInset)
    return geometry.withInsets(insets).distance(along: .vertical)
  }
}
#endif
