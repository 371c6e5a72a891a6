#if Log
internal import Foundation

/// An entry that waits to be written, with all that had to be taken down at once.
struct PendingEvent: Sendable {
  let id: EventID
  let milliseconds: Int64
  let session: String
  let screen: String?
  let entry: LogEntry
}

/// Where the main actor leaves events and the writer fetches them: a bounded queue behind a lock
/// that nobody holds for longer than it takes to move an array.
///
/// Events are numbered from 1 in the order they come; `recorded` and `written` count them.
// Unchecked because the lock, and nothing else, guards the state.
final class HandOver: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State

  struct State {
    var pending: [PendingEvent] = []
    /// What the writer has taken and not yet written.
    var inFlight = 0
    var recorded = 0
    var written = 0
    var refused = 0
    var refusedSinceReport = 0
    /// Whether a drain has been scheduled and has not begun.
    var isScheduled = false
    var isClosed = false
    var session: String
    var screen: String?
    var generator = EventIDGenerator()
    /// Those who wait until there is something to deliver, by number; `nil` for one who has given
    /// up before it could wait.
    var waiters: [Int: CheckedContinuation<Void, Never>?] = [:]
    var waiterCount = 0
    /// How often events that were set apart are to be delivered after all.
    var returned = 0

    /// Grows with all there is to deliver.
    var deliverable: Int { recorded + returned }
  }

  init(session: String) { state = State(session: session) }

  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  /// Takes an event; `id` is `nil` if too many wait. `schedules` says that the writer has to be
  /// woken.
  func add(
    _ entry: LogEntry, at milliseconds: Int64, capacity: Int
  ) -> (id: EventID?, schedules: Bool) {
    lock.lock()
    defer { lock.unlock() }
    if state.isClosed || state.pending.count + state.inFlight >= capacity {
      state.refused += 1
      state.refusedSinceReport += 1
      // The refusal is reported by the writer.
      let schedules = !state.isScheduled && !state.isClosed
      state.isScheduled = state.isScheduled || schedules
      return (nil, schedules)
    }
    let id = state.generator.next(at: milliseconds)
    state.pending.append(
      PendingEvent(
        id: id, milliseconds: milliseconds - entry.age.milliseconds, session: state.session,
        screen: entry.screen ?? state.screen, entry: entry))
    state.recorded += 1
    let schedules = !state.isScheduled
    state.isScheduled = true
    if !state.waiters.isEmpty { wakeWaiters() }
    return (id, schedules)
  }

  // MARK: Waiting

  /// Notes that there is something to deliver which was not recorded now.
  func noteReturned() {
    lock.withLock {
      state.returned += 1
      wakeWaiters()
    }
  }

  /// Under the lock. Whoever is woken goes on elsewhere.
  private func wakeWaiters() {
    for waiter in state.waiters.values { waiter?.resume() }
    state.waiters = [:]
  }

  /// Waits until there is more to deliver than a count of it (`State.deliverable`), or its task is
  /// cancelled. No timer is involved.
  func more(than count: Int) async {
    let number = withState { state in
      state.waiterCount += 1
      return state.waiterCount
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = withState { state in
          if state.deliverable > count || state.waiters.removeValue(forKey: number) != nil {
            return true
          }
          state.waiters[number] = .some(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = withState { state -> CheckedContinuation<Void, Never>? in
        if let waiter = state.waiters.removeValue(forKey: number) { return waiter }
        state.waiters[number] = .some(nil)
        return nil
      }
      waiter?.resume()
    }
    // One who gave up after it was over.
    withState { if case .some(nil) = $0.waiters[number] { $0.waiters[number] = nil } }
  }

  /// Gives the writer up to so many, in order. What was taken before must be written or put back.
  func take(_ limit: Int) -> [PendingEvent] {
    withState { state in
      precondition(state.inFlight == 0, "one batch is under way at a time")
      var batch: [PendingEvent] = []
      if state.pending.count <= limit {
        swap(&batch, &state.pending)
      } else {
        batch = Array(state.pending[..<limit])
        state.pending.removeFirst(limit)
      }
      state.inFlight = batch.count
      return batch
    }
  }

  func didWrite() {
    withState {
      $0.written += $0.inFlight
      $0.inFlight = 0
    }
  }

  func putBack(_ batch: [PendingEvent]) {
    withState {
      $0.pending.insert(contentsOf: batch, at: 0)
      $0.inFlight = 0
    }
  }
}
#endif
