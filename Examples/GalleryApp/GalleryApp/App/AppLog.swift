import SightlineLog
import SwiftUI

/// The app's impression log. It outlives the app, and the counts of earlier launches continue.
enum AppLog {
  static let policy = LogPolicy.feed

  /// The log; `nil` if its file cannot be opened. The app works without it.
  static let shared: ImpressionLog? = {
    var configuration = LogConfiguration()
    // This app sends nothing. To send, start a `LogDelivery`, and suspend it instead of the log.
    configuration.isDelivered = false
    configuration.report = { report in print("impression log: \(report)") }
    do {
      let folder = try FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      return try ImpressionLog(
        at: folder.appendingPathComponent("impressions.sqlite"), configuration: configuration)
    } catch {
      print("impression log: \(error)")
      return nil
    }
  }()
}

extension View {
  /// Suspends the app's log in the background, follows the windows' sessions, and restores the
  /// counts of earlier launches.
  @MainActor @ViewBuilder
  func keepsLog() -> some View {
    if let log = AppLog.shared {
      suspends(log)
        .task {
          do {
            try await log.restore(under: [AppLog.policy.policy])
          } catch {
            print("impression log: \(error)")
          }
        }
    } else {
      self
    }
  }
}
