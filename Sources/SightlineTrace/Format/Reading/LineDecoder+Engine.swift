import SightlineCore

// The lines of Sightline's own engine.

extension LineDecoder {
  mutating func view() throws(Problem) -> TraceView {
    var (step, view, root): (Int?, Int?, Int?)
    var (points, fractions): (LayoutInsets?, LayoutInsets?)
    var (scrollPoints, scrollFractions): (LayoutInsets?, LayoutInsets?)
    var isRemoval: Bool?
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "v": try json.read(&view, key)
      case "root": try json.read(&root, key)
      case "margin": try json.read(&points, key)
      case "share": try json.read(&fractions, key)
      case "scrollMargin": try json.read(&scrollPoints, key)
      case "scrollShare": try json.read(&scrollFractions, key)
      case "rm": try json.read(&isRemoval, key)
      default: try json.skipValue()
      }
    }
    let action: TraceView.Action
    if isRemoval == true {
      action = .remove
    } else {
      action = .place(
        TraceView.Placement(
          root: try json.require(root, "root", "view"),
          margins: ViewportMargins(points: points ?? .zero, fractions: fractions ?? .zero),
          scrollMargins: ViewportMargins(
            points: scrollPoints ?? .zero, fractions: scrollFractions ?? .zero)))
    }
    return TraceView(
      step: try json.require(step, "s", "view"), view: try json.require(view, "v", "view"),
      action: action)
  }

  mutating func watch() throws(Problem) -> TraceWatch {
    var (step, watch, id, view): (Int?, Int?, Int?, Int?)
    var rule: VisibilityRule?
    var seen: Seen?
    var name: String?
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "w": try json.read(&watch, key)
      case "id": try json.read(&id, key)
      case "v": try json.read(&view, key)
      case "name": try json.read(&name, key)
      case "rule":
        if rule != nil { throw .duplicateKey("rule") }
        rule = try self.rule(key)
      case "see":
        if seen != nil { throw .duplicateKey("see") }
        seen = try self.seen(key)
      default: try json.skipValue()
      }
    }
    let found = try json.require(rule, "rule", "watch")
    return TraceWatch(
      step: try json.require(step, "s", "watch"), watch: try json.require(watch, "w", "watch"),
      id: try json.require(id, "id", "watch"), view: try json.require(view, "v", "watch"),
      purpose: seen.map { .impression($0.identity, $0.policy(found)) } ?? .visibility(found),
      name: name.map(TraceWatch.shortened))
  }

  private mutating func rule(_ key: JSONKey) throws(Problem) -> VisibilityRule {
    var measure: VisibilityRule.Measure?
    var thresholds: [Double]?
    var (hysteresis, opacity, area): (Double?, Double?, Double?)
    try json.beginObject(key)
    while let key = try json.nextKey() {
      switch key {
      case "of":
        if measure != nil { throw .duplicateKey("of") }
        measure = try json.choice(key, of: VisibilityRule.Measure.allCases, code: \.traceCode)
      case "thr": try json.read(&thresholds, key)
      case "hyst": try json.read(&hysteresis, key, in: 0...1)
      case "alpha": try json.read(&opacity, key, in: 0...1)
      case "area": try json.read(&area, key, in: 0...Double.greatestFiniteMagnitude)
      default: try json.skipValue()
      }
    }
    return VisibilityRule.thresholds(
      try json.require(thresholds, "thr", "rule"), of: measure ?? .item,
      hysteresis: hysteresis ?? 0
    ).minimumOpacity(opacity ?? VisibilityRule.defaultMinimumOpacity).minimumArea(area ?? 0)
  }

  /// An impression policy without its rule, which stands elsewhere on the line.
  private struct Seen {
    var identity: ItemIdentity
    var dwell: Duration
    var accumulation: ImpressionPolicy.Accumulation
    var inactivity: ImpressionPolicy.Inactivity
    var repetition: ImpressionRepetition
    var speed: Double?

    func policy(_ rule: VisibilityRule) -> ImpressionPolicy {
      ImpressionPolicy(
        rule: rule, dwell: dwell, accumulation: accumulation, inactivity: inactivity,
        repetition: repetition, scrollSpeedLimit: speed)
    }
  }

  private mutating func seen(_ key: JSONKey) throws(Problem) -> Seen {
    var identity: ItemIdentity?
    var (dwell, number): (Int64?, Int64?)
    var (sums, pauses): (Bool?, Bool?)
    var repetition: ImpressionRepetition?
    var speed: Double?
    try json.beginObject(key)
    while let key = try json.nextKey() {
      switch key {
      case "id": try self.identity(&identity, key)
      case "dwell": try json.read(&dwell, key, in: 0...Int64.max)
      case "sum": try json.read(&sums, key)
      case "pause": try json.read(&pauses, key)
      case "again":
        if repetition != nil { throw .duplicateKey("again") }
        repetition = try json.choice(key, of: Self.repetitions, code: \.traceCode)
      case "n": try json.read(&number, key, in: 0...Int64.max)
      case "speed":
        try json.read(&speed, key)
        if let speed, speed <= 0 {
          throw .outOfRange(key: "speed", expected: "a number above 0")
        }
      default: try json.skipValue()
      }
    }
    return Seen(
      identity: try json.require(identity, "id", "see"), dwell: .nanoseconds(dwell ?? 0),
      accumulation: sums == true ? .cumulative : .continuous,
      inactivity: pauses == true ? .pauses : .drops,
      repetition: try counted(repetition ?? .once, number), speed: speed)
  }

  /// One of each; the numbers are put in by ``counted(_:_:)``.
  private static let repetitions: [ImpressionRepetition] = [
    .once, .oncePerSession, .oncePerScreenVisit, .afterLeaving, .afterCoolDown(.zero), .perDay(1),
  ]

  private func counted(
    _ repetition: ImpressionRepetition, _ number: Int64?
  ) throws(Problem) -> ImpressionRepetition {
    switch repetition {
    case .afterCoolDown:
      return .afterCoolDown(.nanoseconds(try json.require(number, "n", "see")))
    case .perDay:
      let number = try json.require(number, "n", "see")
      guard let count = Int(exactly: number), TraceRange.count.contains(count), count > 0 else {
        throw .outOfRange(key: "n", expected: "a count of at least 1")
      }
      return .perDay(count)
    default: return repetition
    }
  }

  private mutating func identity(_ value: inout ItemIdentity?, _ key: JSONKey) throws(Problem) {
    if value != nil { throw .duplicateKey(key.text) }
    value = ItemIdentity(try json.integer(key, in: 0...UInt64.max))
  }

  mutating func unwatch() throws(Problem) -> TraceUnwatch {
    var (step, watch): (Int?, Int?)
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "w": try json.read(&watch, key)
      default: try json.skipValue()
      }
    }
    return TraceUnwatch(
      step: try json.require(step, "s", "unwatch"), watch: try json.require(watch, "w", "unwatch"))
  }

  mutating func app() throws(Problem) -> TraceApp {
    var step: Int?
    var event: TraceApp.Event?
    while let key = try json.nextKey() {
      let next: TraceApp.Event
      switch key {
      case "s":
        try json.read(&step, key, in: TraceRange.count)
        continue
      case "active": next = .active(try json.bool(key))
      case "session", "visit":
        guard try json.bool(key) else {
          throw .badValue(key: key.text, reason: "it begins or is not mentioned, so: true")
        }
        next = key == "session" ? .session : .visit
      case "day":
        next = .day(try json.integer(key, in: Int.min...Int.max))
      default:
        try json.skipValue()
        continue
      }
      if event != nil { throw .badValue(key: key.text, reason: "one event a line") }
      event = next
    }
    guard let event else { throw .missingKey("active", kind: "app") }
    return TraceApp(step: try json.require(step, "s", "app"), event: event)
  }

  mutating func change() throws(Problem) -> TraceChange {
    var (step, watch, threshold): (Int?, Int?, Int?)
    var isVisible: Bool?
    var fraction: Double?
    var reason: InvisibilityReason?
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "w": try json.read(&watch, key)
      case "on": try json.read(&isVisible, key)
      case "thr": try json.read(&threshold, key, in: 0...TraceRange.thresholds - 1)
      case "f": try json.read(&fraction, key)
      case "why":
        if reason != nil { throw .duplicateKey("why") }
        reason = try json.choice(key, of: InvisibilityReason.allCases, code: \.traceCode)
      default: try json.skipValue()
      }
    }
    return TraceChange(
      step: try json.require(step, "s", "ev"), watch: try json.require(watch, "w", "ev"),
      isVisible: try json.require(isVisible, "on", "ev"), threshold: threshold ?? 0,
      fraction: try json.require(fraction, "f", "ev"), reason: reason)
  }

  mutating func impression() throws(Problem) -> TraceImpression {
    var (step, watch, count): (Int?, Int?, Int?)
    var identity: ItemIdentity?
    var time: Int64?
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "w": try json.read(&watch, key)
      case "id": try self.identity(&identity, key)
      case "ns": try json.read(&time, key, in: Int64.min...Int64.max)
      case "n": try json.read(&count, key, in: 1...TraceRange.count.upperBound)
      default: try json.skipValue()
      }
    }
    return TraceImpression(
      step: try json.require(step, "s", "imp"), watch: try json.require(watch, "w", "imp"),
      identity: try json.require(identity, "id", "imp"),
      time: .init(nanoseconds: try json.require(time, "ns", "imp")),
      count: try json.require(count, "n", "imp"))
  }
}
