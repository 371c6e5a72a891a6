import VirtualTime

@MainActor
package final class TurnObserver {
  private let observer: VirtualRunLoop.Observer

  package init(order: Int, _ turnEnded: @escaping @MainActor () -> Void) {
    observer = VirtualRunLoop.main.addObserver(order: order, alsoOnExit: true, turnEnded)
  }

  package func requestTurn() { VirtualRunLoop.main.wakeUp() }

  package func invalidate() { observer.invalidate() }
}
