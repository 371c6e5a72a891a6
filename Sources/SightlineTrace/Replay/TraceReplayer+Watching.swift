public import SightlineCore

extension TraceReplayer {
  /// The watches of a replay: those recorded, or the same items under another policy.
  ///
  /// ```swift
  /// let stricter = TraceReplayer.Watching(policy: .mrcVideo)
  /// let underBars = TraceReplayer.Watching(policy: .feed, margins: .points(top: -88, bottom: -50))
  /// ```
  ///
  /// Another policy has the following effect on a trace recorded by Sightline in an app:
  /// - Each recorded impression watch is replaced by one under ``policy``, with the same target,
  ///   identity and viewport, from the beginning of the recorded watch to its end. Several watches
  ///   for one identity in one target are combined, in the viewport of the earliest one in force.
  /// - A target whose recorded watches are not for impressions gets a separate identity: 2^63 +
  ///   *node*, with the highest bit set, which no host uses for items. Numbers of removed nodes are
  ///   reused: the *n*th node after the first with a number has 2^63 + *n* · 2^32 + *node*.
  /// - With ``rule``, each target with any recorded watch gets one under that rule, in the viewport
  ///   of the earliest watch in force.
  /// - The watches in force are determined when the lines of a step are complete, before its pass.
  ///   A watch that ends and begins again within a step continues.
  /// - A step is one pass, as in the app. A dwell reached between two steps is reported with its
  ///   own time.
  ///
  /// In a browser's trace, targets are watched in the window while they are observed, with the node
  /// number as the identity. Passes also run at the engine's deadlines between steps.
  public struct Watching: Equatable, Sendable {
    /// The rule whose crossings are reported, or `nil` to report none.
    public var rule: VisibilityRule?
    /// The policy whose impressions are reported, or `nil` to report none.
    public var policy: ImpressionPolicy?
    /// If set, everything is watched in the window with these margins. If `nil`, the recorded
    /// viewports are used, or the bare window in a browser's trace.
    public var margins: ViewportMargins?
    /// Whether covers are ignored.
    public var ignoresCovers: Bool

    /// Creates a configuration of watches.
    ///
    /// Without a rule and policy, the recorded watches are kept, with these margins and covers.
    public init(
      rule: VisibilityRule? = nil, policy: ImpressionPolicy? = nil,
      margins: ViewportMargins? = nil, ignoresCovers: Bool = false
    ) {
      self.rule = rule
      self.policy = policy
      self.margins = margins
      self.ignoresCovers = ignoresCovers
    }

    /// The recorded watches, if any, and otherwise complete visibility.
    public static let asRecorded = Watching()

    /// Whether the recorded watches are replaced.
    var isOverride: Bool { rule != nil || policy != nil }
  }
}
