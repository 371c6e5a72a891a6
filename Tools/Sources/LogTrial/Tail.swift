import ArgumentParser
import Foundation
import GRDB
import SightlineLog

/// Records events while many wait behind a held file, and prints a histogram of the time of each
/// call beside that of an empty loop of a microsecond, about as long as a call, which shows the
/// machine's own interruptions.
struct Tail: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Show the worst times of recording behind a held file.")

  @Option(help: "The number of events waiting at first.")
  var waiting = 60_000
  @Option(help: "The number of calls measured.")
  var calls = 200_000
  @Option(help: "The microseconds between two calls.")
  var pause = 20

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("log-trial-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("log.sqlite")
    var configuration = LogConfiguration()
    configuration.queueCapacity = waiting + calls
    configuration.busyTimeout = .milliseconds(1)
    let log = try ImpressionLog(at: file, configuration: configuration)
    var options = Configuration()
    options.allowsUnsafeTransactions = true
    let holder = try DatabaseQueue(path: file.path, configuration: options)
    try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let entries = Measure.entries(waiting + calls, items: 0)
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
    let (control, record) = measure(entries.suffix(calls), log)
    attempts.cancel()
    let count = await attempts.value
    try await holder.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try await log.flush()
    guard log.progress.written == waiting + calls else {
      throw ValidationError("not every event was written")
    }
    print("\(calls) calls with \(waiting) events waiting and \(count) failed attempts to write")
    print("       at most     record    empty")
    for bucket in 0..<Histogram.buckets where record[bucket] + control[bucket] > 0 {
      let limit = Double(1 << bucket) / 1_000
      print(String(format: "%11.3f µs %10d %8d", limit, record[bucket], control[bucket]))
    }
    print(
      String(
        format: "worst: record %.0f µs, empty %.0f µs", Double(record.worst) / 1_000,
        Double(control.worst) / 1_000))
    try await log.close()
  }

  private func measure(
    _ entries: ArraySlice<LogEntry>, _ log: ImpressionLog
  ) -> (control: Histogram, record: Histogram) {
    var (control, record) = (Histogram(), Histogram())
    let clock = ContinuousClock()
    var next = clock.now
    for entry in entries {
      next += .microseconds(pause)
      while clock.now < next {}
      let start = clock.now
      while clock.now - start < .microseconds(1) {}
      let middle = clock.now
      log.record(entry)
      let end = clock.now
      control.add(middle - start)
      record.add(end - middle)
    }
    return (control, record)
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

  subscript(bucket: Int) -> Int { counts[bucket] }
}
