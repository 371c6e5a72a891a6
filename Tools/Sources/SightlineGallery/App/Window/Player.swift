/// Plays a page's script for a viewer.
@MainActor
final class Player {
  /// The way playing ended.
  enum Ending {
    /// The script finished or was stopped by its button. The page restarts.
    case done
    /// The viewer took over. The page stays as it is.
    case takenOver
    case failed(any Error)
  }

  private var task: Task<Void, Never>?
  private var isTakenOver = false

  var isPlaying: Bool { task != nil }

  /// - Parameter ended: called once, when playing has ended.
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
        // Ignore errors of a script after it was stopped.
        if !Task.isCancelled { ending = .failed(error) }
      }
      if isTakenOver { ending = .takenOver }
      task = nil
      ended(ending)
    }
  }

  /// Stops as soon as the script allows it; see ``Page/perform(_:)``.
  func stop(takingOver: Bool = false) {
    isTakenOver = takingOver
    task?.cancel()
  }
}
