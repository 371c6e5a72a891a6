/// When being visible counts as being seen, and how often.
///
/// ```swift
/// // Half of it for two seconds in a row, once a session, and not while it flies past.
/// let policy = ImpressionPolicy(
///   rule: .fraction(0.5), dwell: .seconds(2), repetition: .oncePerSession,
///   scrollSpeedLimit: 2_000)
/// let ad = ImpressionPolicy.mrcDisplay  // half of it for a second
/// ```
public struct ImpressionPolicy: Hashable, Sendable {
  /// When the target counts as visible.
  public let rule: VisibilityRule
  /// How long the rule must hold; never negative.
  public let dwell: Duration
  /// How the time is added up.
  public let accumulation: Accumulation
  /// What happens to the time when the app becomes inactive.
  public let inactivity: Inactivity
  /// How often one identity counts.
  public let repetition: ImpressionRepetition
  /// Nothing counts while the target is scrolled faster than this, in points a second; `nil` for no
  /// limit.
  public let scrollSpeedLimit: Double?

  /// How dwell time is added up.
  public enum Accumulation: UInt8, Hashable, Sendable {
    /// In one piece: leaving starts again from zero.
    case continuous
    /// Over all exposures of the identity.
    case cumulative
  }

  /// What happens to dwell time when the app becomes inactive.
  public enum Inactivity: UInt8, Hashable, Sendable {
    /// It is lost (the Media Rating Council's rule for ads).
    case drops
    /// It stands still and goes on afterwards, if the target is visible again at once.
    case pauses
  }

  /// Creates a policy.
  ///
  /// - Precondition: `dwell` and a cool-down are not negative, a daily limit is at least 1, and the
  ///   speed limit is a number above 0.
  public init(
    rule: VisibilityRule, dwell: Duration = .zero, accumulation: Accumulation = .continuous,
    inactivity: Inactivity = .drops, repetition: ImpressionRepetition = .once,
    scrollSpeedLimit: Double? = nil
  ) {
    precondition(
      dwell >= .zero,
      "an impression's dwell must not be negative, as \(dwell.components.seconds) s is")
    switch repetition {
    case .afterCoolDown(let duration):
      precondition(duration >= .zero, "a cool-down must not be negative")
    case .perDay(let limit):
      precondition(limit >= 1, "a daily limit must be at least 1, not \(limit)")
    default: break
    }
    if let scrollSpeedLimit {
      precondition(
        scrollSpeedLimit > 0, "a scroll speed limit must be above 0, not \(scrollSpeedLimit)")
    }
    self.rule = rule
    self.dwell = dwell
    self.accumulation = accumulation
    self.inactivity = inactivity
    self.repetition = repetition
    self.scrollSpeedLimit = scrollSpeedLimit
  }
}

extension ImpressionPolicy {
  /// The same policy with another repetition: `.feed.repeating(.afterLeaving)`.
  ///
  /// - Precondition: a cool-down is not negative, a daily limit is at least 1.
  public func repeating(_ repetition: ImpressionRepetition) -> ImpressionPolicy {
    ImpressionPolicy(
      rule: rule, dwell: dwell, accumulation: accumulation, inactivity: inactivity,
      repetition: repetition, scrollSpeedLimit: scrollSpeedLimit)
  }
}

/// How often one identity counts as seen.
///
/// An identity is the user's item, not a view: recycling a cell or creating a view anew changes
/// nothing about what has been counted.
public enum ImpressionRepetition: Hashable, Sendable {
  /// Once for as long as the ledger is kept, also across launches if the host keeps it.
  case once
  /// Once a session (see ``VisibilityEngine/beginSession()``).
  case oncePerSession
  /// Once a visit of the screen (see ``VisibilityEngine/beginScreenVisit()``).
  case oncePerScreenVisit
  /// Once an exposure: again after the target has left and come back.
  case afterLeaving
  /// Once an exposure, and not before this much time has passed since the last impression. A target
  /// that came back too early counts when the time is up, if it is still visible then.
  case afterCoolDown(Duration)
  /// Once an exposure, and at most this often on one calendar day
  /// (see ``VisibilityEngine/beginDay(_:)``).
  case perDay(Int)
}

extension ImpressionPolicy {
  /// A display ad: at least 50 % of the area for 1 continuous second (Media Rating Council).
  public static let mrcDisplay = ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(1))

  /// A large display ad (at least ``largeDisplayArea``): 30 % for 1 continuous second.
  public static let mrcLargeDisplay = ImpressionPolicy(rule: .fraction(0.3), dwell: .seconds(1))

  /// A video ad: at least 50 % of the area for 2 continuous seconds (Media Rating Council).
  public static let mrcVideo = ImpressionPolicy(rule: .fraction(0.5), dwell: .seconds(2))

  /// An item of a feed: at least 70 % of the area, at once.
  public static let feed = ImpressionPolicy(rule: .fraction(0.7))

  /// The area in square points from which a display ad is a large one: 970 × 250.
  public static let largeDisplayArea = 242_500.0

  /// The policy for a display ad of this size: ``mrcLargeDisplay`` or ``mrcDisplay``.
  public static func mrcDisplay(for size: LayoutSize) -> ImpressionPolicy {
    size.area >= largeDisplayArea ? mrcLargeDisplay : mrcDisplay
  }
}
