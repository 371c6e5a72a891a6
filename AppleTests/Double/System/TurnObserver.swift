import VirtualTime

@MainActor
package final class TurnObserver {
  private static let order = 2_000_001

  private let observer: VirtualRunLoop.Observer

  package init(_ turnEnded: @escaping @MainActor () -> Void) {
    observer = VirtualRunLoop.main.addObserver(order: Self.order, alsoOnExit: true, turnEnded)
  }

  package func requestTurn() { VirtualRunLoop.main.wakeUp() }

  package func invalidate() { observer.invalidate() }
}
