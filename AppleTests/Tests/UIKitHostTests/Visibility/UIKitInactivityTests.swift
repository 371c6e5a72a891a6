#if !canImport(Darwin)
// Over the double only: package API, which an app's test bundle cannot access.
import SightlineApple
import Testing
import UIKit

extension UIKitHost {
  /// Interruptions: "a system interruption takes over interaction" (`activeAppearance`). Over the
  /// double only.
  @MainActor
  @Suite struct UIKitInactivityTests {
    private func seen(
      _ log: Log, since start: MonotonicTime
    ) -> @MainActor (Impression) -> Void {
      { log.add("seen at \(($0.time - start) / .milliseconds(1))") }
    }

    /// Interrupts a card of 1 s after 0.4 s, for 2.6 s.
    private func interrupt(_ policy: ImpressionPolicy, _ screen: Screen) -> [String] {
      screen.window.visibilitySession = VisibilitySession()
      let log = Log()
      let card = box(0, 0, 320, 200, in: screen.view)
      screen.settle()
      let start = MonotonicClock.now
      card.visibility.impression(of: "card", policy, perform: seen(log, since: start))
      screen.run(for: 0.4)
      screen.move(to: .foregroundInactive)
      screen.run(for: 2.6)
      #expect(log.take() == [])
      screen.move(to: .foregroundActive)
      screen.run(for: 2)
      return log.take()
    }

    @Test func `a dwell starts over after Control Center, or pauses under it`() {
      withScreen { screen in
        #expect(interrupt(.mrcDisplay, screen) == ["seen at 4000.0"])
      }
      withScreen { screen in
        let pausing = ImpressionPolicy(
          rule: .fraction(0.5), dwell: .seconds(1), inactivity: .pauses)
        #expect(interrupt(pausing, screen) == ["seen at 3600.0"])
      }
    }

    @Test func `a window that needs no activity counts under Control Center`() {
      withScreen { screen in
        #expect(screen.window.visibilityNeedsActivity)
        screen.window.visibilityNeedsActivity = false
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let card = box(0, 0, 320, 200, in: screen.view)
        card.visibility.impression(of: "card", .mrcDisplay) { _ in log.add("seen") }
        screen.run(for: 0.4)
        screen.move(to: .foregroundInactive)
        screen.run(for: 1)
        #expect(log.take() == ["seen"])
      }
    }

    @Test func `an interruption is a leave with the reason inactive`() {
      withScreen { screen in
        let log = Log()
        box(0, 0, 320, 200, in: screen.view).visibility.crossed(.anyPixel) {
          log.add($0.reason.map { "\($0)" } ?? "entered")
        }
        screen.settle()
        screen.move(to: .foregroundInactive)
        screen.settle()
        screen.move(to: .foregroundActive)
        screen.settle()
        #expect(log.take() == ["entered", "inactive", "entered"])
        screen.move(to: .foregroundInactive)
        screen.settle()
        #expect(log.take() == ["inactive"])
        screen.window.visibilityNeedsActivity = false
        screen.settle()
        #expect(log.take() == ["entered"])
        screen.window.visibilityNeedsActivity = true
        #expect(log.take() == ["inactive"], "in the call")
      }
    }

    @Test(arguments: [(1_790.0, 1), (1_800, 2)])
    func `a scroll after half an hour without input begins a session`(
      seconds: Double, count: Int
    ) {
      withScreen { screen in
        let session = VisibilitySession()
        screen.window.visibilitySession = session
        let log = Log()
        box(0, 0, 320, 100, in: screen.view).visibility.impression(
          of: "card", .feed.repeating(.oncePerSession)
        ) { _ in log.add("seen") }
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 100, width: 320, height: 300))
        scroll.contentSize = CGSize(width: 320, height: 2_000)
        screen.view.addSubview(scroll)
        box(0, 0, 320, 100, in: scroll).visibility.changed { _ in }
        screen.settle()
        screen.run(for: seconds)
        // The app's scroll is not input.
        scroll.contentOffset.y = 10
        screen.settle()
        #expect(log.take() == ["seen"])
        screen.drag(from: CGPoint(x: 100, y: 350), to: CGPoint(x: 100, y: 250))
        screen.settle()
        #expect(log.take().count == count - 1)
      }
    }

    @Test func `the session's timeout runs from the moment of inactivity`() {
      withScreen { screen in
        let session = VisibilitySession()
        screen.window.visibilitySession = session
        let log = Log()
        box(0, 0, 320, 200, in: screen.view).visibility.impression(
          of: "card", .feed.repeating(.oncePerSession)
        ) { _ in log.add("seen") }
        screen.settle()
        #expect(log.take() == ["seen"])
        defer { SessionClock.slept = .zero }
        @MainActor func interrupt(_ first: Duration, _ second: Duration) {
          screen.move(to: .foregroundInactive)
          screen.settle()
          SessionClock.slept += first
          screen.move(to: .background)
          screen.settle()
          SessionClock.slept += second
          screen.move(to: .foregroundInactive)
          screen.settle()
          screen.move(to: .foregroundActive)
          screen.settle()
        }
        interrupt(.seconds(600), .seconds(1_100))
        #expect(log.take() == [])
        interrupt(.seconds(600), .seconds(1_200))
        #expect(log.take() == ["seen"])
      }
    }

    @Test func `each scene of a split view has its own state`() {
      withScreen { left in
        withScreen { right in
          let log = Log()
          box(0, 0, 100, 100, in: left.view).log("left", to: log)
          box(0, 0, 100, 100, in: right.view).log("right", to: log)
          left.settle()
          #expect(Set(log.take()) == ["visible left", "visible right"])
          left.move(to: .foregroundInactive)
          left.settle()
          #expect(log.take() == ["invisible left"])
        }
      }
    }

    @Test func `an app without scenes is inactive between the app's notifications`() {
      withScreen { screen in
        let log = Log()
        screen.window.windowScene = nil
        box(0, 0, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        UIApplication.shared.move(to: .inactive)
        screen.settle()
        #expect(log.take() == ["invisible card"])
        UIApplication.shared.move(to: .background)
        UIApplication.shared.move(to: .inactive)
        screen.settle()
        #expect(log.take() == [])
        UIApplication.shared.move(to: .active)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }
  }
}
#endif
