#if canImport(Darwin)
import Foundation

/// Calls a closure at the end of every turn of the main run loop, before it goes to sleep.
///
/// A loop that is run for one thing only, as modal sessions and waiting code do, ends without going to sleep:
/// its exit counts as well.
///
/// Nothing can change on the screen while the main thread sleeps, so this neither polls nor misses
/// anything; and an app in which nothing happens has no turns.
///
/// Core Animation lays out and commits at the end of a turn too. From iOS 17 on a commit may run in an
/// update cycle of its own, later: `ViewMirror.isLayoutPending` says so.
@MainActor
package final class TurnObserver {
  private let observer: CFRunLoopObserver

  /// Begins to observe.
  ///
  /// - Parameter order: its place among the observers of the run loop. Core Animation lays views out and
  ///   commits at 2,000,000.
  package init(order: Int, _ turnEnded: @escaping @MainActor () -> Void) {
    let relay = MainRelay(turnEnded)
    observer = CFRunLoopObserverCreateWithHandler(
      nil, CFRunLoopActivity.beforeWaiting.union(.exit).rawValue, true, order
    ) { _, _ in relay.callOnMainThread() }
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
  }

  /// Has the run loop take a turn, although nothing happened in the app.
  package func requestTurn() { CFRunLoopWakeUp(CFRunLoopGetMain()) }

  /// Ends the observation.
  package func invalidate() { CFRunLoopObserverInvalidate(observer) }
}
#endif
