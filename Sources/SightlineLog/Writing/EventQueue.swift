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
  /// The records that were forgotten right before it.
  var forgotten: Set<ForgottenRecords> = []
}

/// A session of a person, and the session before it on the device.
struct LogSession: Hashable, Sendable {
  var name: String
  var previous: String?
  var person: String?
}

/// The records to forget: a person's impressions of one item, or of all items.
struct ForgottenRecords: Hashable, Sendable {
  var person: String?
  var item: ItemKey?
}

/// Waiting events, in chunks: no operation moves more than a chunk's events, so none is slow while
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
/// takes to move a few array references.
///
/// Events are numbered from 1 in order of arrival; `recorded` and `written` count them.
// Unchecked because a lock guards the state.
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
    /// Whether a drain is running, which also takes later events.
    var isDraining = false
    var isClosed = false
    var isInBackground = false
    /// Whether the file has not been opened yet, because it could not be used.
    var isFileAwaited = false
    /// The policies whose records the windows have.
    var restoredPolicies: [ImpressionPolicy] = []
    private(set) var session: LogSession
    /// Whether the app has named the session.
    private var isNamed: Bool
    /// The latest session in the file, if it can continue for the same person.
    private var resumable: LogSession?
    /// The latest session with an event, in the file or waiting.
    private var latestSession: String?
    /// The records to forget before the next event.
    var forgotten: Set<ForgottenRecords> = []
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

    /// Whether the writer has nothing to do.
    var isIdle: Bool { pending.count == 0 && forgotten.isEmpty && !isFileAwaited }

    /// Grows with every event that becomes deliverable.
    var deliverable: Int { recorded + returned }

    /// Marks a drain as scheduled. Returns whether the caller has to schedule it.
    mutating func schedules() -> Bool {
      if isClosed || isScheduled || isDraining { return false }
      isScheduled = true
      return true
    }

    /// Wakes all waiters.
    func wakeWaiters() { for waiter in waiters.values { waiter.yield() } }

    init(session: String?) {
      isNamed = session != nil
      self.session = LogSession(name: session ?? LogSession.randomName)
    }

    /// Continues the latest session in the file, or follows it, before the first event.
    mutating func follow(_ latest: LogSession, isRecent: Bool) {
      if recorded > 0 { return }
      latestSession = latest.name
      resumable = isRecent && !isNamed ? latest : nil
      if let resumable, resumable.person == session.person {
        session = resumable
      } else if session.name != latest.name {
        session.previous = latest.name
      }
    }

    /// Begins a session of a person after the latest one with an event. Before the first event,
    /// another person continues their latest session, or gets the session named by the app.
    mutating func begin(_ name: String?, of person: String?) {
      var next = LogSession(name: name ?? LogSession.randomName, person: person)
      if recorded == 0, name == nil, person != session.person {
        if let resumable, resumable.person == person {
          session = resumable
          return
        }
        if isNamed { next.name = session.name }
      } else {
        (isNamed, resumable) = (name != nil, nil)
      }
      if next.name == session.name && person == session.person { return }
      if latestSession != next.name { next.previous = latestSession }
      session = next
    }

    /// Forgets the names of earlier sessions that are not in the file.
    mutating func keepSessions(_ stored: Set<String>) {
      func kept(_ name: String?) -> String? {
        name.flatMap { stored.contains($0.stored) ? $0 : nil }
      }
      (session.previous, latestSession) = (kept(session.previous), kept(latestSession))
      if kept(resumable?.name) == nil { resumable = nil }
    }

    /// Returns an event with the current session, screen and context.
    mutating func event(
      _ entry: LogEntry, at milliseconds: Int64, exposure: Int64?
    ) -> PendingEvent {
      // An impression without dwell belongs to the session that begins in the same pass, unless the
      // person changes: then the session begins after the pass.
      let isNew =
        entry.kind == .impression && entry.policy.policy.dwell == .zero
        && ending?.person == session.person
      let session = isNew ? session : ending ?? session
      if session == self.session { latestSession = session.name }
      return PendingEvent(
        id: generator.next(at: milliseconds),
        // A clock before 1970 is wrong, and receivers may refuse the time.
        milliseconds: max(0, milliseconds - max(0, entry.age.milliseconds)),
        session: session,
        screen: entry.screen ?? screen, context: context, entry: entry, exposure: exposure)
    }
  }

  init(session: String?) { state = State(session: session) }

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
    // The writer also reports refusals.
    let schedules = state.schedules()
    if state.isClosed || state.pending.count + state.inFlight >= capacity {
      state.refused += 1
      state.refusedSinceReport += 1
      return (nil, schedules)
    }
    var event = state.event(entry, at: milliseconds, exposure: exposure)
    swap(&event.forgotten, &state.forgotten)
    state.pending.append(event)
    state.recorded += 1
    state.wakeWaiters()
    return (event.id, schedules)
  }

  // MARK: Waiting

  /// Records that rejected events have become deliverable again.
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
      precondition(state.inFlight == 0, "a batch is still in flight")
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

  func takeForgotten() -> Set<ForgottenRecords> {
    withState { state in
      defer { state.forgotten = [] }
      return state.forgotten
    }
  }

  func putBack(_ batch: [[PendingEvent]], _ forgotten: Set<ForgottenRecords> = []) {
    withState {
      $0.forgotten.formUnion(forgotten)
      $0.pending.putBack(batch)
      $0.inFlight = 0
    }
  }
}

extension LogSession {
  static var randomName: String { UUID().uuidString.lowercased() }
}
#endif
