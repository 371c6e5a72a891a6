#if !canImport(Darwin)
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
        screen.move(to: .foregroundInactive)
        screen.settle()
        #expect(log.take() == [])
        // Without a run loop turn: there may be none.
        screen.move(to: .background)
        #expect(log.take() == ["invisible card"])
        screen.run(for: 10)
        screen.move(to: .foregroundInactive)
        screen.move(to: .foregroundActive)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a view's activity is reported while it is in the window`() {
      withScreen { screen in
        var states: [Bool] = []
        let probe = ProbeView()
        probe.activityChanged = { states.append($0) }
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
