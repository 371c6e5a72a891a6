import AppKit
import SightlineAppKit
import Testing

extension AppKitHost {
  /// When views are laid out and committed, and when they are read.
  @MainActor
  @Suite struct CommitTests {
    @Test(arguments: Variant.commits)
    func `a list that is reloaded is not read before it has rows`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let list = Stack(frame: screen.view.bounds)
        screen.view.addSubview(list)
        screen.settle()
        for (index, row) in list.rows.enumerated() { row.log("\(index)", to: log) }
        screen.settle()
        #expect(log.take() == ["visible 0", "visible 1", "visible 2"])
        list.reload()
        screen.settle()
        #expect(log.take() == [])
        #expect(list.reloads == 2)
      }
    }

    @Test(arguments: Variant.commits)
    func `what happens is reported within two frames`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        card.frame.origin.y = 1_000
        screen.view.needsLayout = true
        screen.run(for: 0.035)
        #expect(log.take() == ["invisible card"])
      }
    }

    /// Puts its rows where they belong in its layout, and takes them out before.
    private final class Stack: NSView {
      let rows = (0..<3).map { _ in FlippedView() }
      private(set) var reloads = 0

      override var isFlipped: Bool { true }

      func reload() {
        for row in rows { row.removeFromSuperview() }
        needsLayout = true
      }

      override func layout() {
        super.layout()
        guard rows[0].superview == nil else { return }
        reloads += 1
        for (index, row) in rows.enumerated() {
          row.frame = CGRect(x: 0, y: CGFloat(index) * 100, width: 320, height: 100)
          addSubview(row)
        }
      }
    }
  }
}
