#if GTK && os(Linux)
#if Log
import CSightlineGTK
import Foundation
import SightlineCore
import SightlineGTK
import SightlineGTKTestSupport
import SightlineHost
import SightlineLog
import XCTest

/// Simulates a restart as far as repetition is concerned: an empty session and the same log.
final class RestartTests: GTKTestCase {
  func testOnceHoldsAcrossARestart() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("restart-\(UUID().uuidString).sqlite")
    defer {
      for suffix in ["", "-lock"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
    }
    let policy = LogPolicy("once", .feed)
    for launch in 1...3 {
      let log = try ImpressionLog(at: file)
      let records = try wait { try await log.latestRecords(under: [policy.policy]) }
      onMain { driver in
        let session = VisibilitySession.shared
        // Forget impressions from the last launch in this process. No other test uses these IDs.
        for number in 1...4 { session.forgetImpressions(of: "restart \(number)") }
        for record in records {
          session.restore(record.impressionRecord(time: Date()), of: record.item.id)
        }
        let list = ListFixture(count: 4, height: 40)
        var seen: [Int] = []
        for (index, row) in list.rows.enumerated() {
          let id = "restart \(index + 1)"
          row.visibility.impression(of: id, policy.policy) { impression in
            log.record(LogEntry(impression, of: .text(id), under: policy))
            seen.append(index + 1)
          }
        }
        // Two rows fit the first time, then three, then all four.
        _ = driver.show(list.scroller, width: 200, height: 40 + 40 * launch)
        XCTAssertEqual(seen, launch == 1 ? [1, 2] : [launch + 1], "launch \(launch)")
      }
      try wait { try await log.close() }
    }
  }

  /// Returns a log in a file that is removed after the test.
  private func makeLog() throws -> ImpressionLog {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("session-\(UUID().uuidString).sqlite")
    addTeardownBlock {
      for suffix in ["", "-lock"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
    }
    var configuration = LogConfiguration()
    configuration.session = "first"
    return try ImpressionLog(at: file, configuration: configuration)
  }

  func testARecordingThatEndsDuringAnExposureHasItsEnd() throws {
    let log = try makeLog()
    onMain { driver in
      let list = ListFixture(count: 1, height: 40)
      let tokens = list.rows[0].visibility.logsImpressions(of: "ended", .mrcVideo, to: log)
      _ = driver.show(list.scroller, width: 200, height: 40)
      for token in tokens { token.cancel() }
      driver.run(for: .milliseconds(50))
    }
    XCTAssertEqual(try wait { try await log.events() }.map(\.kind), [.exposure])
    try wait { try await log.close() }
  }

  func testASessionOfTheWindowsBeginsInTheLog() throws {
    let log = try makeLog()
    let policy = LogPolicy("feed", .feed.repeating(.oncePerSession))
    onMain { driver in
      log.follow()
      let list = ListFixture(count: 1, height: 40)
      list.rows[0].visibility.logsImpressions(of: "session 1", policy, to: log)
      _ = driver.show(list.scroller, width: 200, height: 40)
      VisibilitySession.shared.beginSession("second")
      driver.run(for: .milliseconds(50))
    }
    let events = try wait { try await log.events() }.filter { $0.kind == .impression }
    XCTAssertEqual(events.map(\.session), ["first", "second"])
    XCTAssertEqual(events.map(\.previousSession), [nil, "first"])
    try wait { try await log.close() }
  }

  /// Blocks until asynchronous work ends, which an app must not do; the log works on its own queue.
  private func wait<Value: Sendable>(
    for work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    // The semaphore orders the write before the read.
    nonisolated(unsafe) var result: Result<Value, any Error>?
    Task.detached {
      do { result = .success(try await work()) } catch { result = .failure(error) }
      done.signal()
    }
    done.wait()
    return try XCTUnwrap(result).get()
  }
}
#endif
#endif
