import SightlineCore

/// Compares a replay with the recorded reports of the engine, step by step and in order.
struct RecordingVerifier {
  private var session: ReplaySession
  private var reported: [TraceLine] = []
  private var step = 0
  private var disagreements = 0

  init(file: String, comparesReference: Bool) {
    session = ReplaySession(file: file, watching: .asRecorded)
    session.comparesReference = comparesReference
  }

  mutating func accept(
    _ line: TraceLine, number: Int, _ result: inout TraceVerification
  ) throws(TraceError) {
    try session.accept(line, number: number)
    switch line {
    case .change, .impression: reported.append(line)
    case .step(let next):
      compare(&result)
      step = next.step
    default: break
    }
  }

  mutating func finish(lastLine: Int, _ result: inout TraceVerification) throws(TraceError) {
    try session.finish(lastLine: lastLine, skippedLines: 0)
    compare(&result)
  }

  private mutating func compare(_ result: inout TraceVerification) {
    let replayed = session.events.compactMap { event in
      event.line(step: step).map { (event: event, line: $0) }
    }
    if session.disagreements > disagreements {
      result.note(
        TraceVerification.Difference(
          step: step, observer: -1, node: -1, name: nil,
          explanation:
            "the reference path gives \(session.disagreements - disagreements) watches another level"
        ))
      disagreements = session.disagreements
    }
    for i in 0..<max(replayed.count, reported.count) {
      result.entries += 1
      let mine = i < replayed.count ? replayed[i].line : nil
      let theirs = i < reported.count ? reported[i] : nil
      if mine?.isSameReport(as: theirs) == true { continue }
      result.note(difference(i < replayed.count ? replayed[i].event : nil, mine, theirs))
    }
    session.clearEvents()
    reported.removeAll(keepingCapacity: true)
  }
}

extension RecordingVerifier {
  private func difference(
    _ event: ReplayEvent?, _ mine: TraceLine?, _ theirs: TraceLine?
  ) -> TraceVerification.Difference {
    let watch = event?.watch ?? theirs?.reportedWatch ?? -1
    let subject = event.map { ($0.node, $0.name) } ?? session.subject(ofWatch: watch)
    // The watch identifies each side if the watches differ.
    let isSameWatch = mine == nil || theirs == nil || theirs?.reportedWatch == event?.watch
    func words(_ line: TraceLine?) -> String {
      guard let line else { return "nothing" }
      let other = isSameWatch ? "" : "watch \(line.reportedWatch ?? -1) "
      return other + line.reportWords
    }
    return TraceVerification.Difference(
      step: step, observer: watch, node: subject?.0 ?? -1, name: subject?.1,
      explanation: "the replay says \(words(mine)), the recording \(words(theirs))")
  }
}

extension ReplayEvent {
  /// Returns the event as a report in a recording, or `nil` if it isn't reported.
  func line(step: Int) -> TraceLine? {
    switch kind {
    case .change(let change):
      .change(
        TraceChange(
          step: step, watch: watch ?? -1, isVisible: change.isVisible,
          threshold: change.threshold, fraction: change.fraction, reason: change.reason))
    case .impression(let impression):
      .impression(
        TraceImpression(
          step: step, watch: watch ?? -1, identity: impression.identity, time: impression.time,
          count: impression.count))
    case .unwatched: nil
    }
  }
}

extension TraceLine {
  /// The number of the watch in a report.
  fileprivate var reportedWatch: Int? {
    switch self {
    case .change(let change): change.watch
    case .impression(let impression): impression.watch
    default: nil
    }
  }

  /// A description of the report.
  fileprivate var reportWords: String {
    switch self {
    case .change(let change):
      "\(change.isVisible ? "visible" : "invisible") (threshold \(change.threshold), fraction "
        + "\(change.fraction)\(change.reason.map { ", \($0)" } ?? ""))"
    case .impression(let impression):
      "seen (identity \(impression.identity.rawValue), time \(impression.time.nanoseconds) ns, "
        + "count \(impression.count))"
    default: "\(kind)"
    }
  }

  /// Returns whether two reports agree, up to rounding of fractions.
  func isSameReport(as other: TraceLine?) -> Bool {
    guard case .change(var mine) = self, case .change(let theirs) = other else {
      return self == other
    }
    guard abs(mine.fraction - theirs.fraction) <= VisibilityRule.tolerance else { return false }
    mine.fraction = theirs.fraction
    return mine == theirs
  }
}
