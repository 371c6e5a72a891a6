#if Log
/// The reach, frequency and time in view of impressions under one policy.
public struct ImpressionReport: Hashable, Sendable {
  /// The subject of a row.
  public enum Key: Hashable, Sendable {
    /// An item.
    case item(ItemKey)
    /// A screen; `nil` for events without one.
    case screen(String?)
    /// A session.
    case session(String)
    /// A person; `nil` for events without one.
    case person(String?)
    /// A day, in days since 1970-01-01.
    case day(Int)
  }

  /// The figures of a row, or of the total.
  public struct Figures: Hashable, Sendable {
    /// The number of impressions.
    public var impressions = 0
    /// The number of sessions, or people (``ReportQuery/countsPersons``, ``ReportQuery/people``),
    /// with at least one impression.
    public var reach = 0
    /// The number of exposures that ended.
    public var exposures = 0
    /// The number of exposures with an impression.
    public var exposuresWithImpression = 0
    /// The total length of all exposures.
    public var timeInView = Duration.zero
    /// The median exposure length: the smallest length that half of the exposures do not exceed.
    /// `nil` without exposures.
    public var median: Duration?
    /// The smallest length that 9 of 10 exposures do not exceed; `nil` without exposures.
    public var ninetiethPercentile: Duration?

    /// The average number of impressions per session or person reached; `nil` if there were none.
    public var frequency: Double? {
      reach == 0 ? nil : Double(impressions) / Double(reach)
    }

    /// The fraction of exposures with an impression, from 0 to 1; `nil` without exposures.
    public var share: Double? {
      exposures == 0 ? nil : Double(exposuresWithImpression) / Double(exposures)
    }
  }

  /// The figures of one item, screen, session, person or day.
  public struct Row: Hashable, Sendable {
    /// The subject of the row.
    public var key: Key
    /// The figures of the row.
    public var figures: Figures
  }

  /// A policy with events, and their number.
  public struct Policy: Hashable, Sendable {
    /// The policy's name.
    public var name: String
    /// The number of its events that match the filter.
    public var events: Int
  }

  /// The grouping of the rows.
  public var grouping: ReportQuery.Grouping
  /// The name of the reported policy; empty without events.
  public var policy: String
  /// All policies with events, by descending number of events.
  public var policies: [Policy]
  /// The rows. Days ascend; other rows are sorted by descending impressions, then by descending
  /// time in view.
  public var rows: [Row]
  /// The figures of all rows together. A session that reached two rows counts once.
  public var total: Figures
  /// The times of the first and last event, in milliseconds since 1970; `nil` without events.
  public var span: ClosedRange<Int64>?
  /// The chart data; `nil` if not requested, or without events.
  public var charts: ReportCharts?
}

/// The distribution of impressions and time in view over time and items.
public struct ReportCharts: Hashable, Sendable {
  /// The length of a time bucket.
  public enum Width: Hashable, Sendable {
    /// A number of seconds, aligned to UTC.
    case seconds(Int)
    /// A number of local calendar days.
    case days(Int)
  }

  /// A range of neighbouring items in the list.
  public struct Band: Hashable, Sendable {
    /// The first item.
    public var first: ItemKey
    /// The last item.
    public var last: ItemKey
    /// The index of the first item in the list.
    public var start: Int
    /// The number of items.
    public var count: Int
    /// The items' time in view in each bucket.
    public var timeInView: [Duration]
    /// The items' impressions in each bucket.
    public var impressions: [Int]
  }

  /// The length of a bucket.
  public var width: Width
  /// The start of the first bucket, in seconds since 1970 in UTC or in days since 1970-01-01.
  public var start: Int
  /// The impressions in each bucket. There are at most 60 buckets.
  public var impressions: [Int]
  /// The time in view in each bucket. An exposure counts in the bucket in which it ended.
  public var timeInView: [Duration]
  /// The list divided into at most 40 bands, showing which parts were seen when.
  public var bands: [Band]
  /// Whether the items are sorted by key, which requires all keys to be numbers. Otherwise items
  /// are in order of first appearance, which approximates the order in which people encounter them.
  public var isOrderedByKey: Bool
}
#endif
