public import SightlineCore

/// The first line of a trace: what it is and who wrote it.
public struct TraceMeta: Equatable, Sendable {
  /// The version of the format that this module reads and writes.
  public static let currentVersion = 1

  /// The format's version.
  public var version: Int
  /// Who recorded: a browser's or an app's name and version.
  public var recorder: String?
  /// How it was recorded, in the recorder's own words.
  public var mode: String?
  /// The page or screen that was recorded.
  public var page: String?
  /// The size of the window's content, in points.
  public var viewport: LayoutSize?
  /// How many targets are watched at the start.
  public var targets: Int?
  /// The usual time between two steps, in milliseconds.
  public var stepMilliseconds: Double?
  /// The unit of all lengths, for people.
  public var unit: String?

  /// Creates the first line of a trace of the current version.
  public init(
    recorder: String? = nil, mode: String? = nil, page: String? = nil, viewport: LayoutSize? = nil,
    targets: Int? = nil, stepMilliseconds: Double? = nil, unit: String? = nil
  ) {
    version = TraceMeta.currentVersion
    self.recorder = recorder
    self.mode = mode
    self.page = page
    self.viewport = viewport
    self.targets = targets
    self.stepMilliseconds = stepMilliseconds
    self.unit = unit
  }
}
