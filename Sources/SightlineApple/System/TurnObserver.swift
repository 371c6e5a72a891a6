#if canImport(Darwin)
import Foundation

/// Calls a closure at the end of every turn of the main run loop, before it goes to sleep.
///
/// A loop that is run for one purpose, as modal sessions and waiting code do, ends without going to
/// sleep, so its exit counts as well. Nothing can change on screen while the main thread sleeps:
/// this neither polls nor misses anything, and an idle app has no turns.
///
/// Core Animation lays out and commits at the end of a turn too. From iOS 17 on it may commit
/// later, in an update cycle of its own: see `ViewMirror.isLayoutPending`.
@MainActor
package final class TurnObserver {
  private let observer: CFRunLoopObserver

  /// Begins to observe.
  ///
  /// - Parameter order: its place among the observers of the run loop. Core Animation lays views
  ///   out and commits at 2,000,000.
  package init(order: Int, _ turnEnded: @escaping @MainActor () -> Void) {
    let relay = MainRelay(turnEnded)
    observer = CFRunLoopObserverCreateWithHandler(
      nil, CFRunLoopActivity.beforeWaiting.union(.exit).rawValue, true, order
    ) { _, _ in relay.callOnMainThread() }
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
  }

  /// Wakes the run loop for a turn, although nothing happened in the app.
  package func requestTurn() { CFRunLoopWakeUp(CFRunLoopGetMain()) }

  /// Ends the observation.
  package func invalidate() { CFRunLoopObserverInvalidate(observer) }
}
#endif
