import Foundation

/// The number of random worlds of each kind to test.
package enum RandomWorlds {
  /// 30, or the value in the environment: `SIGHTLINE_WORLDS=1000 swift test --filter FastPathTests`
  /// searches longer.
  package static let count =
    ProcessInfo.processInfo.environment["SIGHTLINE_WORLDS"].flatMap { Int($0) } ?? 30
}
