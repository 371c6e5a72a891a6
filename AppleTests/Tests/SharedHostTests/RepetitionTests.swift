#if !canImport(Darwin)
// The clock and the calendar of sessions are package API.
import Foundation
import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct RepetitionTests {
    private let log = Log()
    private let session = VisibilitySession()

    private func count(
      _ repetition: ImpressionRepetition, in screen: Screen, _ body: (PlatformView) -> Void
    ) {
      screen.window.visibilitySession = session
      let card = box(0, 0, 100, 100, in: screen.view)
      card.visibility.impression(of: "card", .feed.repeating(repetition)) { [log] _ in
        log.add("seen")
      }
      screen.settle()
      #expect(log.take() == ["seen"])
      body(card)
      SessionClock.slept = .zero
    }

    private func leaveAndReturn(_ card: PlatformView, in screen: Screen) {
      card.removeFromSuperview()
      screen.settle()
      screen.view.addSubview(card)
      screen.settle()
    }

    /// Puts the window into the background while the device sleeps.
    private func sleep(_ duration: Duration, in screen: Screen) {
      screen.enterBackground()
      screen.settle()
      SessionClock.slept += duration
      screen.enterForeground()
      screen.settle()
    }

    private func reachNextDay() {
      SessionClock.day += 1
      NotificationCenter.default.post(name: .NSCalendarDayChanged, object: nil)
    }

    @Test func `once counts in no other session, visit or day`() {
      withScreen { screen in
        count(.once, in: screen) { card in
          sleep(.seconds(3_600), in: screen)
          reachNextDay()
          screen.window.beginScreenVisit()
          leaveAndReturn(card, in: screen)
          #expect(log.take() == [])
        }
      }
    }

    @Test func `a session ends after half an hour in the background`() {
      withScreen { screen in
        count(.oncePerSession, in: screen) { card in
          sleep(.seconds(1_799), in: screen)
          leaveAndReturn(card, in: screen)
          #expect(log.take() == [])
          screen.run(for: 3_600)
          leaveAndReturn(card, in: screen)
          #expect(log.take() == [], "an hour in the foreground ends no session")
          sleep(.seconds(1_800), in: screen)
          #expect(log.take() == ["seen"])
        }
      }
    }

    @Test func `the time in the background is settable, and nil never ends a session`() {
      withScreen { screen in
        count(.oncePerSession, in: screen) { _ in
          session.backgroundTimeout = nil
          sleep(.seconds(1_000_000), in: screen)
          #expect(log.take() == [])
          session.backgroundTimeout = .seconds(60)
          sleep(.seconds(60), in: screen)
          #expect(log.take() == ["seen"])
        }
      }
    }

    @Test func `a session goes on while another of its windows is in the foreground`() {
      withScreen { other in
        other.window.visibilitySession = session
        box(0, 0, 10, 10, in: other.view).visibility.changed { _ in }
        withScreen { screen in
          count(.oncePerSession, in: screen) { _ in
            sleep(.seconds(3_600), in: screen)
            #expect(log.take() == [])
          }
        }
      }
    }

    @Test func `every exposure counts after leaving`() {
      withScreen { screen in
        count(.afterLeaving, in: screen) { card in
          screen.run(for: 10)
          #expect(log.take() == [])
          leaveAndReturn(card, in: screen)
          #expect(log.take() == ["seen"])
        }
      }
    }

    @Test func `an exposure counts again after its cool-down`() {
      withScreen { screen in
        count(.afterCoolDown(.seconds(60)), in: screen) { card in
          screen.run(for: 50)
          leaveAndReturn(card, in: screen)
          #expect(log.take() == [])
          screen.run(for: 10)
          #expect(log.take() == ["seen"])
        }
      }
    }

    @Test func `a daily limit is renewed at midnight`() {
      withScreen { screen in
        count(.perDay(1), in: screen) { card in
          leaveAndReturn(card, in: screen)
          #expect(log.take() == [])
          reachNextDay()
          screen.settle()
          #expect(log.take() == ["seen"], "it is still on screen")
          leaveAndReturn(card, in: screen)
          #expect(log.take() == [])
        }
      }
    }

    @Test func `a day that began in the background counts on return`() {
      withScreen { screen in
        count(.perDay(1), in: screen) { _ in
          screen.enterBackground()
          screen.settle()
          SessionClock.day += 1
          screen.enterForeground()
          screen.settle()
          #expect(log.take() == ["seen"])
        }
      }
    }

    @Test func `a time zone to the west renews no limit`() {
      withScreen { screen in
        count(.perDay(1), in: screen) { card in
          SessionClock.day -= 1
          NotificationCenter.default.post(name: .NSSystemTimeZoneDidChange, object: nil)
          leaveAndReturn(card, in: screen)
          SessionClock.day += 1
          NotificationCenter.default.post(name: .NSSystemTimeZoneDidChange, object: nil)
          leaveAndReturn(card, in: screen)
          #expect(log.take() == [])
        }
      }
    }
  }
}
#endif
