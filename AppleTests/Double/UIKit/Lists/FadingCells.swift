import QuartzCore
import VirtualTime

/// Cells that an update has dropped: they stay in the tree beside their successors until their
/// animation ends.
@MainActor
final class FadingCells<Cell: UIView> {
  private var timers: [ObjectIdentifier: VirtualRunLoop.Timer] = [:]

  /// Fades a cell out. Its opacity may be 0 at once, as a model value.
  func fade(_ cell: Cell, ended: @escaping @MainActor () -> Void) {
    if !Undocumented.fadingCellsStayOpaque { cell.alpha = 0 }
    let key = ObjectIdentifier(cell)
    let end = VirtualRunLoop.main.now + Undocumented.fadeDuration
    timers[key] = VirtualRunLoop.main.addTimer(at: end) { [weak self] in
      self?.timers[key] = nil
      ended()
    }
  }
}
