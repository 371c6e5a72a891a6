#if GTK && os(Linux)
import CSightlineGTK
import Dispatch
import SightlineGTKTestSupport
import SightlineGTKToolkit
import XCTest

final class MainLoopTests: GTKTestCase {
  func testMainActorTasksRun() {
    onMain { driver in
      var steps: [Int] = []
      Task { @MainActor in
        steps.append(1)
        await Task.yield()
        steps.append(2)
        await Task.detached {}.value
        steps.append(3)
      }
      driver.run(until: { steps.count == 3 }, "the task did not end")
      XCTAssertEqual(steps, [1, 2, 3])
    }
  }

  func testBlocksOfTheMainQueueRun() {
    onMain { driver in
      let done = Done()
      DispatchQueue.global().async {
        DispatchQueue.main.async { MainActor.assumeIsolated { done.isDone = true } }
      }
      driver.run(until: { done.isDone }, "the block did not run")
      XCTAssertTrue(done.isDone)
    }
  }

  func testALoopInsideOfATaskNeitherSpinsNorLosesTasks() {
    onMain { driver in
      var rounds = 0
      var isDone = false
      Task { @MainActor in
        Task { @MainActor in isDone = true }
        var isOver = false
        MainLoop.after(.milliseconds(50)) { isOver = true }
        while !isOver {
          g_main_context_iteration(nil, 1)
          rounds += 1
        }
      }
      driver.run(until: { isDone }, "the task inside was lost")
      XCTAssertLessThan(rounds, 50)
    }
  }

  func testAnIdleLoopDoesNothing() {
    onMain { _ in
      while g_main_context_iteration(nil, 0) != 0 {}
      var rounds = 0
      var isOver = false
      MainLoop.after(.milliseconds(200)) { isOver = true }
      while !isOver {
        g_main_context_iteration(nil, 1)
        rounds += 1
      }
      XCTAssertLessThan(rounds, 20)
    }
  }

  func testATimerCallsOnceAndNotBeforeItsTime() {
    onMain { driver in
      var calls = 0
      let start = g_get_monotonic_time()
      let timer = MainLoop.after(.milliseconds(20)) { calls += 1 }
      XCTAssertTrue(timer.isPending)
      driver.run(until: { calls == 1 }, "the timer did not call")
      XCTAssertGreaterThanOrEqual(g_get_monotonic_time() - start, 19_000)
      XCTAssertFalse(timer.isPending)
      timer.cancel()
      driver.run(for: .milliseconds(40))
      XCTAssertEqual(calls, 1)
    }
  }

  func testACancelledTimerIsReleasedAndNeverCalls() {
    onMain { driver in
      var calls = 0
      weak var watched: Witness?
      do {
        let witness = Witness()
        watched = witness
        let timer = MainLoop.after(.milliseconds(1)) {
          withExtendedLifetime(witness) { calls += 1 }
        }
        timer.cancel()
        XCTAssertFalse(timer.isPending)
      }
      XCTAssertNil(watched)
      driver.run(for: .milliseconds(20))
      XCTAssertEqual(calls, 0)
    }
  }

  func testIdleCallbacksRunByPriority() {
    onMain { driver in
      var order: [String] = []
      MainLoop.idle { order.append("idle") }
      MainLoop.idle(priority: .normal) { order.append("normal") }
      driver.run(until: { order.count == 2 }, "the idles did not run")
      XCTAssertEqual(order, ["normal", "idle"])
    }
  }
}

@MainActor
private final class Done {
  var isDone = false
}
#endif
