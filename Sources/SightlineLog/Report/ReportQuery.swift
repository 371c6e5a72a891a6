#if Log
/// What a report is to be about.
public struct ReportQuery: Hashable, Sendable {
  /// What a row of the report is.
  public enum Grouping: String, Hashable, Sendable, CaseIterable {
    /// An item.
    case item
    /// A screen; events without one are a row of their own.
    case screen
    /// A session.
    case session
    /// A calendar day where the events happened.
    case day
  }

  /// What a row is; an item unless set.
  public var grouping = Grouping.item
  /// Which events; all unless set.
  public var filter = LogFilter()
  /// The name of the policy that the report is about; the one with the most events unless set.
  ///
  /// A report is about one policy: an item that is watched under two would be in view twice.
  public var policy: String?
  /// The attribute that names a person, for a reach in people. A log knows sessions only, and these
  /// are counted unless it is set. Events without it reach nobody.
  public var people: String?
  /// Whether ``ImpressionReport/charts`` is to be filled: it takes a second pass over the events.
  public var hasCharts = false

  /// A report of all events by item.
  public init() {}
}
#endif
