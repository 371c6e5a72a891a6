/// Plays a page's script for a viewer.
@MainActor
final class Player {
  private var task: Task<Void, Never>?

  var isPlaying: Bool { task != nil }

  /// - Parameter ended: called once, when the script has finished, failed or stopped.
  func play(
    _ page: any Page, on stage: Stage,
    ended: @escaping @MainActor (Result<Void, any Error>) -> Void
  ) {
    guard task == nil else { return }
    task = Task {
      var result = Result<Void, any Error>.success(())
      do {
        try await page.perform(stage)
      } catch {
        result = .failure(error)
      }
      // A stopped script fails in its own way, or finishes without effect.
      if Task.isCancelled { result = .failure(CancellationError()) }
      task = nil
      ended(result)
    }
  }

  /// Stops as soon as the script allows it; see ``Page/perform(_:)``.
  func stop() { task?.cancel() }
}
