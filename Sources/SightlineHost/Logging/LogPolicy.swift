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
  /// Creates a policy from its text, such as one from a server, which is also its name.
  ///
  /// - Throws: a ``PolicyTextError`` with the expected syntax.
  public init(parsing text: String) throws(PolicyTextError) {
    self.init(text, try ImpressionPolicy(parsing: text))
  }

  /// `ImpressionPolicy.feed` under its name.
  public static let feed = LogPolicy(preset: .feed)
  /// `ImpressionPolicy.mrcDisplay` under its name.
  public static let mrcDisplay = LogPolicy(preset: .mrcDisplay)
  /// `ImpressionPolicy.mrcLargeDisplay` under its name.
  public static let mrcLargeDisplay = LogPolicy(preset: .mrcLargeDisplay)
  /// `ImpressionPolicy.mrcVideo` under its name.
  public static let mrcVideo = LogPolicy(preset: .mrcVideo)

  /// The text of a preset is its name.
  private init(preset: ImpressionPolicy) { self.init(preset.text, preset) }
}
