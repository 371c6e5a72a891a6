import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// When views are laid out and committed, and when they are read.
  @MainActor
  @Suite struct CommitTests {
    @Test(arguments: Variant.commits)
    func `a reloaded list is not read before it has rows`(variant: Variant) {
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
    func `changes are reported within two frames`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        card.frame.origin.y = 1_000
        screen.view.requestLayout()
        screen.run(for: 0.035)
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test(arguments: Variant.commits)
    func `a layout that never happens does not block reports`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let restless = Restless(frame: screen.view.bounds)
        screen.view.addSubview(restless)
        let card = box(0, 0, 320, 100, in: restless)
        card.log("card", to: log)
        screen.run(for: 0.2)
        #expect(log.take() == ["visible card"])
        card.isHidden = true
        screen.run(for: 0.2)
        #expect(log.take() == ["invisible card"])
        // Nor does it delay reports where it cannot be seen.
        screen.view.addSubview(card)
        restless.isHidden = true
        screen.run(for: 0.2)
        card.isHidden = false
        screen.view.requestLayout()
        screen.run(for: 0.035)
        #expect(log.take() == ["visible card"])
      }
    }

    /// Places its rows during layout, and removes them before.
    private final class Stack: LayoutView {
      let rows = (0..<3).map { _ in plainView(.zero) }
      private(set) var reloads = 0

      func reload() {
        for row in rows { row.removeFromSuperview() }
        requestLayout()
      }

      override func layOut() {
        guard rows[0].superview == nil else { return }
        reloads += 1
        for (index, row) in rows.enumerated() {
          row.frame = CGRect(x: 0, y: CGFloat(index) * 100, width: 320, height: 100)
          addSubview(row)
        }
      }
    }

    /// Requests another layout whenever it is read.
    private final class Restless: LayoutView {
      override var isHidden: Bool {
        get {
          requestLayout()
          return super.isHidden
        }
        set { super.isHidden = newValue }
      }
    }
  }
}
