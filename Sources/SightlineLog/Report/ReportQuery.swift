#if Log
/// The grouping and events of a report.
public struct ReportQuery: Hashable, Sendable {
  /// The grouping of events into rows.
  public enum Grouping: String, Hashable, Sendable, CaseIterable {
    /// One row for each item.
    case item
    /// One row for each screen, and one for events without a screen.
    case screen
    /// One row for each session.
    case session
    /// One row for each person, and one for events without a person.
    case person
    /// One row for each local calendar day.
    case day
  }

  /// The grouping of the rows. The default is by item.
  public var grouping = Grouping.item
  /// The filter for events. The default matches all events.
  public var filter = LogFilter()
  /// The name of the reported policy. The default is the policy with the most events.
  ///
  /// A report covers a single policy: an item watched under two would count twice in the time in
  /// view.
  public var policy: String?
  /// Whether reach counts persons (``LoggedEvent/person``) instead of sessions. Events without a
  /// person don't count toward reach.
  public var countsPersons = false
  /// The attribute that identifies a person, to count reach in people in a log without persons.
  /// Events without the attribute, or with an empty text, don't count toward reach.
  public var people: String?
  /// Whether to compute ``ImpressionReport/charts``, which takes a second pass over the events.
  public var hasCharts = false

  /// Creates a query for all events by item.
  public init() {}
}
#endif
