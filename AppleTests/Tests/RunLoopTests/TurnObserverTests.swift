import CoreFoundation
import XCTest

@testable import SightlineRunLoop

/// The order of Core Animation's observer.
private let commit = 2_000_000
/// The activity before the loop sleeps, as Core Foundation numbers it.
private let beforeWaiting: CFOptionFlags = 0x20

/// Runs the loop for a moment, or for one event.
@MainActor
private func runLoop(
  _ mode: CFRunLoopMode? = kCFRunLoopDefaultMode, untilOneEvent: Bool = false
) { _ = CFRunLoopRunInMode(mode, untilOneEvent ? 1 : 0.02, untilOneEvent) }

@MainActor
private func withObserver(
  _ turnEnded: @escaping @MainActor () -> Void, _ body: (TurnObserver) -> Void
) {
  let observer = TurnObserver(order: commit + 1, turnEnded)
  body(observer)
  observer.invalidate()
}

/// The real observer over the real run loop. XCTest runs tests on the main thread, whose loop each
/// of them runs; on Linux, Swift Testing leaves that thread.
final class TurnObserverTests: XCTestCase {
  func testItIsCalledUntilItIsInvalidated() {
    MainActor.assumeIsolated {
      var turns = 0
      withObserver({ turns += 1 }) { _ in
        runLoop()
        XCTAssertGreaterThan(turns, 0)
      }
      let before = turns
      runLoop()
      XCTAssertEqual(turns, before)
    }
  }

  func testARequestedTurnRunsWithoutOtherEvents() {
    MainActor.assumeIsolated {
      var turns = 0
      withObserver({ turns += 1 }) { observer in
        runLoop()
        let usual = turns
        turns = 0
        var requests = 0
        let requester = TurnObserver(order: commit + 2) {
          if requests == 3 { return }
          requests += 1
          observer.requestTurn()
        }
        runLoop()
        requester.invalidate()
        XCTAssertEqual(turns, usual + 3)
      }
    }
  }

  func testALoopThatEndsWithOneEventIsObservedAsItExits() {
    MainActor.assumeIsolated {
      var turns = 0
      var sleeps = 0
      withObserver({ turns += 1 }) { _ in
        let sleeper = CFRunLoopObserverCreateWithHandler(nil, beforeWaiting, true, 0) { _, _ in
          MainActor.assumeIsolated { sleeps += 1 }
        }
        CFRunLoopAddObserver(CFRunLoopGetMain(), sleeper, kCFRunLoopDefaultMode)
        var context = CFRunLoopSourceContext()
        context.perform = { _ in }
        let source = CFRunLoopSourceCreate(nil, 0, &context)
        CFRunLoopAddSource(CFRunLoopGetMain(), source, kCFRunLoopDefaultMode)
        CFRunLoopSourceSignal(source)
        runLoop(untilOneEvent: true)
        CFRunLoopSourceInvalidate(source)
        CFRunLoopObserverInvalidate(sleeper)
        XCTAssertEqual(sleeps, 0)
        XCTAssertEqual(turns, 1)
      }
    }
  }

  func testItIsCalledInEveryCommonMode() {
    MainActor.assumeIsolated {
      let utf8: CFStringEncoding = 0x0800_0100
      let tracking = CFStringCreateWithCString(nil, "Tracking", utf8)
      CFRunLoopAddCommonMode(CFRunLoopGetMain(), tracking)
      let timer = CFRunLoopTimerCreateWithHandler(nil, 1e12, 0, 0, 0) { _ in }
      CFRunLoopAddTimer(CFRunLoopGetMain(), timer, kCFRunLoopCommonModes)
      var turns = 0
      withObserver({ turns += 1 }) { _ in
        runLoop(tracking)
        XCTAssertGreaterThan(turns, 0)
      }
      CFRunLoopTimerInvalidate(timer)
    }
  }

  func testItIsCalledAfterTheCommit() {
    MainActor.assumeIsolated {
      var calls: [String] = []
      withObserver({ calls.append("turn") }) { _ in
        let commits = TurnObserver(order: commit) { calls.append("commit") }
        runLoop()
        commits.invalidate()
      }
      XCTAssertEqual(calls.prefix(2), ["commit", "turn"])
    }
  }
}
