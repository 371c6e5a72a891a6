/// Page loads that the test ends.
@MainActor
package final class PendingLoads {
  /// The end of a load.
  package struct End: CustomStringConvertible {
    /// The items the page brings, and whether there are more.
    package var count = 0
    package var hasMore = true
    package var isFailed = false

    package var isEmpty: Bool { !isFailed && hasMore && count == 0 }
    package var description: String {
      isFailed ? "failure" : "\(count) items loaded, more: \(hasMore)"
    }
  }

  private struct Failure: Error {}

  private var running: [Int: CheckedContinuation<Bool, any Error>] = [:]
  private var number = 0
  /// The number of ended loads whose tasks have not resumed.
  private var endingCount = 0

  package init() {}

  /// The number of loads in progress.
  package var count: Int { running.count }

  /// Waits for the test, or for its cancellation.
  package func load() async throws -> Bool {
    number += 1
    let number = number
    defer { endingCount -= 1 }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { running[number] = $0 }
    } onCancel: {
      Task { @MainActor in self.end(number, .failure(CancellationError())) }
    }
  }

  /// Ends the oldest load with a random result; returns `nil` if none is in progress.
  ///
  /// - Parameter add: adds a number of items to the list.
  package func end(_ random: inout SeededGenerator, adding add: (Int) -> Void) -> End? {
    guard let first = running.keys.min() else { return nil }
    if random.oneIn(4) {
      end(first, .failure(Failure()))
      return End(isFailed: true)
    }
    let end = End(count: random.index(6), hasMore: !random.oneIn(6))
    add(end.count)
    self.end(first, .success(end.hasMore))
    return end
  }

  /// Lets tasks start and finish. A resumed task returns to the main actor through another thread,
  /// at an unspecified time.
  package func settle() async {
    repeat {
      for _ in 0..<20 { await Task.yield() }
    } while endingCount > 0
  }

  private func end(_ number: Int, _ result: Result<Bool, any Error>) {
    guard let load = running.removeValue(forKey: number) else { return }
    endingCount += 1
    load.resume(with: result)
  }
}
