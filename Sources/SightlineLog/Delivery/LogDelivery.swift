#if Log
/// Sends the events of a log to a receiver: in batches, oldest first, each until it has arrived.
///
/// ```swift
/// let delivery = LogDelivery(of: log, to: HTTPSink(url, format: .otlp(["service.name": "shop"])))
/// await delivery.start()
/// …
/// await delivery.stop(within: .seconds(5))
/// ```
///
/// 1. An event is marked in the log after the receiver has answered. So it is sent at least once,
///    and exactly once for a receiver that knows ids it has seen.
/// 2. One batch is under way at a time, of a bounded number of events and bytes: memory does not
///    grow with what waits.
/// 3. What fails is sent again after a wait (``DeliveryConfiguration``); what a receiver will never
///    have is set apart in the log with the reason.
/// 4. Of all deliveries of one log, in all processes, one sends.
/// 5. When nothing is left, nothing runs: it goes on when somebody records something in this
///    process, and ``DeliveryConfiguration/interval`` after that. What another process has recorded
///    is sent with it, or when ``deliverSoon()`` is called.
///
/// From ``start()`` until ``stop(within:)`` it keeps itself and the log alive.
public actor LogDelivery {
  /// The log.
  public nonisolated let log: ImpressionLog
  /// How it is doing.
  public private(set) var status = DeliveryStatus()

  private let sink: any ImpressionSink
  private let configuration: DeliveryConfiguration
  private let backOff: BackOff
  private var random: any RandomNumberGenerator & Sendable
  private var limit: BatchLimit
  /// What is left of a batch with an event in it that the receiver would not have.
  private var division = BatchDivision()
  /// What the receiver has answered and the log could not note.
  private var unnoted: Outcome?

  private var loop: Task<Void, Never>?
  /// The wait that is going on, and whether it may be cut short.
  private var wait: (task: Task<Void, Never>, mayEnd: Bool)?
  private var isStopping = false
  /// Whether somebody asked for a round while one was going on.
  private var isAsked = false

  /// Creates a delivery. It does nothing until it is started.
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

  /// Begins to send, and goes on until it is stopped. Nothing happens if it has been started.
  public func start() {
    guard loop == nil else { return }
    isStopping = false
    loop = Task { await run() }
  }

  /// Sends what fits into a time, then stops: for the end of an app, or of the time that the system
  /// gives one in the background. It need not have been started.
  ///
  /// It ends sooner when nothing is left or an attempt fails. What is left stays in the log.
  ///
  /// - Parameter deadline: how long it may take. A batch that is under way then is cancelled, and
  ///   sent again some day.
  /// - Returns: whether all that was recorded has arrived or was set apart.
  @discardableResult
  public func stop(within deadline: Duration) async -> Bool {
    isStopping = true
    if wait?.mayEnd ?? false { wait?.task.cancel() }
    if let wait, !wait.mayEnd {
      // The receiver said when it wants to be asked again.
      loop?.cancel()
      wait.task.cancel()
    }
    let task = loop ?? Task { await run() }
    loop = task
    let clock = configuration.clock
    let alarm = Task {
      try await clock.sleep(for: deadline)
      task.cancel()
    }
    await task.value
    alarm.cancel()
    if loop == task { loop = nil }
    return await ((try? log.counts().undelivered) ?? 1) == 0
  }

  /// Sends soon, without waiting for the interval or the end of a back-off: for instance when the
  /// network is back or the app comes to the front. A time that the receiver named is waited for.
  public func deliverSoon() {
    isAsked = true
    if wait?.mayEnd ?? false { wait?.task.cancel() }
  }

  // MARK: Sending

  /// What comes after an attempt.
  private enum Next {
    case more
    case idle
    case elsewhere
    case failed(asked: Duration?, reason: String)
  }

  private func run() async {
    while !Task.isCancelled {
      isAsked = false
      let known = log.writer.handOver.withState { $0.deliverable }
      let next = await round()
      if isStopping || Task.isCancelled { break }
      switch next {
      case .more: break
      case .idle:
        configuration.report?(.idle)
        // Nothing runs until somebody has recorded something, and then until more may have come.
        let handOver = log.writer.handOver
        await pause(mayEnd: true) { await handOver.more(than: known) }
        await pause(configuration.interval, mayEnd: true)
      case .elsewhere:
        configuration.report?(.elsewhere)
        await pause(configuration.interval, mayEnd: true)
      case .failed(let asked, let reason):
        let wait = backOff.wait(after: status.failures, asked: asked, using: &random)
        configuration.report?(.waiting(wait, reason: reason))
        await pause(wait, mayEnd: asked == nil)
      }
    }
  }

  private func pause(_ duration: Duration, mayEnd: Bool) async {
    let clock = configuration.clock
    await pause(mayEnd: mayEnd) { _ = try? await clock.sleep(for: duration) }
  }

  private func pause(mayEnd: Bool, _ sleep: @escaping @Sendable () async -> Void) async {
    if mayEnd && isAsked || isStopping || Task.isCancelled { return }
    let task = Task { await sleep() }
    wait = (task, mayEnd)
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    wait = nil
  }

  /// Sends batches until nothing is left, something fails or the task is cancelled.
  private func round() async -> Next {
    guard let lease = DeliveryLease(of: log.url) else { return .elsewhere }
    var next = Next.more
    while case .more = next, !Task.isCancelled { next = await step() }
    switch next {
    case .failed(_, let reason):
      status.failures += 1
      status.lastFailure = reason
    case .more, .idle, .elsewhere: break
    }
    lease.release()
    return next
  }

  /// Sends one batch, and notes in the log what became of it.
  private func step() async -> Next {
    do {
      if let unnoted { try await note(unnoted) }
      let events = try await log.nextBatch(
        limit: limit.events, bytes: configuration.batchBytes, through: division.end)
      if events.isEmpty { return division.endPart() ? .more : .idle }
      let batch = DeliveryBatch(events: events, byteLimit: configuration.batchBytes)
      status.attempts += 1
      let answer: DeliveryAnswer
      do {
        answer = try await send(batch)
      } catch {
        return .failed(asked: nil, reason: "\(error)")
      }
      let (outcome, next) = settle(batch, answer)
      if !outcome.isEmpty {
        unnoted = outcome
        try await note(outcome)
      }
      if case .more = next, !division.isRefused {
        status.failures = 0
        status.lastFailure = nil
      }
      return next
    } catch {
      return .failed(asked: nil, reason: "\(error)")
    }
  }

  /// Sends a batch; fails if that takes too long.
  private func send(_ batch: DeliveryBatch) async throws -> DeliveryAnswer {
    let (sink, clock, timeout) = (sink, configuration.clock, configuration.timeout)
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

  /// What an answer means for the events of a batch, and what comes next.
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
        return (outcome, .failed(asked: asked, reason: "\(left) events are to be sent again"))
      }
    case .rejectedUnnamed(let count, let reason) where count < batch.events.count:
      outcome.delivered = batch.events.map(\.position)
      if count > 0 {
        configuration.report?(
          .rejectedUnnamed(count, of: batch.events.map(\.id), reason: reason))
      }
    case .tooLarge(let reason) where batch.events.count == 1:
      outcome.rejected[reason] = batch.events.map(\.position)
    case .rejectedUnnamed(_, let reason), .rejected(let reason):
      outcome.rejected[reason] = batch.events.map(\.position)
    case .invalid(let reason) where batch.events.count == 1:
      outcome.rejected[reason] = batch.events.map(\.position)
      return (outcome, division.refuse(batch.events) ? .more : .failed(asked: nil, reason: reason))
    case .invalid(let reason):
      return (outcome, division.refuse(batch.events) ? .more : .failed(asked: nil, reason: reason))
    case .tooLarge:
      limit.halve(batch.events.count)
      return (outcome, .more)
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

/// What became of the events of a batch.
private struct Outcome: Sendable {
  var delivered: [LogPosition] = []
  var rejected: [String: [LogPosition]] = [:]

  var count: Int { rejected.values.reduce(delivered.count) { $0 + $1.count } }
  var isEmpty: Bool { count == 0 }
}

/// How many events a batch may have: fewer after a receiver found one too large, and more again
/// when some have arrived, so that a few large events do not make all batches small for good.
struct BatchLimit: Sendable {
  /// After how many batches that arrived the next is tried with twice as many events.
  private static let growthInterval = 16

  private let most: Int
  private(set) var events: Int
  private var arrived = 0

  init(_ most: Int) {
    self.most = max(1, most)
    events = self.most
  }

  mutating func halve(_ count: Int) {
    events = max(1, count / 2)
    arrived = 0
  }

  mutating func grow() {
    arrived += 1
    guard arrived >= BatchLimit.growthInterval, events < most else { return }
    events = min(most, events * 2)
    arrived = 0
  }
}

/// The parts of a batch that a receiver would not have because of some event in it: halves of
/// halves, until those events are alone.
///
/// 1. A part is the undelivered events up to a position. The parts end one after another, so that
///    what is sent next is always the oldest, and what is erased meanwhile is missed nowhere.
/// 2. An event is set apart only after it was refused alone. With *b* bad events among *n* that
///    takes no more than 1 + 2*b*⌈log₂ *n*⌉ requests.
/// 3. A receiver that refuses whatever it gets is not asked on and on: after
///    ``patience`` refusals in a row each further one is followed by a back-off.
struct BatchDivision: Sendable {
  /// More than it takes to find one event among any number that a batch may have.
  static let patience = 32

  /// The last positions of the parts, the next one at the end.
  private var ends: [LogPosition] = []
  private var refusals = 0

  /// Where the next batch has to end; `nil` where nothing was refused.
  var end: LogPosition? { ends.last }

  /// Whether the last answer was a refusal.
  var isRefused: Bool { refusals > 0 }

  /// Nothing is left up to ``end``. Returns whether there is another part, or all the rest.
  mutating func endPart() -> Bool { ends.popLast() != nil }

  mutating func accept() { refusals = 0 }

  /// Notes that a batch was refused. Returns whether the next may be sent at once.
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

/// A receiver took too long.
struct DeliveryTimeout: Error, CustomStringConvertible {
  let duration: Duration

  var description: String { "no answer within \(duration)" }
}
#endif
