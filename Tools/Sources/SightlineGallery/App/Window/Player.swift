/// Plays a page's script while somebody watches.
@MainActor
final class Player {
  /// How it came to an end.
  enum Ending {
    /// It was played to its end, or stopped by its button: the page begins anew.
    case done
    /// Somebody took over: the page stays as it is.
    case takenOver
    case failed(any Error)
  }

  private var task: Task<Void, Never>?
  private var isTakenOver = false

  var isPlaying: Bool { task != nil }

  /// - Parameter ended: called once, when nothing of the page's is played any more.
  func play(
    _ page: any Page, on stage: Stage, ended: @escaping @MainActor (Ending) -> Void
  ) {
    guard task == nil else { return }
    isTakenOver = false
    task = Task {
      var ending = Ending.done
      do {
        try await page.perform(stage)
      } catch {
        // What a script finds wrong after it was stopped is no news.
        if !Task.isCancelled { ending = .failed(error) }
      }
      if isTakenOver { ending = .takenOver }
      task = nil
      ended(ending)
    }
  }

  /// Stops as soon as the script lets go; see ``Page/perform(_:)``.
  func stop(takingOver: Bool = false) {
    isTakenOver = takingOver
    task?.cancel()
  }
}
