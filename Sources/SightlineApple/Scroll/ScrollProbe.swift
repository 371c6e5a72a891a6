#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
package import SightlineScroll
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// Finds the scroll view around its view, and forwards what it does.
///
/// Invariants:
/// 1. Closures are called at the end of a turn of the run loop, before Core Animation commits,
///    never from within a layout or an update of the views, so they may change state.
/// 2. The geometry is forwarded at most once a turn, before the phases of that turn, and only if it
///    differs from the last one forwarded.
/// 3. The scroll view is the innermost one around the view, whenever and wherever the view was put.
///    One that was left reports nothing more; a scroll in progress there ends with `idle`.
/// 4. While nothing happens, nothing runs.
@MainActor
package final class ScrollProbe {
  /// Put it into the scroll view's content.
  package let view = SentinelView()
  /// Called with each new geometry, the first one included.
  package var geometryChanged: ((ScrollMetrics) -> Void)? {
    didSet { if oldValue == nil, geometryChanged != nil { request() } }
  }
  /// Called with each change of phase.
  package var phaseChanged: ((ScrollPhaseChange) -> Void)?

  private weak var scrollView: PlatformScrollView?
  private var observer: ScrollObserver?
  private var handedOn: ScrollMetrics?
  /// The phase after all changes, undelivered ones included.
  private var phase = ScrollingPhase.idle
  private var waiting: [ScrollPhaseChange] = []
  private var delivery: CommitAction?
  /// Itself, from a request until the delivery: a probe that the toolkit releases still delivers.
  private var kept: ScrollProbe?
  private var turn: AppHost.TurnAction?

  /// Creates a probe in no scroll view.
  package init() {
    delivery = CommitAction { [weak self] in self?.deliver() }
    view.windowChanged = { [weak self] in self?.windowChanged() }
  }

  /// The declarative view was dismantled.
  package func dismantle() {
    turn = nil
    attach(to: nil)
  }

  private func windowChanged() {
    attach()
    // Toolkits report no change of the scroll view within one window.
    guard view.window != nil else {
      turn = nil
      return
    }
    if turn != nil { return }
    let turn = AppHost.TurnAction { [weak self] in self?.attach() }
    self.turn = turn
    AppHost.shared.onTurn(turn)
  }

  private func attach() {
    attach(to: view.window == nil ? nil : view.enclosingScrollView)
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
#endif
