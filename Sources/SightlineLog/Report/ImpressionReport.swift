#if Log
/// Who saw what, how often and for how long, under one policy.
public struct ImpressionReport: Hashable, Sendable {
  /// What a row is about.
  public enum Key: Hashable, Sendable {
    /// An item.
    case item(ItemKey)
    /// A screen; `nil` for events without one.
    case screen(String?)
    /// A session.
    case session(String)
    /// Days since 1970-01-01.
    case day(Int)
  }

  /// What was counted of a row, or of all.
  public struct Figures: Hashable, Sendable {
    /// How many impressions there were.
    public var impressions = 0
    /// How many sessions, or people (``ReportQuery/people``), had at least one of them.
    public var reach = 0
    /// How many exposures have ended.
    public var exposures = 0
    /// How many of the exposures brought an impression.
    public var exposuresWithImpression = 0
    /// All exposures together.
    public var timeInView = Duration.zero
    /// The middle of the lengths of the exposures: the smallest that half of them do not exceed.
    /// `nil` without exposures.
    public var median: Duration?
    /// The smallest length that 9 of 10 exposures do not exceed; `nil` without exposures.
    public var ninetiethPercentile: Duration?

    /// How many impressions each of those reached had on average; `nil` without any.
    public var frequency: Double? {
      reach == 0 ? nil : Double(impressions) / Double(reach)
    }

    /// The share of exposures that became impressions, from 0 to 1; `nil` without exposures.
    public var share: Double? {
      exposures == 0 ? nil : Double(exposuresWithImpression) / Double(exposures)
    }
  }

  /// What was counted of one item, screen, session or day.
  public struct Row: Hashable, Sendable {
    /// What it is about.
    public var key: Key
    /// What was counted.
    public var figures: Figures
  }

  /// A policy that has events, and how many.
  public struct Policy: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// How many events there are under it, of those that the filter chooses.
    public var events: Int
  }

  /// What a row is.
  public var grouping: ReportQuery.Grouping
  /// The policy that this is about; empty if there are no events.
  public var policy: String
  /// All policies that have events, the most events first.
  public var policies: [Policy]
  /// All rows. Days ascend; the others come in the order of their impressions, the most first, then
  /// of their time in view.
  public var rows: [Row]
  /// All rows together. A session that reached two rows is counted once.
  public var total: Figures
  /// When the first and the last of these events happened, in milliseconds since 1970; `nil` if
  /// there are none.
  public var span: ClosedRange<Int64>?
  /// What a chart shows; `nil` unless it was wanted, and without events.
  public var charts: ReportCharts?
}

/// How impressions and time in view are spread over time and over the items.
public struct ReportCharts: Hashable, Sendable {
  /// The length of a bucket of time.
  public enum Width: Hashable, Sendable {
    /// So many seconds of UTC.
    case seconds(Int)
    /// So many calendar days where the events happened.
    case days(Int)
  }

  /// Items that are neighbours in the list.
  public struct Band: Hashable, Sendable {
    /// The first of them.
    public var first: ItemKey
    /// The last of them.
    public var last: ItemKey
    /// The place of the first, from 0.
    public var start: Int
    /// How many they are.
    public var count: Int
    /// Their time in view in each bucket of time.
    public var timeInView: [Duration]
    /// Their impressions in each bucket of time.
    public var impressions: [Int]
  }

  /// The length of a bucket.
  public var width: Width
  /// Where the first bucket begins: seconds since 1970 in UTC, or a day since 1970-01-01.
  public var start: Int
  /// The impressions in each bucket, at most 60 of them.
  public var impressions: [Int]
  /// The time in view in each bucket; an exposure belongs to the one in which it ended.
  public var timeInView: [Duration]
  /// The list in at most 40 bands: which part of it was seen when.
  public var bands: [Band]
  /// Whether the list is in the order of its keys, which are all numbers then. Otherwise it is in
  /// the order in which the items first came up, which is about the order in which people meet
  /// them.
  public var isOrderedByKey: Bool
}
#endif
