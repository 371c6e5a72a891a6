public import SightlineCore

extension TraceReplayer {
  /// What a replay watches: what was recorded, or the same items under another policy.
  ///
  /// ```swift
  /// let stricter = TraceReplayer.Watching(policy: .mrcVideo)
  /// let underBars = TraceReplayer.Watching(policy: .feed, margins: .points(top: -88, bottom: -50))
  /// ```
  ///
  /// What another policy means for a trace that Sightline recorded in an app:
  /// - Each recorded watch for impressions is replaced by one under ``policy``: of the same target
  ///   and the same identity, in the same viewport, from when the recorded one begins until it
  ///   ends. Several for one identity in one target are one, in the viewport of the earliest of
  ///   them that is in force.
  /// - A target that has recorded watches, but none of them for impressions, has an identity of its
  ///   own: its node's number with the highest bit set, 2^63 + *node*, which no host gives an item.
  /// - With ``rule``, each target that has any recorded watch has one under that rule, in the
  ///   viewport of the earliest that is in force.
  /// - What is in force is decided when the lines of a step are complete, before its pass. A watch
  ///   that ends and begins anew within a step goes on.
  /// - A step is one pass, as in the app. What reaches its dwell between two steps has that time.
  ///
  /// In a browser's trace targets are watched while they are observed, in the window; a target's
  /// identity is its node's number. Passes also run at the engine's deadlines between steps.
  public struct Watching: Equatable, Sendable {
    /// The rule whose crossings are reported; `nil` for none.
    public var rule: VisibilityRule?
    /// The policy whose impressions are reported; `nil` for none.
    public var policy: ImpressionPolicy?
    /// With margins, everything is watched in the window with these; `nil` for the viewports as
    /// recorded, and for the bare window in a browser's trace.
    public var margins: ViewportMargins?
    /// Whether covers hide nothing.
    public var ignoresCovers: Bool

    /// Creates a choice of what to watch.
    ///
    /// Without rule and policy, the trace's own watches stay as they are, under these margins and
    /// covers.
    public init(
      rule: VisibilityRule? = nil, policy: ImpressionPolicy? = nil,
      margins: ViewportMargins? = nil, ignoresCovers: Bool = false
    ) {
      self.rule = rule
      self.policy = policy
      self.margins = margins
      self.ignoresCovers = ignoresCovers
    }

    /// The trace's own watches, if it has any, and otherwise complete visibility.
    public static let asRecorded = Watching()

    /// Whether the trace's own watches are replaced.
    var isOverride: Bool { rule != nil || policy != nil }
  }
}
