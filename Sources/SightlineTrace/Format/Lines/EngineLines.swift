import SightlineCore

/// A viewport of Sightline's engine was added, changed its margins, or was removed.
struct TraceView: TraceRecord {
  var step = 0
  /// The viewport's number. Reusable after removal.
  var view = 0
  /// Whether it was removed, which leaves the other values without meaning.
  var isRemoved = false
  /// The node whose clip (or frame) is the viewport. Never changes during the viewport's lifetime.
  var root = 0
  /// The margins added to the root's clip.
  var margins = ViewportMargins.zero
  /// The margins added to the clip of every scroller between target and root. They never change
  /// during the viewport's lifetime.
  var scrollMargins = ViewportMargins.zero

  static let format = LineFormat<TraceView>(
    "view",
    [
      .required("s", \.step, .count),
      .required("v", \.view, .id),
      .optional("rm", \.isRemoved, .bool, default: false),
      .required("root", \.root, .id, when: isPlaced),
      margins("margin", \.margins.points, isAlwaysWritten: true),
      margins("share", \.margins.fractions),
      margins("scrollMargin", \.scrollMargins.points),
      margins("scrollShare", \.scrollMargins.fractions),
    ])

  private static func margins(
    _ key: String, _ path: Field<TraceView>.Path<LayoutInsets>, isAlwaysWritten: Bool = false
  ) -> Field<TraceView> {
    .optional(key, path, .tuple(), default: .zero, isAlwaysWritten: isAlwaysWritten, when: isPlaced)
  }

  @Sendable private static func isPlaced(_ view: TraceView) -> Bool { !view.isRemoved }
}

/// A watch of Sightline's engine ended.
struct TraceUnwatch: TraceRecord {
  var step = 0
  var watch = 0

  static let format = LineFormat<TraceUnwatch>(
    "unwatch", [.required("s", \.step, .count), .required("w", \.watch, .id)])
}

/// One event of an app: it became active or inactive, a session, visit or day began, the person
/// changed, or its window moved to another screen or changed its reading direction.
struct TraceApp: TraceRecord {
  var step = 0
  var isActive: Bool?
  var beginsSession = false
  /// Whether a screen visit began.
  var beginsVisit = false
  /// The host's number of the calendar day that began.
  var day: Int?
  /// The policy that was replaced.
  var replaced: TracePolicies?
  /// The length of a device pixel, in points.
  var pixelLength: Double?
  var isRightToLeft: Bool?
  /// Whether this step only ends the exposures.
  var endsExposures = false
  /// Whether all impressions were forgotten.
  var forgetsAll = false

  static let format = LineFormat<TraceApp>(
    "app",
    [
      .required("s", \.step, .count),
      .optional("active", \.isActive, .bool),
      .optional("session", \.beginsSession, .occurrence, default: false),
      .optional("visit", \.beginsVisit, .occurrence, default: false),
      .optional("day", \.day, .integer(.min ... .max)),
      .optional("policy", \.replaced, .object),
      .optional("pixel", \.pixelLength, .positive),
      .optional("rtl", \.isRightToLeft, .bool),
      .optional("ends", \.endsExposures, .occurrence, default: false),
      .optional("forgets", \.forgetsAll, .occurrence, default: false),
    ], check: checkEvents)

  @Sendable private static func checkEvents(_ line: TraceApp) throws(Problem) {
    switch format.difference(TraceApp(step: line.step), line).rawValue.nonzeroBitCount {
    case 0: throw .missingKey("active", kind: "app")
    case 1: break
    default: throw .badValue(key: "app", reason: "only one event per line")
    }
  }
}

extension TraceApp {
  /// Creates the line of an edit, or `nil` for one of items, viewports and watches.
  init?(_ edit: VisibilityEngine.Edit, step: Int) {
    self.init(step: step)
    switch edit {
    case .foreground(let isForeground): isActive = isForeground
    case .pixelLength(let length): pixelLength = length
    case .readingDirection(let direction): isRightToLeft = direction == .rightToLeft
    case .beginSession: beginsSession = true
    case .beginScreenVisit: beginsVisit = true
    case .beginDay(let day): self.day = day
    case .replace(let policy, let successor): replaced = TracePolicies(policy, successor)
    case .endExposures: endsExposures = true
    case .forgetAllImpressions: forgetsAll = true
    case .scroll, .container, .cover, .frame, .appearance, .move, .remove, .margins,
      .removeViewport, .unwatch:
      return nil
    }
  }

  /// The edit of the line.
  var edit: VisibilityEngine.Edit? {
    if let isActive { return .foreground(isActive) }
    if let pixelLength { return .pixelLength(pixelLength) }
    if let isRightToLeft { return .readingDirection(isRightToLeft ? .rightToLeft : .leftToRight) }
    if let day { return .beginDay(day) }
    if let replaced { return .replace(replaced.policy, with: replaced.successor) }
    if beginsSession { return .beginSession }
    if beginsVisit { return .beginScreenVisit }
    if endsExposures { return .endExposures }
    return forgetsAll ? .forgetAllImpressions : nil
  }
}

/// A threshold crossing reported by the recording engine: a `VisibilityChange` of the core.
struct TraceChange: TraceRecord {
  /// The step whose pass reported it.
  var step = 0
  var watch = 0
  /// Whether the threshold was reached, rather than lost.
  var isVisible = false
  /// The index of the threshold, 0 for the lowest.
  var threshold = 0
  /// The visible fraction under the rule's measure.
  var fraction = 0.0
  /// The reason the threshold was lost.
  var reason: InvisibilityReason?
  /// The edge at which the target left, and the cause.
  var edge: VisibilityExit.Edge?
  var cause: VisibilityExit.Cause?

  static let format = LineFormat<TraceChange>(
    "ev",
    [
      .required("s", \.step, .count),
      .required("w", \.watch, .id),
      .required("on", \.isVisible, .bool),
      .optional(
        "thr", \.threshold, .integer(0...VisibilityRule.maximumThresholds - 1), default: 0,
        isAlwaysWritten: true),
      .required("f", \.fraction, .number),
      .optional("why", \.reason, reasonForm),
      .optional("edge", \.edge, edgeForm),
      .optional("by", \.cause, causeForm),
    ])

  fileprivate static let edgeForm = ValueForm.choice(
    VisibilityExit.Edge.allCases.map { ($0.notation, $0) })
  fileprivate static let causeForm = ValueForm.choice(
    VisibilityExit.Cause.allCases.map { ($0.notation, $0) })
  fileprivate static let reasonForm = ValueForm.choice(
    InvisibilityReason.allCases.map { ($0.notation.name, $0) })
}

/// An impression reported by the recording engine.
struct TraceImpression: TraceRecord {
  /// The step whose pass reported it.
  var step = 0
  var watch = 0
  var identity = ItemIdentity(0)
  /// The time at which the dwell was reached.
  var time = MonotonicTime.zero
  /// The number of impressions of the identity, including this one.
  var count = 1

  static let format = LineFormat<TraceImpression>(
    "imp",
    [
      .required("s", \.step, .count),
      .required("w", \.watch, .id),
      .required("id", \.identity.rawValue, .identity),
      .required("ns", \.time.nanoseconds, .nanoseconds),
      .required("n", \.count, .integer(1 ... .max)),
    ])
}

/// The beginning or the end of an exposure reported by the recording engine.
struct TraceExposure: TraceRecord {
  /// The step whose pass reported it.
  var step = 0
  var watch = 0
  var identity = ItemIdentity(0)
  /// Whether the exposure began, rather than ended.
  var isVisible = false
  /// The greatest visible fraction so far; `nil` for an exposure that began before the recording.
  var fraction: Double?
  var reason: InvisibilityReason?
  /// The edge at which the target left, and the cause.
  var edge: VisibilityExit.Edge?
  var cause: VisibilityExit.Cause?

  static let format = LineFormat<TraceExposure>(
    "exp",
    [
      .required("s", \.step, .count),
      .required("w", \.watch, .id),
      .required("id", \.identity.rawValue, .identity),
      .required("on", \.isVisible, .bool),
      .optional("f", \.fraction, .number),
      .optional("why", \.reason, TraceChange.reasonForm),
      .optional("edge", \.edge, TraceChange.edgeForm),
      .optional("by", \.cause, TraceChange.causeForm),
    ])
}

extension TraceChange {
  init(_ change: VisibilityChange, of watch: Int, step: Int) {
    self.init(
      step: step, watch: watch, isVisible: change.isVisible, threshold: change.threshold,
      fraction: change.fraction.isFinite ? change.fraction : 0, reason: change.reason,
      edge: change.exit?.edge, cause: change.exit?.cause)
  }
}

extension TraceImpression {
  init(_ impression: Impression, of watch: Int, step: Int) {
    self.init(
      step: step, watch: watch, identity: impression.identity, time: impression.time,
      count: impression.count)
  }
}

extension TraceExposure {
  /// - Parameter start: the time from which exposures are recorded.
  init(_ event: ExposureEvent, of watch: Int, step: Int, since start: MonotonicTime = .zero) {
    self.init(
      step: step, watch: watch, identity: event.identity, isVisible: event.isVisible,
      fraction: event.start < start ? nil : event.greatestFraction, reason: event.reason,
      edge: event.exit?.edge, cause: event.exit?.cause)
  }
}
