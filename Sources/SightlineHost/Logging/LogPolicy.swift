public import SightlineCore

/// An impression policy with its name in reports.
public struct LogPolicy: Hashable, Sendable {
  /// The name in reports, such as `feed`.
  public let name: String
  /// The policy. The log stores it in full, once.
  public let policy: ImpressionPolicy

  /// Creates a named policy.
  public init(_ name: String, _ policy: ImpressionPolicy) {
    self.name = name
    self.policy = policy
  }
}

extension LogPolicy {
  /// `ImpressionPolicy.feed`, named *feed*.
  public static let feed = LogPolicy("feed", .feed)
  /// `ImpressionPolicy.mrcDisplay`, named *mrc-display*.
  public static let mrcDisplay = LogPolicy("mrc-display", .mrcDisplay)
  /// `ImpressionPolicy.mrcLargeDisplay`, named *mrc-large-display*.
  public static let mrcLargeDisplay = LogPolicy("mrc-large-display", .mrcLargeDisplay)
  /// `ImpressionPolicy.mrcVideo`, named *mrc-video*.
  public static let mrcVideo = LogPolicy("mrc-video", .mrcVideo)
}
