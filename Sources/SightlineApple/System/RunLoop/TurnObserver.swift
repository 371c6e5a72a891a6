#if canImport(Darwin)
import Foundation

/// Calls a closure at the end of every turn of the main run loop, before it goes to sleep.
///
/// A loop run for one purpose, as in modal sessions and waiting code, ends without going to sleep,
/// so its exit counts as well. Nothing can change on screen while the main thread sleeps, so this
/// neither polls nor misses anything, and an idle app has no turns.
///
/// Core Animation also lays out and commits at the end of a turn or, since iOS 16, in a separate
/// update cycle within a source of the run loop: see `CommitLink` and `ViewMirror.isLayoutPending`.
@MainActor
package final class TurnObserver {
  private let observer: CFRunLoopObserver

  /// Begins to observe.
  ///
  /// - Parameter order: its position among the observers of the run loop. Core Animation lays out
  ///   views and commits at 2,000,000.
  package init(order: Int, _ turnEnded: @escaping @MainActor () -> Void) {
    let relay = MainRelay(turnEnded)
    observer = CFRunLoopObserverCreateWithHandler(
      nil, CFRunLoopActivity.beforeWaiting.union(.exit).rawValue, true, order
    ) { _, _ in relay.callOnMainThread() }
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
  }

  /// Wakes the run loop for a turn, even if nothing happened in the app.
  package func requestTurn() { CFRunLoopWakeUp(CFRunLoopGetMain()) }

  /// Ends the observation.
  package func invalidate() { CFRunLoopObserverInvalidate(observer) }
}
#endif
