import Foundation

/// How many random worlds of each kind the tests run.
package enum RandomWorlds {
  /// 30, or what the environment says: `SIGHTLINE_WORLDS=1000 swift test --filter FastPathTests`
  /// searches longer.
  package static let count =
    ProcessInfo.processInfo.environment["SIGHTLINE_WORLDS"].flatMap { Int($0) } ?? 30
}
