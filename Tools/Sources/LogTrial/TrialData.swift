import Foundation
import SightlineLog

/// Runs a trial with a temporary folder.
func withTrialFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("log-trial-\(ProcessInfo.processInfo.processIdentifier)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// Returns impressions like a feed's: a few policies and screens, and recurring items.
///
/// - Parameter items: the number of different items; 0 for a new one in every event.
func feedEntries(_ count: Int, items: Int) -> [LogEntry] {
  var random = SeededGenerator(seed: 7)
  let policies = [LogPolicy.feed, .mrcDisplay, .mrcVideo]
  let screens = (0..<8).map { "screen-\($0)" }
  return (0..<count).map { index in
    let total = Int64.random(in: 0..<20_000_000_000, using: &random)
    return LogEntry(
      kind: .impression,
      item: .text(
        "article-\(items == 0 ? index : Int.random(in: 0..<items, using: &random))"),
      policy: policies[(index / 7) % policies.count],
      sinceFirstSeen: .nanoseconds(total + 1_000_000), total: .nanoseconds(total),
      longest: .nanoseconds(total / 2),
      greatestFraction: Double.random(in: 0.7...1, using: &random),
      count: 1, exposures: 1 + index % 4, screen: screens[(index / 20) % screens.count])
  }
}
