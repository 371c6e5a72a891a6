import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// The views that a mirror reads in a toolkit that reports changes.
@MainActor
@Suite struct NotifiedReaderTests {
  @Test func `views that could not show are read when their unchanged parent moves into view`() {
    let tree = RandomTree()
    let window = MirroredWindow.shown(root: tree.root, of: tree, frame: .zero)
    // A page of 20 rows, of which six fit the window, in a scroll view.
    let scroller = tree.add(
      to: tree.root,
      ViewReading(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600), clip: .bounds))
    let page = tree.add(
      to: scroller, ViewReading(frame: LayoutRect(x: 0, y: 0, width: 400, height: 2_000)))
    final class Log { var visible: Set<Int> = [] }
    let log = Log()
    let row = ViewReading(frame: LayoutRect(x: 0, y: 0, width: 400, height: 100))
    let views = (0..<20).map { number in
      let holder = tree.add(
        to: page,
        ViewReading(
          frame: LayoutRect(x: 0, y: 100 * Double(number), width: 400, height: 100), clip: .bounds))
      let tracked = ViewSlot()
      _ = tracked.changed(.fully) {
        if $0 == .visible { log.visible.insert(number) } else { log.visible.remove(number) }
      }
      window.place(tracked, at: tree.add(to: holder, row))
      return tracked
    }
    window.frame(at: .zero)
    #expect(log.visible == Set(0..<6))
    for first in [14, 3, 9] {
      tree.change(scroller) { $0.contentOffset.y = 100 * Double(first) }
      window.frame(at: .zero)
      #expect(log.visible == Set(first..<first + 6))
    }
    withExtendedLifetime(views) {}
  }
}
