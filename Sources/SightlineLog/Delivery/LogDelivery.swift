#if Log
/// Delivers a log's events to a receiver: in batches, oldest first, retrying each until it arrives.
///
/// ```swift
/// let delivery = LogDelivery(of: log, to: HTTPSink(url, format: .otlp(["service.name": "shop"])))
/// await delivery.start()
/// …
/// await delivery.stop(within: .seconds(5))
/// ```
///
/// 1. An event is marked in the log only after the receiver has answered. It is sent at least once,
///    and counts exactly once if the receiver deduplicates by ID.
/// 2. One batch is in flight at a time, with a bounded number of events and bytes, so memory
///    doesn't grow with the backlog.
/// 3. Failed batches are sent again after a delay (``DeliveryConfiguration``). Events the receiver
///    will never accept are set apart in the log with the reason.
/// 4. Of all deliveries of one log, in all processes, only one sends at a time: it holds a lease in
///    the log until shortly after the batch's timeout. While a receiver answers, the process holds
///    no lock, and the file is closed unless the process is recording.
/// 5. When nothing is left to send, nothing runs. An event recorded in this process resumes
///    delivery after ``DeliveryConfiguration/interval``. Events recorded by another process are
///    sent along with it, or on ``deliverSoon()``.
///
/// From ``start()`` until ``stop(within:)``, the delivery keeps itself and the log alive.
public actor LogDelivery {
  /// The log.
  public nonisolated let log: ImpressionLog
  /// The progress of the delivery.
  public private(set) var status = DeliveryStatus()

  private let sink: any ImpressionSink
  private let configuration: DeliveryConfiguration
  private let backOff: BackOff
  /// Distinguishes the deliveries of a log.
  private let sender = Int64.random(in: 1 ... .max)
  private var random: any RandomNumberGenerator & Sendable
  private var limit: BatchLimit
  /// The remaining parts of a batch that the receiver refused because of some event.
  private var division = BatchDivision()
  /// An outcome not yet written to the log.
  private var unnoted: Outcome?

  private var loop: Task<Void, Never>?
  /// The current wait, and whether it may be cut short.
  private var wait: (task: Task<Void, Never>, mayEnd: Bool)?
  private var isStopping = false
  /// Whether it was started again while stopping.
  private var startsAgain = false
  /// Whether another round was requested during the current one.
  private var hasPendingRequest = false

  /// Creates a delivery. Call ``start()`` to begin.
  public init(
    of log: ImpressionLog, to sink: any ImpressionSink,
    configuration: DeliveryConfiguration = DeliveryConfiguration()
  ) {
    self.log = log
    self.sink = sink
    self.configuration = configuration
    backOff = BackOff(configuration)
    random = configuration.random
    limit = BatchLimit(configuration.batchEvents)
  }

  // MARK: Starting and stopping

  /// Starts sending until stopped. Does nothing if already started. If called while the delivery is
  /// stopping, starts it again afterwards.
  public func start() {
    startsAgain = loop != nil
    if startsAgain { return }
    isStopping = false
    loop = Task { await run() }
  }

  /// Sends as much as possible within a time limit, then stops. Call this when the app ends or its
  /// background time runs out. The delivery need not have been started.
  ///
  /// It stops early if nothing is left or an attempt fails. The remaining events stay in the log.
  ///
  /// - Parameter deadline: the time limit. A batch in flight at that point is cancelled and sent
  ///   again another time.
  /// - Returns: whether all recorded events were delivered or set apart.
  @discardableResult
  public func stop(within deadline: Duration) async -> Bool {
    (isStopping, startsAgain) = (true, false)
    // Respect a delay requested by the receiver.
    if let wait, !wait.mayEnd { loop?.cancel() }
    wait?.task.cancel()
    let task = loop ?? Task { await run() }
    loop = task
    let clock = configuration.clock
    let alarm = Task {
      try await clock.sleep(for: deadline)
      task.cancel()
    }
    await task.value
    alarm.cancel()
    if loop == task {
      loop = nil
      if startsAgain { start() }
    }
    return await (try? log.counts().undelivered) == 0
  }

  /// Sends soon, without waiting for the interval or back-off, for example when the network returns
  /// or the app becomes active. A delay requested by the receiver still applies.
  public func deliverSoon() {
    hasPendingRequest = true
    if let wait, wait.mayEnd { wait.task.cancel() }
  }

  // MARK: Sending

  /// The shortest interval between attempts while another delivery may send.
  private static let leaseInterval = Duration.seconds(1)

  /// The step after an attempt.
  private enum Next {
    case more
    case idle
    case elsewhere
    case failed(asked: Duration?, reason: String)
  }

  private func run() async {
    while !Task.isCancelled {
      hasPendingRequest = false
      let before = log.writer.events.withState { $0.deliverable }
      let next = await round()
      if isStopping || Task.isCancelled { break }
      switch next {
      case .more: break
      case .idle:
        configuration.report?(.idle)
        // Nothing runs until an event is recorded; then wait for more to accumulate.
        let events = log.writer.events
        await pause(mayEnd: true) { await events.more(than: before) }
        await pause(configuration.interval, mayEnd: true)
      case .elsewhere:
        configuration.report?(.elsewhere)
        await pause(max(configuration.interval, LogDelivery.leaseInterval), mayEnd: true)
      case .failed(let asked, let reason):
        let wait = backOff.wait(after: status.failures, asked: asked, using: &random)
        configuration.report?(.waiting(wait, reason: reason))
        await pause(wait, mayEnd: asked ?? .zero <= .zero)
      }
    }
  }

  private func pause(_ duration: Duration, mayEnd: Bool) async {
    let clock = configuration.clock
    await pause(mayEnd: mayEnd) { _ = try? await clock.sleep(for: duration) }
  }

  private func pause(mayEnd: Bool, _ sleep: @escaping @Sendable () async -> Void) async {
    if mayEnd && hasPendingRequest || isStopping || Task.isCancelled { return }
    let task = Task { await sleep() }
    wait = (task, mayEnd)
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    wait = nil
  }

  /// Sends batches until nothing is left, an attempt fails, or the task is cancelled.
  private func round() async -> Next {
    var next = Next.more
    while case .more = next, !Task.isCancelled { next = await step() }
    switch next {
    case .failed(_, let reason):
      status.failures += 1
      status.lastFailure = reason
    case .idle: noteSuccess()
    case .more, .elsewhere: break
    }
    // If this fails, the lease ends by itself.
    try? await log.endLease(of: sender)
    await log.writer.release()
    return next
  }

  /// Sends one batch and writes the outcome to the log.
  private func step() async -> Next {
    var asked: Duration?
    do {
      guard try await log.lease(to: sender, for: configuration.timeout) else { return .elsewhere }
      if let unnoted { try await note(unnoted) }
      let events = try await log.nextBatch(
        limit: limit.events, bytes: configuration.batchBytes, through: division.end)
      if events.isEmpty { return division.endPart() ? .more : .idle }
      let batch = DeliveryBatch(events: events, byteLimit: configuration.batchBytes)
      status.attempts += 1
      let (outcome, next) = settle(batch, try await send(batch))
      if case .failed(let delay, _) = next { asked = delay }
      unnoted = outcome
      try await note(outcome)
      if case .more = next { noteSuccess() }
      return next
    } catch {
      return .failed(asked: asked, reason: "\(error)")
    }
  }

  private func noteSuccess() {
    if division.isRefused { return }
    status.failures = 0
    status.lastFailure = nil
  }

  /// Sends a batch, or fails after the timeout.
  private func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer {
    let (sink, clock, timeout) = (sink, configuration.clock, configuration.timeout)
    await log.writer.release()
    return try await withThrowingTaskGroup(of: DeliveryAnswer.self) { group in
      group.addTask { try await sink.send(batch) }
      group.addTask {
        try await clock.sleep(for: timeout)
        throw DeliveryTimeout(duration: timeout)
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }

  /// Returns the outcome of an answer for a batch's events, and the next step.
  private func settle(_ batch: DeliveryBatch, _ answer: DeliveryAnswer) -> (Outcome, Next) {
    var outcome = Outcome()
    switch answer {
    case .accepted:
      outcome.delivered = batch.events.map(\.position)
    case .partlyAccepted(let rejected, let again, let asked):
      for event in batch.events {
        if let reason = rejected[event.id] {
          outcome.rejected[reason, default: []].append(event.position)
        } else if !again.contains(event.id) {
          outcome.delivered.append(event.position)
        }
      }
      if outcome.count < batch.events.count {
        let left = batch.events.count - outcome.count
        return (outcome, .failed(asked: asked, reason: "\(left) events must be resent"))
      }
    case .rejectedUnnamed(let count, let reason) where count < batch.events.count:
      outcome.delivered = batch.events.map(\.position)
      if count > 0 {
        status.rejectedUnnamed += count
        configuration.report?(
          .rejectedUnnamed(count, of: batch.events.map(\.id), reason: reason))
      }
    case .tooLarge where batch.events.count > 1:
      limit.halve(batch.events.count)
      return (outcome, .more)
    case .tooLarge(let reason), .rejectedUnnamed(_, let reason), .rejected(let reason):
      outcome.rejected[reason] = batch.events.map(\.position)
    case .invalid(let reason):
      if batch.events.count == 1 { outcome.rejected[reason] = batch.events.map(\.position) }
      return (outcome, division.refuse(batch.events) ? .more : .failed(asked: nil, reason: reason))
    case .notNow(let asked, let reason):
      return (outcome, .failed(asked: asked, reason: reason))
    }
    limit.grow()
    division.accept()
    return (outcome, .more)
  }

  private func note(_ outcome: Outcome) async throws {
    if !outcome.delivered.isEmpty {
      let count = try await log.markDelivered(outcome.delivered)
      status.delivered += count
      configuration.report?(.delivered(count))
    }
    for (reason, positions) in outcome.rejected.sorted(by: { $0.key < $1.key }) {
      let count = try await log.reject(positions, because: reason)
      status.rejected += count
      configuration.report?(.setApart(count, reason: reason))
    }
    unnoted = nil
  }
}

/// The outcome for the events of a batch.
private struct Outcome: Sendable {
  var delivered: [LogPosition] = []
  var rejected: [String: [LogPosition]] = [:]

  var count: Int { rejected.values.reduce(delivered.count) { $0 + $1.count } }
}

/// The current limit on events per batch. It is halved when the receiver finds a batch too large,
/// and doubled when batches arrive: immediately at first, so that neither a few large events nor
/// random answers keep it low; then less and less often while the larger batches are refused, up to
/// ``longestInterval``, so that a receiver's limit costs few requests.
struct BatchLimit: Sendable {
  private static let longestInterval = 16

  private let most: Int
  private(set) var events: Int
  /// The number of batches to arrive before the limit doubles.
  private var interval = 1
  private var arrived = 0
  /// Whether the limit has just doubled.
  private var isTrial = false

  init(_ most: Int) {
    self.most = max(1, most)
    events = self.most
  }

  mutating func halve(_ count: Int) {
    events = max(1, count / 2)
    if isTrial { interval = min(BatchLimit.longestInterval, interval * 2) }
    (arrived, isTrial) = (0, false)
  }

  mutating func grow() {
    if isTrial { (interval, isTrial) = (1, false) }
    arrived += 1
    guard arrived >= interval, events < most else { return }
    events = min(most, events * 2)
    (arrived, isTrial) = (0, true)
  }
}

/// The parts of a batch that a receiver refused because of some event, halved repeatedly until the
/// bad events are isolated.
///
/// 1. A part consists of the undelivered events up to a position. Parts are processed in order, so
///    the next batch is always the oldest, and events may be erased in the meantime.
/// 2. An event is set apart only after being refused alone. With *b* bad events among *n*, this
///    takes at most 1 + 2*b*⌈log₂ *n*⌉ requests.
/// 3. A receiver that refuses everything isn't flooded: after ``patience`` consecutive refusals,
///    each further one is followed by a back-off.
struct BatchDivision: Sendable {
  /// More than it takes to isolate an event in a batch of any possible size.
  static let patience = 32

  /// The last positions of the parts, the next part at the end.
  private var ends: [LogPosition] = []
  private var refusals = 0

  /// The last position of the next batch; `nil` if nothing was refused.
  var end: LogPosition? { ends.last }

  /// Whether the last answer was a refusal.
  var isRefused: Bool { refusals > 0 }

  /// Ends the part up to ``end``, which has no events left. Returns whether any part was left.
  mutating func endPart() -> Bool { ends.popLast() != nil }

  mutating func accept() { refusals = 0 }

  /// Records that a batch was refused. Returns whether the next one may be sent at once.
  mutating func refuse(_ events: [LoggedEvent]) -> Bool {
    refusals += 1
    if events.count > 1 {
      let last = events[events.count - 1].position
      if ends.last != last { ends.append(last) }
      ends.append(events[events.count / 2 - 1].position)
    }
    return refusals < BatchDivision.patience
  }
}

/// An error for a receiver that took too long.
struct DeliveryTimeout: Error, CustomStringConvertible {
  let duration: Duration

  var description: String { "no answer within \(duration)" }
}
#endif
