#if Log
import Foundation
import SightlineTestSupport
import Testing

@testable import SightlineLog

/// A log with events, a virtual clock, and the reports of a delivery.
struct DeliveryBench {
  static let timeout = Duration.seconds(30)
  static let interval = Duration.seconds(31)

  let folder: LogFolder
  let log: ImpressionLog
  let clock: VirtualClock
  let reports = ReportStream()

  /// - Parameter passes: whether a sleep returns at once; by default, all sleeps except the timeout
  ///   and the interval.
  init(
    events: Int, configure: (inout LogConfiguration) -> Void = { _ in },
    entry: (Int) -> LogEntry = { .seen(.number(Int64($0))) },
    passing passes: @escaping @Sendable (Duration) -> Bool = {
      $0 != DeliveryBench.timeout && $0 != DeliveryBench.interval
    }
  ) async throws {
    folder = try LogFolder()
    log = try folder.open(configure)
    clock = VirtualClock(passing: passes)
    for index in 0..<events { log.record(entry(index)) }
    try await log.flush()
  }

  func delivery(
    to sink: any ImpressionSink, _ change: (inout DeliveryConfiguration) -> Void = { _ in }
  ) -> LogDelivery {
    var configuration = DeliveryConfiguration()
    configuration.timeout = DeliveryBench.timeout
    configuration.interval = DeliveryBench.interval
    configuration.clock = clock
    configuration.random = SeededGenerator(seed: 7)
    configuration.report = { [reports] in reports.add($0) }
    change(&configuration)
    return LogDelivery(of: log, to: sink, configuration: configuration)
  }

  /// Delivers until nothing is left.
  func deliverAll(
    to sink: any ImpressionSink, _ change: (inout DeliveryConfiguration) -> Void = { _ in }
  ) async throws -> DeliveryStatus {
    let delivery = delivery(to: sink, change)
    await delivery.start()
    await reports.first { $0 == .idle }
    let status = await delivery.status
    await delivery.stop(within: DeliveryBench.timeout)
    return status
  }

  var ids: Set<String> {
    get async throws { Set(try await log.events(limit: .max).map { "\($0.id)" }) }
  }

  func withinSink(
    _ body: @escaping @Sendable (DeliveryBatch) async throws -> DeliveryAnswer
  )
    -> ClosureSink
  {
    ClosureSink(body: body)
  }
}

struct ClosureSink: ImpressionSink {
  let body: @Sendable (DeliveryBatch) async throws -> DeliveryAnswer
  func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer { try await body(batch) }
}

/// A sink that follows a script, then accepts, and records its batches.
final class ScriptedSink: ImpressionSink {
  let batches = Collected<DeliveryBatch>()
  private let script: Locked<[DeliveryAnswer]>

  init(_ script: [DeliveryAnswer] = []) { self.script = Locked(script) }

  func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer {
    batches.add(batch)
    return script.withLock { $0.isEmpty ? .accepted : $0.removeFirst() }
  }
}

/// A stream of delivery reports. Each report goes to one waiter.
final class ReportStream: Sendable {
  let all = Collected<DeliveryReport>()
  private let stream: AsyncStream<DeliveryReport>
  private let continuation: AsyncStream<DeliveryReport>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func add(_ report: DeliveryReport) {
    all.add(report)
    continuation.yield(report)
  }

  /// Waits for the next matching report, skipping others.
  @discardableResult
  func first(where matches: (DeliveryReport) -> Bool) async -> DeliveryReport? {
    await stream.first(where: matches)
  }

  /// The delays after failures so far.
  var waits: [Duration] {
    all.all.compactMap { if case .waiting(let wait, _) = $0 { wait } else { nil } }
  }
}
#endif
