#if Log
import Foundation

/// A clock that moves only when a test advances it. Some sleeps may return at once, advancing the
/// clock by their length.
final class VirtualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var duration: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var number = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var expected: [(Duration, CheckedContinuation<Void, Never>)] = []
    var passed: [Duration] = []
  }

  private let state = Locked(State())
  private let passes: @Sendable (Duration) -> Bool

  init(passing passes: @escaping @Sendable (Duration) -> Bool = { _ in false }) {
    self.passes = passes
  }

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// The number of tasks that sleep.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }
  /// The sleeps that returned at once.
  var passed: [Duration] { state.withLock { $0.passed } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(number, deadline, continuation)
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        if let sleeper = state.sleepers.removeValue(forKey: number) { return sleeper }
        state.cancelled.insert(number)
        return nil
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func enter(
    _ number: Int, _ deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let (result, expected) = state.withLock {
      state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
      if state.cancelled.remove(number) != nil { return (.failure(CancellationError()), []) }
      let duration = state.now.duration(to: deadline)
      if passes(duration) {
        state.passed.append(duration)
        state.now = max(state.now, deadline)
        return (.success(()), [])
      }
      state.sleepers[number] = Sleeper(
        deadline: deadline, duration: duration, continuation: continuation)
      let there = state.expected.filter { $0.0 == duration }.map(\.1)
      state.expected.removeAll { $0.0 == duration }
      return (nil, there)
    }
    if let result { continuation.resume(with: result) }
    for waiter in expected { waiter.resume() }
  }

  /// Waits until a task sleeps for a duration.
  func sleeper(of duration: Duration) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.values.contains(where: { $0.duration == duration }) { return true }
        state.expected.append((duration, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func advance(by duration: Duration) {
    let awake = state.withLock { state in
      let now = state.now.advanced(by: duration)
      state.now = now
      let awake = state.sleepers.filter { $0.value.deadline <= now }
      for key in awake.keys { state.sleepers[key] = nil }
      return awake.values.map(\.continuation)
    }
    for continuation in awake { continuation.resume() }
  }
}
#endif
