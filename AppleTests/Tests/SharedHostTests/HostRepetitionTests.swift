#if !canImport(Darwin)
// The clock and the calendar of sessions are package API.
import Foundation
import SightlineApple
import Testing
import VirtualTime

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct HostRepetitionTests {
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

    @Test func `once does not count again in another session, visit or day`() {
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

    @Test func `another person has seen nothing, and exposures end under the previous one`() {
      withScreen { screen in
        count(.once, in: screen) { card in
          card.visibility.changed { [log] in log.add("\($0)") }
          card.visibility.exposure(of: "card", .fully) { [log] in
            log.add($0.isVisible ? "began" : "ended \($0.duration)")
          }
          screen.settle()
          #expect(log.take() == ["visible", "began"])
          screen.run(for: 2.5)
          session.person = "b"
          screen.settle()
          let lines = log.take()
          #expect(lines.count == 3 && lines.first?.hasPrefix("ended 2.5") == true, "\(lines)")
          #expect(Set(lines.suffix(2)) == ["began", "seen"])
          session.person = "b"
          leaveAndReturn(card, in: screen)
          #expect(!log.take().contains("seen"))
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

    @Test(arguments: [(7, []), (9, ["seen"])], [true, false])
    func `a cool-down goes on while the device sleeps`(
      sleep: (hours: Double, lines: [String]), isInBackground: Bool
    ) {
      withScreen { screen in
        count(.afterCoolDown(.seconds(28_800)), in: screen) { card in
          card.removeFromSuperview()
          screen.settle()
          if isInBackground {
            self.sleep(.seconds(sleep.hours * 3_600), in: screen)
          } else {
            VirtualRunLoop.main.sleep(for: Int64(sleep.hours * 3_600e9))
          }
          screen.view.addSubview(card)
          screen.settle()
          #expect(log.take() == sleep.lines)
        }
      }
    }

    @Test func `an item that waits for its cool-down counts soon after the device wakes up`() {
      withScreen { screen in
        count(.afterCoolDown(.seconds(28_800)), in: screen) { card in
          leaveAndReturn(card, in: screen)
          VirtualRunLoop.main.sleep(for: 32_400_000_000_000)
          // No turn runs by itself.
          screen.run(for: 900)
          #expect(log.take() == ["seen"])
        }
      }
    }

    @Test func `a dwell pauses while the device sleeps`() {
      withScreen { screen in
        screen.window.visibilitySession = session
        let card = box(0, 0, 100, 100, in: screen.view)
        card.visibility.impression(of: "card", .mrcDisplay) { [log] _ in log.add("seen") }
        screen.run(for: 0.5)
        VirtualRunLoop.main.sleep(for: 3_600_000_000_000)
        screen.run(for: 0.4)
        #expect(log.take() == [])
        screen.run(for: 0.2)
        #expect(log.take() == ["seen"])
      }
    }

    @Test func `a replaced policy keeps counts and dwell in views and in lists`() {
      withScreen { screen in
        screen.window.visibilitySession = session
        let list = ItemVisibility<String>()
        list.impression { [log] item, impression in log.add("\(item) \(impression.count)") }
        let row = box(0, 0, 100, 100, in: screen.view)
        list.bind(row, to: "row")
        let card = box(0, 100, 100, 100, in: screen.view)
        card.visibility.impression(of: "card", .mrcDisplay) { [log] in log.add("card \($0.count)") }
        screen.run(for: 0.9)
        #expect(log.take() == ["row 1"])
        session.replace(.feed, with: ImpressionPolicy(rule: .fraction(0.5)))
        session.replace(
          .mrcDisplay, with: ImpressionPolicy(rule: .fraction(0.5), dwell: .milliseconds(950)))
        screen.run(for: 0.1)
        #expect(log.take() == ["card 1"])
        leaveAndReturn(row, in: screen)
        leaveAndReturn(card, in: screen)
        // A cell of the list made afterwards, half of it in view.
        let later = box(0, 430, 100, 100, in: screen.view)
        list.bind(later, to: "later")
        screen.run(for: 2)
        #expect(log.take() == ["later 1"])
        #expect(card.visibility.impressionCount(of: "row", .feed) == 1)
        // Another window of the session.
        withScreen { other in
          other.window.visibilitySession = session
          // Without the first window's items: recordings do not have its impressions.
          box(0, 430, 100, 100, in: other.view).visibility.impression(of: "new") { [log] _ in
            log.add("other new")
          }
          other.settle()
          #expect(log.take() == ["other new"])
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
