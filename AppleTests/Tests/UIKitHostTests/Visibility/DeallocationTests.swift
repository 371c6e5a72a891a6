#if !canImport(Darwin)
// Over the double only, where tests set the state of the system.
import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// Views whose window or container is deallocated while the app keeps them. Over the double only,
  /// where a window is released at a known time.
  @MainActor
  @Suite struct DeallocationTests {
    /// Shows a view in a window that is deallocated afterwards.
    private func showInOtherWindow(_ view: UIView, _ log: Log) {
      let other = Screen()
      other.view.addSubview(view)
      other.settle()
      #expect(log.take() == ["visible view"])
      view.removeFromSuperview()
      box(0, 0, 320, 100, in: other.view).addSubview(view)
      other.settle()
      #expect(log.take() == [])
    }

    @Test(arguments: [true, false])
    func `a view leaves with its window, and enters another one`(tells: Bool) {
      withScreen { screen in
        Undocumented.deallocatedViewsNotifySubviews = tells
        let (log, view) = (Log(), plainView(CGRect(x: 0, y: 0, width: 100, height: 100)))
        view.log("view", to: log)
        showInOtherWindow(view, log)
        screen.settle()
        #expect(log.take() == ["invisible view"])
        screen.view.addSubview(view)
        screen.settle()
        #expect(log.take() == ["visible view"])
      }
    }

    @Test(arguments: [true, false])
    func `a view moves from a deallocated window to another one in the same turn`(tells: Bool) {
      withScreen { screen in
        Undocumented.deallocatedViewsNotifySubviews = tells
        let (log, view) = (Log(), plainView(CGRect(x: 0, y: 0, width: 100, height: 100)))
        view.log("view", to: log)
        showInOtherWindow(view, log)
        screen.view.addSubview(view)
        screen.settle()
        #expect(log.take().last == "visible view")
        view.frame.origin.y = 1_000
        screen.settle()
        #expect(log.take() == ["invisible view"])
      }
    }

    @Test func `a freed cell is forgotten`() {
      withScreen { screen in
        let items = ItemVisibility<Int>()
        for id in 0..<3 {
          let cell = plainView(CGRect(x: 0, y: 0, width: 100, height: 100))
          items.bind(cell, to: id)
          guard id > 0 else { continue }
          screen.view.addSubview(cell)
          screen.settle()
          cell.removeFromSuperview()
          if id > 1 { screen.settle() }
        }
        #expect(items.items.boundCount == 0)
      }
    }

    @Test(arguments: [true, false])
    func `an item leaves with its cell's window, and enters another one`(tells: Bool) {
      withScreen { screen in
        Undocumented.deallocatedViewsNotifySubviews = tells
        let (log, cell) = (Log(), plainView(CGRect(x: 0, y: 0, width: 100, height: 100)))
        let items = ItemVisibility<Int>()
        items.changed { _, state in log.add("\(state) view") }
        items.bind(cell, to: 1)
        showInOtherWindow(cell, log)
        screen.settle()
        #expect(log.take() == ["invisible view"])
        screen.view.addSubview(cell)
        screen.settle()
        #expect(log.take() == ["visible view"])
      }
    }

    @Test(arguments: [true, false])
    func `a view that outlives its container enters the window by another one`(tells: Bool) {
      withScreen { screen in
        Undocumented.deallocatedViewsNotifySubviews = tells
        let (log, view) = (Log(), plainView(CGRect(x: 0, y: 0, width: 100, height: 100)))
        view.log("view", to: log)
        do {
          let container = box(0, 0, 320, 100, in: screen.view)
          container.addSubview(view)
          screen.settle()
          #expect(log.take() == ["visible view"])
          container.removeFromSuperview()
        }
        screen.settle()
        #expect(log.take() == ["invisible view"])
        screen.view.addSubview(view)
        screen.settle()
        #expect(log.take() == ["visible view"])
      }
    }

    @Test(arguments: [true, false])
    func `a freed view leaves even if another one gets its address in the same turn`(isItem: Bool) {
      withScreen { screen in
        let (log, items) = (Log(), ItemVisibility<Int>())
        items.changed { _, state in log.add("\(state) old") }
        var reused = 0
        for _ in 0..<20 {
          let address = {
            let old = box(0, 0, 100, 100, in: screen.view)
            if isItem { items.bind(old, to: 1) } else { old.log("old", to: log) }
            screen.settle()
            #expect(log.take() == ["visible old"])
            old.removeFromSuperview()
            return ObjectIdentifier(old)
          }()
          let new = plainView(CGRect(x: 0, y: 0, width: 100, height: 100))
          if ObjectIdentifier(new) == address { reused += 1 }
          new.log("new", to: log)
          screen.view.addSubview(new)
          screen.settle()
          #expect(Set(log.take()) == ["invisible old", "visible new"])
          new.removeFromSuperview()
          screen.settle()
          #expect(log.take() == ["invisible new"])
        }
        #expect(reused > 0)
      }
    }
  }
}
#endif
