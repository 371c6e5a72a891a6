#if canImport(Darwin)
import Foundation

/// Calls a closure at the end of every turn of the main run loop, before it goes to sleep.
///
/// Nothing can change on the screen while the main thread sleeps, so this neither polls nor misses
/// anything; and an app in which nothing happens has no turns.
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
      nil, CFRunLoopActivity.beforeWaiting.rawValue, true, order
    ) { _, _ in relay.callOnMainThread() }
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
  }

  /// Has the run loop take a turn, although nothing happened in the app.
  package func requestTurn() { CFRunLoopWakeUp(CFRunLoopGetMain()) }

  /// Ends the observation.
  package func invalidate() { CFRunLoopObserverInvalidate(observer) }
}
#endif
