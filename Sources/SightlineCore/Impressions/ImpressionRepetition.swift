/// How often an identity counts as seen.
///
/// An identity is the user's item, not a view: recycling a cell or recreating a view does not
/// affect the count.
public enum ImpressionRepetition: Hashable, Sendable {
  /// Once in the lifetime of the ledger, including across launches if the host persists it.
  case once
  /// Once per session (see ``VisibilityEngine/Edit/beginSession``).
  case oncePerSession
  /// Once per screen visit (see ``VisibilityEngine/Edit/beginScreenVisit``).
  case oncePerScreenVisit
  /// Once per exposure: again after the target has left and returned.
  case afterLeaving
  /// Once per exposure, and only after this much time since the last impression. A target that
  /// returns earlier counts when the time is up, if it is still visible.
  case afterCoolDown(Duration)
  /// Once per exposure, and at most this often per calendar day (see
  /// ``VisibilityEngine/Edit/beginDay(_:)``).
  case perDay(Int)
}

extension ImpressionRepetition {
  /// The kind, and its number as a duration or a count.
  package var parts: (kind: Kind, duration: Duration, count: Int) {
    switch self {
    case .once: (.once, .zero, 1)
    case .oncePerSession: (.session, .zero, 1)
    case .oncePerScreenVisit: (.visit, .zero, 1)
    case .afterLeaving: (.leaving, .zero, 1)
    case .afterCoolDown(let duration): (.coolDown, duration, 1)
    case .perDay(let count): (.day, .zero, count)
    }
  }

  package init(_ kind: Kind, duration: Duration = .zero, count: Int = 1) {
    switch kind {
    case .once: self = .once
    case .session: self = .oncePerSession
    case .visit: self = .oncePerScreenVisit
    case .leaving: self = .afterLeaving
    case .coolDown: self = .afterCoolDown(duration)
    case .day: self = .perDay(count)
    }
  }

  /// Creates a repetition from its kind and its number in the kind's unit, or returns `nil` if the
  /// number is out of range. Ignores the number of a kind without a unit.
  package init?(_ kind: Kind, number: Int64) {
    if let unit = kind.notation.unit, !unit.range.contains(number) { return nil }
    self.init(kind, duration: .nanoseconds(number), count: Int(clamping: number))
  }

  /// The number in the kind's unit; 0 without a unit.
  package var number: Int64 {
    let (kind, duration, count) = parts
    switch kind.notation.unit {
    case nil: return 0
    case .duration: return duration.saturatedNanoseconds
    case .count: return Int64(count)
    }
  }
}
