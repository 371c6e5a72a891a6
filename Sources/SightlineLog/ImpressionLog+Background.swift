#if Log
internal import Dispatch
internal import Foundation

extension ImpressionLog: BackgroundSuspending {
  /// Writes the waiting events and closes the file until ``resume()``, so that the process holds no
  /// lock on it: iOS kills a suspended app that locks a file shared with extensions (`0xDEAD10CC`).
  /// Events recorded in the meantime wait in memory.
  ///
  /// The log also suspends and resumes with GRDB's notifications
  /// (`Database.suspendNotification`), for apps that post them for their own databases.
  public func suspend() async { await suspend(onlyInBackground: false) }

  /// Suspends the log, optionally only if the app is still in the background. Returns whether it
  /// did.
  @discardableResult
  func suspend(onlyInBackground: Bool) async -> Bool {
    // Events that cannot be written wait.
    try? await flush()
    return writer.suspend(onlyInBackground: onlyInBackground)
  }

  /// Ends a suspension and writes the waiting events.
  public func resume() { writer.resume() }

  /// Suspends the log in the background time that the system grants to an app or extension.
  public nonisolated func enterBackground() {
    withBackgroundTime { await self.suspend(onlyInBackground: true) }
  }

  /// Resumes the log.
  public nonisolated func enterForeground() {
    writer.events.withState { $0.isInBackground = false }
    resume()
  }

  /// Runs work that suspends the log in the background time that the system grants.
  func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) {
    writer.events.withState { $0.isInBackground = true }
    #if os(iOS) || os(tvOS) || os(visionOS)
    ProcessInfo.processInfo.performExpiringActivity(withReason: "Sightline.ImpressionLog") {
      isExpired in
      if isExpired {
        self.writer.suspend(onlyInBackground: true)
        return
      }
      let isDone = DispatchSemaphore(value: 0)
      Task {
        await work()
        isDone.signal()
      }
      isDone.wait()
    }
    #else
    Task { await work() }
    #endif
  }
}

extension LogDelivery: BackgroundSuspending {
  /// The time for a last delivery in the background.
  private static let backgroundTime = Duration.seconds(5)

  /// Sends as much as possible in the background time that the system grants to an app or
  /// extension, then stops and suspends the log.
  public nonisolated func enterBackground() {
    log.withBackgroundTime { await self.pause() }
  }

  /// Resumes the log and starts.
  public nonisolated func enterForeground() {
    log.enterForeground()
    Task { await start() }
  }

  func pause() async {
    await stop(within: LogDelivery.backgroundTime)
    if await !log.suspend(onlyInBackground: true) { start() }
  }
}
#endif
