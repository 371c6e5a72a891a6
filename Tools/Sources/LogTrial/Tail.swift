import ArgumentParser
import Foundation
import GRDB
import SightlineLog

/// Records events while many wait behind a held file, and prints histograms of the calls: their
/// time, the part of it on a core, and the time of an empty loop of a microsecond, about as long as
/// a call.
///
/// The system takes cores away, from calls and empty loops alike. What is ours is the time on a
/// core, and waiting for the queue's lock, of which the last line has the worst.
struct Tail: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Show the worst times of recording behind a held file.")

  @Option(help: "The number of events waiting at first.")
  var waiting = 60_000
  @Option(help: "The number of calls measured.")
  var calls = 100_000
  @Option(help: "The least number of microseconds between two calls.")
  var pause: UInt32 = 20

  func run() async throws {
    try await withTrialFolder { folder in
      let file = folder.appendingPathComponent("log.sqlite")
      var configuration = LogConfiguration()
      configuration.queueCapacity = waiting + calls
      configuration.busyTimeout = .milliseconds(1)
      let log = try ImpressionLog(at: file, configuration: configuration)
      var options = Configuration()
      options.allowsUnsafeTransactions = true
      let holder = try DatabaseQueue(path: file.path, configuration: options)
      try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let entries = feedEntries(waiting + calls, items: 0)
      for entry in entries.prefix(waiting) { log.record(entry) }
      // The writer takes a batch and puts it back, again and again.
      let attempts = Task {
        var count = 0
        while !Task.isCancelled {
          try? await log.flush()
          count += 1
        }
        return count
      }
      let times = measure(entries.suffix(calls), log)
      attempts.cancel()
      let count = await attempts.value
      try await holder.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
      try await log.flush()
      guard log.progress.written == waiting + calls else {
        throw ValidationError("not every event was written")
      }
      print("\(calls) calls with \(waiting) events waiting and \(count) failed attempts to write")
      times.show()
      try await log.close()
    }
  }

  private func measure(_ entries: ArraySlice<LogEntry>, _ log: ImpressionLog) -> Times {
    var times = Times()
    for (index, entry) in entries.enumerated() {
      // As in an app, the thread mostly sleeps. The system suspends one with a real-time priority
      // that does not, for 50 ms a second.
      usleep(pause)
      for isEmpty in index.isMultiple(of: 2) ? [true, false] : [false, true] {
        let (before, start) = (ThreadUse.now, ContinuousClock.now)
        if isEmpty {
          while ContinuousClock.now - start < .microseconds(1) {}
        } else {
          log.record(entry)
        }
        let time = ContinuousClock.now - start
        let after = ThreadUse.now
        if isEmpty {
          times.empty.add(time)
          continue
        }
        times.record.add(time)
        times.onCore.add(after.onCore - before.onCore)
        if after.waits > before.waits { times.waiting.add(time) }
      }
    }
    return times
  }

  private struct Times {
    var (record, onCore, empty, waiting) = (Histogram(), Histogram(), Histogram(), Histogram())

    func show() {
      print("       at most     record  on a core    empty")
      for bucket in 0..<Histogram.buckets {
        let counts = [record, onCore, empty].map { $0[bucket] }
        if counts.allSatisfy({ $0 == 0 }) { continue }
        let limit = Double(1 << bucket) / 1_000
        print(
          String(format: "%11.3f µs %10d %10d %8d", limit, counts[0], counts[1], counts[2]))
      }
      let worst = [record, onCore, waiting, empty].map { "\($0.worst / 1_000) µs" }
      print("worst: record \(worst[0]), on a core \(worst[1]), empty \(worst[3])")
      print("\(waiting.count) calls waited for the lock, the longest took \(worst[2])")
    }
  }
}

/// Counts of durations by the power of two of their nanoseconds.
private struct Histogram {
  static let buckets = 40

  private var counts = [Int](repeating: 0, count: buckets)
  private(set) var worst: Int64 = 0

  mutating func add(_ duration: Duration) {
    let nanoseconds = Int64(duration / .nanoseconds(1))
    counts[Int64.bitWidth - max(0, nanoseconds - 1).leadingZeroBitCount] += 1
    worst = max(worst, nanoseconds)
  }

  var count: Int { counts.reduce(0, +) }

  subscript(bucket: Int) -> Int { counts[bucket] }
}
