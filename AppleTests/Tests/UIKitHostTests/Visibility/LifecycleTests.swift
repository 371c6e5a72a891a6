#if !canImport(Darwin)
// Over the double only, where the test advances time.
import SightlineApple
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// Over the double only: UIKit does not let tests move the app to the background.
  @MainActor
  @Suite struct LifecycleTests {
    @Test func `nothing is visible in the background, as reported before suspension`() {
      withScreen { screen in
        let log = Log()
        box(0, 0, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        screen.window.visibilityNeedsActivity = false
        screen.move(to: .foregroundInactive)
        screen.settle()
        #expect(log.take() == [])
        // Without a run loop turn: there may be none.
        screen.move(to: .background)
        #expect(log.take() == ["invisible card"])
        screen.run(for: 10)
        screen.window.visibilityNeedsActivity = true
        screen.move(to: .foregroundInactive)
        screen.settle()
        #expect(log.take() == [])
        screen.move(to: .foregroundActive)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a view's activity is reported while it is in the window`() {
      withScreen { screen in
        var states: [Bool] = []
        let probe = ProbeView()
        probe.presenceChanged = { states.append($0.isActive) }
        screen.view.addSubview(probe)
        screen.settle()
        screen.move(to: .background)
        screen.settle()
        screen.move(to: .foregroundActive)
        screen.settle()
        #expect(states == [true, false, true])
        probe.removeFromSuperview()
        screen.settle()
        screen.move(to: .background)
        screen.settle()
        #expect(states == [true, false, true])
        screen.view.addSubview(probe)
        screen.settle()
        #expect(states.last == false)
      }
    }

    @Test func `an app that returns needs no other event to show its views`() {
      withScreen(as: Variant(changesWakeTheRunLoop: false)) { screen in
        let log = Log()
        box(0, 0, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        screen.move(to: .background)
        screen.run(for: 10)
        _ = log.take()
        screen.move(to: .foregroundActive)
        VirtualRunLoop.main.run(for: 50_000_000)
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `views removed in the background are not retained`() {
      withScreen { screen in
        weak var captured: Log?
        screen.move(to: .background)
        screen.settle()
        do {
          let log = Log()
          let card = box(0, 0, 320, 100, in: screen.view)
          card.log("card", to: log)
          screen.settle()
          card.removeFromSuperview()
          captured = log
        }
        screen.settle()
        #expect(captured == nil)
      }
    }

    @Test func `calls that change an observation need no other event`() {
      withScreen(as: Variant(changesWakeTheRunLoop: false)) { screen in
        let log = Log()
        let card = box(0, 380, 320, 100, in: screen.view)
        let bar = box(0, 440, 320, 40, in: screen.view)
        let items = ItemVisibility<Int>()
        items.changed(.fully) { log.add("\($1) item \($0)") }
        @MainActor func expect(_ lines: [String], after call: () -> Void) {
          screen.run(for: 1)
          call()
          VirtualRunLoop.main.run(for: 20_000_000)
          #expect(log.take() == lines)
        }
        expect(["visible card"]) { card.log("card", to: log) }
        expect(["invisible card"]) { bar.visibility.cover = .opaque }
        expect(["visible card"]) { bar.visibility.cover = nil }
        expect(["invisible card"]) { screen.window.viewportMargins = .points(bottom: -50) }
        expect(["visible card"]) { screen.window.viewportMargins = .zero }
        expect(["invisible card"]) { screen.view.visibility.viewportMargins = .points(bottom: -50) }
        expect(["visible card"]) { screen.view.visibility.viewportMargins = .points(bottom: 0) }
        expect(["invisible card"]) { screen.view.visibility.viewportMargins = .points(bottom: -9) }
        expect(["visible card"]) { screen.view.visibility.viewportMargins = nil }
        expect(["visible item 1"]) { items.bind(card, to: 1) }
        expect(["invisible item 1", "visible item 2"]) { items.bind(card, to: 2) }
        expect(["invisible item 2"]) { items.unbind(card) }
        expect(["invisible card"]) { card.removeFromSuperview() }
      }
    }

    @Test func `an invalidated view is read without another event`() {
      withScreen(as: Variant(changesWakeTheRunLoop: false)) { screen in
        let log = Log()
        let card = box(0, 0, 320, 100, in: screen.view)
        card.log("card", to: log)
        screen.run(for: 1)
        _ = log.take()
        card.isHidden = true
        card.visibility.invalidate()
        VirtualRunLoop.main.run(for: 20_000_000)
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test func `a dwell is lost in the background`() {
      withScreen { screen in
        let log = Log()
        let card = box(0, 0, 320, 200, in: screen.view)
        card.visibility.impression(of: "lifecycle ad", .mrcDisplay) { _ in log.add("seen") }
        screen.run(for: 0.8)
        screen.move(to: .background)
        screen.run(for: 5)
        screen.move(to: .foregroundActive)
        screen.run(for: 0.8)
        #expect(log.take() == [])
        screen.run(for: 0.4)
        #expect(log.take() == ["seen"])
      }
    }

    @Test func `a disconnected scene shows nothing`() {
      withScreen { screen in
        let log = Log()
        box(0, 0, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        screen.move(to: .unattached)
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card"])
      }
    }

    @Test func `a window without a scene follows the app's state`() {
      withScreen { screen in
        let log = Log()
        screen.window.windowScene = nil
        box(0, 0, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        UIApplication.shared.move(to: .background)
        #expect(log.take() == ["invisible card"])
        UIApplication.shared.move(to: .active)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a window that has lost its scene shows nothing`() {
      withScreen { screen in
        let (log, probe) = (Log(), ProbeView())
        box(0, 0, 320, 100, in: screen.view).log("card", to: log)
        probe.presenceChanged = { log.add("active \($0.isActive)") }
        screen.view.addSubview(probe)
        screen.settle()
        #expect(log.take() == ["active true", "visible card"])
        screen.move(to: .unattached)
        screen.settle()
        #expect(log.take() == ["invisible card", "active false"])
        screen.window.windowScene = nil
        screen.settle()
        #expect(log.take() == [])
        screen.move(to: .foregroundActive)
        screen.window.windowScene = screen.scene
        screen.settle()
        #expect(log.take() == ["active true", "visible card"])
      }
    }

    @Test(arguments: [false, true])
    func `two windows removed in one turn close once each, even if callbacks run the run loop`(
      isShared: Bool
    ) {
      let log = Log()
      var screens = ["first", "second"].map { name in
        let screen = Screen()
        if !isShared { screen.window.visibilitySession = VisibilitySession() }
        box(0, 0, 320, 100, in: screen.view).visibility.changed { state in
          log.add("\(state) \(name)")
          VirtualRunLoop.main.wakeUp()
          VirtualRunLoop.main.runUntilAsleep()
        }
        screen.settle()
        return screen
      }
      #expect(log.take() == ["visible first", "visible second"])
      let windows = screens.map(\.window.mirroredWindow)
      let passes = windows.map(\.passCount)
      screens = []
      withScreen { $0.settle() }
      #expect(log.take().sorted() == ["invisible first", "invisible second"])
      // In a shared session, a window's departures have a pass before another one's close.
      if !isShared { #expect(windows.map(\.passCount) == passes.map { $0 + 1 }) }
    }

    @Test func `an action released during its call is gone by the end of that turn`() {
      withScreen { screen in
        var action: AppHost.TurnAction?
        weak var kept: AppHost.TurnAction?
        var calls = 0
        action = AppHost.shared.onTurn {
          calls += 1
          action = nil
        }
        kept = action
        VirtualRunLoop.main.turn()
        #expect(calls == 1)
        #expect(kept == nil)
        screen.settle()
        #expect(calls == 1)
      }
    }
  }
}
#endif
