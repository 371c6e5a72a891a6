#if Log
internal import Foundation

/// An entry waiting to be written, with the state captured when it was recorded.
struct PendingEvent: Sendable {
  let id: EventID
  let milliseconds: Int64
  let session: LogSession
  let screen: String?
  let context: [String: LogValue]
  let entry: LogEntry
  /// The number of the exposure in the file's table of open ones, if it is there.
  var exposure: Int64?
}

/// A session and the one before it.
struct LogSession: Hashable, Sendable {
  var name: String
  var previous: String?
}

/// Waiting events, in chunks: no operation moves more than a chunk's events, and none is slow while
/// many wait.
struct PendingEvents: Sendable {
  static let chunk = 256

  private var chunks: [[PendingEvent]] = []
  private(set) var count = 0

  mutating func append(_ event: PendingEvent) {
    if chunks.last.map({ $0.count >= Self.chunk }) ?? true {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunk)
    }
    chunks[chunks.count - 1].append(event)
    count += 1
  }

  /// Removes up to `limit` events from the front, rounded down to whole chunks.
  mutating func take(_ limit: Int) -> [[PendingEvent]] {
    let taken = Array(chunks.prefix(max(1, limit / Self.chunk)))
    chunks.removeFirst(taken.count)
    count -= taken.reduce(0) { $0 + $1.count }
    return taken
  }

  mutating func putBack(_ batch: [[PendingEvent]]) {
    chunks.insert(contentsOf: batch, at: 0)
    count += batch.reduce(0) { $0 + $1.count }
  }
}

/// The bounded queue from recording threads to the writer. Its lock is never held longer than it
/// takes to move some arrays' references.
///
/// Events are numbered from 1 in order of arrival; `recorded` and `written` count them.
// Unchecked because the lock, and nothing else, guards the state.
final class EventQueue: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State

  struct State {
    var pending = PendingEvents()
    /// The number of events taken by the writer but not yet written.
    var inFlight = 0
    var recorded = 0
    var written = 0
    var refused = 0
    var refusedSinceReport = 0
    /// Whether a drain is scheduled and hasn't begun.
    var isScheduled = false
    /// Whether a drain is under way, which takes later events, too.
    var isDraining = false
    var isClosed = false
    var isInBackground = false
    private(set) var session: LogSession
    /// The latest session with an event, in the file or waiting.
    private var latestSession: String?
    /// An earlier session, while its last events are recorded.
    var ending: LogSession?
    var screen: String?
    var context: [String: LogValue] = [:]
    var generator = EventIDGenerator()
    var exposures = OpenExposures()
    /// Tasks waiting for something to deliver, by number.
    var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
    var waiterCount = 0
    /// How often rejected events were returned for delivery.
    var returned = 0

    /// Grows with everything to deliver.
    var deliverable: Int { recorded + returned }

    /// Notes that a drain is scheduled. Returns whether the caller has to schedule it.
    mutating func schedules() -> Bool {
      if isClosed || isScheduled || isDraining { return false }
      isScheduled = true
      return true
    }

    /// Wakes all waiters.
    func wakeWaiters() { for waiter in waiters.values { waiter.yield() } }

    init(session: String, after latest: String?) {
      self.session = LogSession(name: session, previous: latest == session ? nil : latest)
      latestSession = latest
    }

    /// Begins a session after the latest one that has an event.
    mutating func begin(_ session: String) {
      if session == self.session.name { return }
      self.session = LogSession(
        name: session, previous: latestSession == session ? nil : latestSession)
    }

    /// Forgets the names of earlier sessions that are not in the file.
    mutating func keepSessions(_ stored: Set<String>) {
      func kept(_ name: String?) -> String? {
        name.flatMap { stored.contains($0.stored) ? $0 : nil }
      }
      (session.previous, latestSession) = (kept(session.previous), kept(latestSession))
    }

    /// Returns an event with the current session, screen and context.
    mutating func event(
      _ entry: LogEntry, at milliseconds: Int64, exposure: Int64?
    ) -> PendingEvent {
      // An impression without dwell comes from the pass itself, in which the session begins.
      let isNew = entry.kind == .impression && entry.policy.policy.dwell == .zero
      let session = isNew ? session : ending ?? session
      if session == self.session { latestSession = session.name }
      return PendingEvent(
        id: generator.next(at: milliseconds),
        // Before 1970 a clock is wrong, and receivers may refuse the time.
        milliseconds: max(0, milliseconds - max(0, entry.age.milliseconds)),
        session: session,
        screen: entry.screen ?? screen, context: context, entry: entry, exposure: exposure)
    }
  }

  init(session: String, after latest: String? = nil) {
    state = State(session: session, after: latest)
  }

  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  /// Adds an event. `id` is `nil` if the event was refused; `schedules` is true if the caller has
  /// to schedule the writer.
  func add(
    _ entry: LogEntry, at milliseconds: Int64, capacity: Int, exposure: Int64? = nil
  ) -> (id: EventID?, schedules: Bool) {
    lock.lock()
    defer { lock.unlock() }
    // The writer reports a refusal, too.
    let schedules = state.schedules()
    if state.isClosed || state.pending.count + state.inFlight >= capacity {
      state.refused += 1
      state.refusedSinceReport += 1
      return (nil, schedules)
    }
    let event = state.event(entry, at: milliseconds, exposure: exposure)
    state.pending.append(event)
    state.recorded += 1
    state.wakeWaiters()
    return (event.id, schedules)
  }

  // MARK: Waiting

  /// Notes that rejected events have become deliverable again.
  func noteReturned() {
    withState {
      $0.returned += 1
      $0.wakeWaiters()
    }
  }

  /// Waits until `State.deliverable` exceeds a count, or the task is cancelled. Uses no timer.
  func more(than count: Int) async {
    let (wakes, waiter) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = withState { state in
      state.waiterCount += 1
      state.waiters[state.waiterCount] = waiter
      if state.deliverable > count { waiter.yield() }
      return state.waiterCount
    }
    for await _ in wakes { break }
    withState { $0.waiters[number] = nil }
  }

  /// Takes up to `limit` events in order. The previous batch must have been written or put back. If
  /// there are none, the drain is over.
  func take(_ limit: Int) -> [[PendingEvent]] {
    withState { state in
      precondition(state.inFlight == 0, "one batch is under way at a time")
      let waiting = state.pending.count
      let batch = state.pending.take(limit)
      state.inFlight = waiting - state.pending.count
      if batch.isEmpty { state.isDraining = false }
      return batch
    }
  }

  func didWrite() {
    withState {
      $0.written += $0.inFlight
      $0.inFlight = 0
    }
  }

  func putBack(_ batch: [[PendingEvent]]) {
    withState {
      $0.pending.putBack(batch)
      $0.inFlight = 0
    }
  }
}
#endif
