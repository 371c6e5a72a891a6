import SightlineCore

/// Replays a recording by Sightline and compares its events with the recorded ones, step by step
/// and in order. On request, also compares each pass with the reference path.
///
/// In a recording started in the middle of a session, an item that holds only by a rule's
/// hysteresis, or by edges seen earlier, is a difference until it has left.
///
/// A browser's trace has no engine events, so its passes can only be compared with the reference
/// path.
public struct TraceVerifier: ~Copyable {
  /// The maximum number of differences kept as examples.
  public static let maximumExamples = 1_000

  private var reader: TraceReader
  private var session: ReplaySession
  private var result = TraceVerification()
  private var reported: [TraceLine] = []
  private var step = 0

  /// Creates a verifier of a trace.
  ///
  /// - Parameters:
  ///   - reader: the trace.
  ///   - reference: counts the watches whose level after a pass differs from that of a reference
  ///     path, if passes are to be compared with one.
  public init(
    _ reader: consuming TraceReader, reference: ((VisibilityEngine) -> Int)? = nil
  ) {
    session = ReplaySession(file: reader.file, watching: .asRecorded)
    session.reference = reference
    self.reader = reader
  }

  /// Reads the trace to its end and returns the result.
  ///
  /// - Throws: a ``TraceError`` if the trace is malformed or contradicts itself.
  public consuming func run() throws(TraceError) -> TraceVerification {
    while let (number, line) = try reader.next() {
      try session.accept(line, number: number)
      switch line {
      case .observe: result.isRecording = false
      case .change, .impression, .exposure:
        guard reported.count < TraceLimits.reports else {
          let problem = Problem.tooMany("reports in one step", limit: TraceLimits.reports)
          throw TraceError(file: reader.file, line: number, problem: problem)
        }
        reported.append(line)
      case .step(let next):
        compare()
        step = next.step
      default: break
      }
    }
    try session.finish(reader)
    compare()
    result.passes = session.comparedPasses
    result.skippedLines = session.summary.skippedLines
    return result
  }

  /// Compares the events of a complete step.
  private mutating func compare() {
    if session.disagreements > 0 {
      result.note(
        TraceVerification.Difference(
          step: step,
          explanation:
            "the reference path differs in the level of \(session.disagreements) watches"))
    }
    let replayed =
      result.isRecording
      ? session.events.compactMap { event in event.line(step: step).map { (event, $0) } } : []
    for i in 0..<max(replayed.count, reported.count) {
      result.events += 1
      let mine = i < replayed.count ? replayed[i].1 : nil
      let theirs = i < reported.count ? reported[i] : nil
      if mine?.isSameReport(as: theirs) == true { continue }
      result.note(difference(i < replayed.count ? replayed[i].0 : nil, mine, theirs))
    }
    session.clearEvents()
    reported.removeAll(keepingCapacity: true)
  }

  private func difference(
    _ event: ReplayEvent?, _ mine: TraceLine?, _ theirs: TraceLine?
  ) -> TraceVerification.Difference {
    let watch = event?.watch ?? theirs?.reportedWatch
    let subject = event.map { ($0.node, $0.name) } ?? watch.flatMap { session.subject(ofWatch: $0) }
    // The watch identifies each side if the watches differ.
    let isSameWatch = mine == nil || theirs == nil || theirs?.reportedWatch == event?.watch
    func words(_ line: TraceLine?) -> String {
      guard let line else { return "nothing" }
      let other = isSameWatch ? "" : "watch \(line.reportedWatch ?? -1) "
      return other + line.reportWords
    }
    return TraceVerification.Difference(
      step: step, watch: watch, node: subject?.0, name: subject?.1,
      explanation: "the replay says \(words(mine)), the recording \(words(theirs))")
  }
}

extension ReplayEvent {
  /// Returns the event as a report in a recording, or `nil` if it isn't reported.
  func line(step: Int) -> TraceLine? {
    let watch = watch ?? -1
    return switch kind {
    case .change(let change): .change(TraceChange(change, of: watch, step: step))
    case .impression(let seen): .impression(TraceImpression(seen, of: watch, step: step))
    case .exposure(let event): .exposure(TraceExposure(event, of: watch, step: step))
    case .unwatched: nil
    }
  }
}

extension TraceLine {
  fileprivate var reportedWatch: Int? {
    switch self {
    case .change(let change): change.watch
    case .impression(let impression): impression.watch
    case .exposure(let exposure): exposure.watch
    default: nil
    }
  }

  private func reason(
    _ reason: InvisibilityReason?, _ edge: VisibilityExit.Edge?, _ cause: VisibilityExit.Cause?
  ) -> String {
    let exit = edge.map { " at the \($0)" } ?? ""
    return (reason.map { ", \($0)" } ?? "") + exit + (cause.map { " by a \($0)" } ?? "")
  }

  fileprivate var reportWords: String {
    switch self {
    case .change(let change):
      "\(change.isVisible ? "visible" : "invisible") (threshold \(change.threshold), fraction "
        + "\(change.fraction)\(reason(change.reason, change.edge, change.cause)))"
    case .impression(let impression):
      "seen (identity \(impression.identity.rawValue), time \(impression.time.nanoseconds) ns, "
        + "count \(impression.count))"
    case .exposure(let exposure):
      "exposure \(exposure.isVisible ? "began" : "ended") (identity \(exposure.identity.rawValue), "
        + "greatest fraction \(exposure.fraction ?? 0)\(reason(exposure.reason, exposure.edge, exposure.cause)))"
    default: ""
    }
  }

  /// Returns whether two reports agree, up to rounding of fractions.
  func isSameReport(as other: TraceLine?) -> Bool {
    switch (self, other) {
    case (.change(var mine), .change(let theirs)):
      guard abs(mine.fraction - theirs.fraction) <= VisibilityRule.tolerance else { return false }
      mine.fraction = theirs.fraction
      return mine == theirs
    case (.exposure(var mine), .exposure(let theirs)):
      if let a = mine.fraction, let b = theirs.fraction, abs(a - b) > VisibilityRule.tolerance {
        return false
      }
      mine.fraction = theirs.fraction
      return mine == theirs
    default: return self == other
    }
  }
}

/// The result of a verification.
public struct TraceVerification: Equatable, Sendable {
  /// A disagreement between the replay and the recording, or the reference path.
  public struct Difference: Equatable, Sendable {
    /// The step.
    public var step: Int
    /// The watch's number in the trace, if the difference concerns a watch.
    public var watch: Int?
    /// The target's node, if the difference concerns a watch.
    public var node: Int?
    /// The app's name for the item, if the trace has one.
    public var name: String?
    /// A description of both sides' results.
    public var explanation: String
  }

  /// Compared events: those recorded and those replayed.
  public var events = 0
  /// Passes compared with the reference path.
  public var passes = 0
  /// The number of differences.
  public var differences = 0
  /// The first differences, at most ``TraceVerifier/maximumExamples``.
  public var examples: [Difference] = []
  /// Whether the trace was recorded by Sightline. A browser's trace has no engine events to
  /// compare.
  public var isRecording = true
  /// Lines skipped because this version doesn't support their kind.
  public var skippedLines = 0

  mutating func note(_ difference: Difference) {
    differences += 1
    if examples.count < TraceVerifier.maximumExamples { examples.append(difference) }
  }
}
