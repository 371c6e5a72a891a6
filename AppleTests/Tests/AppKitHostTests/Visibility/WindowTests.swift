import AppKit
import SightlineApple
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct WindowTests {
    @Test func `nothing in a miniaturised window is visible`() {
      withCard { screen, log in
        screen.window.miniaturize(nil)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        screen.window.deminiaturize(nil)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    #if !canImport(Darwin)
    @Test func `nothing in a fully covered window is visible`() {
      withCard { screen, log in
        screen.window.cover(true)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        screen.window.cover(false)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }
    #endif

    @Test(arguments: Variant.apps)
    func `nothing in a hidden app is visible`(variant: Variant) {
      withCard(as: variant) { screen, log in
        NSApplication.shared.hide(nil)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        NSApplication.shared.unhide(nil)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    #if !canImport(Darwin)
    @Test func `an app behind another one is still visible`() {
      withCard { screen, log in
        NSApplication.shared.deactivate()
        screen.settle()
        #expect(!screen.window.isKeyWindow)
        #expect(log.take() == [])
        NSApplication.shared.activate(ignoringOtherApps: true)
        screen.settle()
        #expect(log.take() == [])
      }
    }
    #endif

    #if !canImport(Darwin)
    @Test func `a window that needs activity is seen while it or a sheet has the keyboard`() {
      withCard { screen, log in
        #expect(!screen.window.visibilityNeedsActivity)
        screen.window.visibilityNeedsActivity = true
        screen.settle()
        #expect(log.take() == [])
        let sheet = Screen(width: 200, height: 100, style: .borderless, isShown: false)
        screen.window.beginSheet(sheet.window)
        screen.settle()
        #expect(!screen.window.isKeyWindow)
        #expect(log.take() == [])
        screen.window.endSheet(sheet.window)
        let other = Screen(width: 200, height: 100)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        other.close()
        screen.window.makeKeyAndOrderFront(nil)
        screen.settle()
        #expect(log.take() == ["visible card"])
        NSApplication.shared.deactivate()
        screen.settle()
        #expect(log.take() == ["invisible card"])
        NSApplication.shared.activate(ignoringOtherApps: true)
      }
    }
    #endif

    @Test func `miniaturising a window drops its dwells`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 320, 200, in: screen.view)
        card.visibility.impression(of: "miniaturised ad", .mrcDisplay) { _ in log.add("seen") }
        screen.run(for: 0.8)
        screen.window.miniaturize(nil)
        screen.run(for: 5)
        screen.window.deminiaturize(nil)
        screen.run(for: 0.8)
        #expect(log.take() == [])
        screen.run(for: 0.4)
        #expect(log.take() == ["seen"])
      }
    }

    @Test func `a sheet is a separate window and covers nothing`() {
      withCard { screen, log in
        let sheet = Screen(width: 200, height: 100, style: .borderless, isShown: false)
        box(0, 0, 200, 50, in: sheet.view).log("sheet", to: log)
        screen.settle()
        #expect(log.take() == [])
        screen.window.beginSheet(sheet.window)
        screen.settle()
        #expect(log.take() == ["visible sheet"])
        screen.window.endSheet(sheet.window)
        screen.settle()
        #expect(log.take() == ["invisible sheet"])
      }
    }

    @Test func `a child window hides and shows with its parent`() {
      withCard { screen, log in
        let child = Screen(width: 200, height: 100, style: .borderless, isShown: false)
        box(0, 0, 200, 50, in: child.view).log("child", to: log)
        screen.window.addChildWindow(child.window, ordered: .above)
        screen.settle()
        #expect(log.take() == ["visible child"])
        screen.window.orderOut(nil)
        screen.settle()
        #expect(Set(log.take()) == ["invisible card", "invisible child"])
      }
    }

    @Test func `resizing a window shows more or less of its content`() {
      withScreen { screen in
        let log = Log()
        // In an unflipped content view, views at its bottom stay there.
        screen.window.contentView = NSView()
        box(0, 380, 320, 100, in: screen.view).log("top", to: log)
        box(0, 0, 320, 100, in: screen.view).log("bottom", to: log)
        screen.settle()
        #expect(Set(log.take()) == ["visible top", "visible bottom"])
        var frame = screen.window.frame
        frame.size.height -= 200
        screen.window.setFrame(frame, display: true)
        screen.settle()
        #expect(log.take() == ["invisible top"])
      }
    }

    @Test func `views in a full-size content window can lie below its title bar`() {
      let screen = Screen(style: [.titled, .fullSizeContentView])
      defer { screen.close() }
      let log = Log()
      box(0, 0, 320, 100, in: screen.view).log("card", to: log)
      screen.settle()
      #expect(log.take() == ["visible card"])
      screen.window.viewportMargins = .points(top: -Double(screen.titleBarHeight))
      screen.settle()
      #expect(log.take() == ["invisible card"])
    }

    @Test func `replacing a window's content view makes its subviews leave`() {
      withCard { screen, log in
        let old = screen.view
        screen.window.contentView = FlippedView()
        screen.settle()
        #expect(log.take() == ["invisible card"])
        screen.window.contentView = old
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }
  }
}
