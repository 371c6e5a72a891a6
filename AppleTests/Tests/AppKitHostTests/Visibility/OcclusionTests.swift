#if !canImport(Darwin)
// Over the double only, where an occlusion state can be left stuck.
import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct OcclusionTests {
    @Test func `activating an app overrides an occlusion state that is stuck`() {
      withCard { screen, log in
        NSApplication.shared.deactivate()
        screen.window.stickOcclusion()
        screen.settle()
        #expect(log.take() == ["invisible card"], "nothing indicates that it isn't covered")
        NSApplication.shared.activate(ignoringOtherApps: true)
        screen.settle()
        #expect(log.take() == ["visible card"])
        NSApplication.shared.hide(nil)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        NSApplication.shared.unhide(nil)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `activating a window or its sheet overrides an occlusion state that is stuck`() {
      withCard { screen, log in
        let other = Screen(width: 100, height: 100)
        defer { other.close() }
        screen.window.stickOcclusion()
        screen.settle()
        #expect(log.take() == ["invisible card"])
        let sheet = Screen(width: 200, height: 100, style: .borderless, isShown: false)
        screen.window.beginSheet(sheet.window)
        screen.settle()
        #expect(log.take() == ["visible card"])
        screen.window.endSheet(sheet.window)
        screen.settle()
        #expect(log.take() == [])
        other.window.makeKeyAndOrderFront(nil)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        screen.window.makeKeyAndOrderFront(nil)
        screen.settle()
        #expect(log.take() == ["visible card"])
        screen.window.miniaturize(nil)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        screen.window.deminiaturize(nil)
        screen.settle()
        #expect(log.take() == ["visible card"], "which fixes it")
      }
    }

    @Test func `a window observed while its state is stuck is seen`() {
      withScreen { screen in
        screen.window.stickOcclusion()
        let log = Log()
        box(0, 0, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `covering an active window hides its views`() {
      withCard { screen, log in
        screen.window.cover(true)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        screen.run(for: 1)
        #expect(log.take() == [])
        screen.window.cover(false)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a child of a minimised window is seen once its parent returns`() {
      withCard { screen, log in
        screen.window.miniaturize(nil)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        let child = Screen(width: 200, height: 100, style: .borderless, isShown: false)
        box(0, 0, 200, 50, in: child.view).log("child", to: log)
        screen.window.addChildWindow(child.window, ordered: .above)
        screen.settle()
        #expect(log.take() == [])
        screen.window.deminiaturize(nil)
        screen.settle()
        #expect(Set(log.take()) == ["visible card", "visible child"])
      }
    }

    @Test(arguments: Variant.windows)
    func `a hidden arranged view leaves its window and returns`(variant: Variant) {
      withScreen(as: variant) { screen in
        let log = Log()
        let stack = NSStackView(frame: CGRect(x: 0, y: 0, width: 320, height: 400))
        stack.orientation = .vertical
        screen.view.addSubview(stack)
        let rows = (0..<3).map { _ in box(0, 0, 320, 100) }
        rows[2].isHidden = true
        for (index, row) in rows.enumerated() {
          stack.addArrangedSubview(row)
          row.log("row \(index)", to: log)
        }
        screen.settle()
        #expect(Set(log.take()) == ["visible row 0", "visible row 1"])
        rows[1].isHidden = true
        rows[2].isHidden = false
        screen.settle()
        #expect(Set(log.take()) == ["invisible row 1", "visible row 2"])
        rows[1].isHidden = false
        screen.settle()
        #expect(log.take() == ["visible row 1"])
        stack.addSubview(rows[1])
        rows[2].isHidden = true
        rows[2].isHidden = false
        screen.settle()
        #expect(log.take() == [])
      }
    }
  }
}
#endif
