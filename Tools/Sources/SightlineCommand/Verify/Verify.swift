import ArgumentParser
import SightlineTrace

/// `sightline verify`: compares a recording with its judge's reports.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare every state and entry of recorded sessions with the judge's.",
    discussion: """
      The judge is a browser's IntersectionObserver, or the engine of the app that recorded the \
      trace. The exit status is 1 if anything differs. Observers that track occlusion (v2) are left \
      out. The last line for each trace is: NAME: E entries, S states, D differences
      """)

  /// The number of differences printed without `--verbose`.
  private static let shownDifferences = 5

  @OptionGroup var arguments: TraceArguments

  @Flag(help: "Print up to 1,000 differences of each trace, not only the first 5.")
  var verbose = false

  @Flag(help: "Also compare each pass of an app's recording with the reference path. Slow.")
  var reference = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    try Failure.reporting("verify") { output in
      var isEqual = true
      for trace in arguments.traces {
        let name = displayName(of: trace)
        let result = try TraceVerifier(
          try TraceReader(path: trace), comparesReference: reference
        ).run()
        isEqual = isEqual && result.differences == 0
        let shown = verbose ? result.examples : Array(result.examples.prefix(Self.shownDifferences))
        for difference in shown {
          if json {
            try output.json(DifferenceRecord(difference, trace: name))
          } else {
            try output.line(
              "\(printable(name)): \(difference.text(isRecording: result.isRecording))")
          }
        }
        try print(result, name, &output)
      }
      if !isEqual { throw ExitCode(1) }
    }
  }

  private func print(
    _ result: TraceVerification, _ name: String, _ output: inout Output
  ) throws {
    if json {
      try output.json(VerificationRecord(result, trace: name))
      return
    }
    let name = printable(name)
    if result.skippedObservers > 0 {
      try output.line(
        "\(name): left out \(result.skippedObservers) observers (v2) with "
          + "\(result.skippedEntries) entries")
    }
    if result.skippedLines > 0 {
      try output.line("\(name): skipped \(result.skippedLines) lines of unknown kinds")
    }
    try output.line(
      "\(name): \(result.entries) entries, \(result.states) states, "
        + "\(result.differences) differences")
  }
}

extension TraceVerification.Difference {
  /// Returns one line with the place and both results.
  fileprivate func text(isRecording: Bool) -> String {
    var place = "step \(step)"
    if observer >= 0 { place += ", \(isRecording ? "watch" : "observer") \(observer)" }
    if node >= 0 { place += ", target \(node)" }
    if let name { place += " (\(printable(name)))" }
    return "\(place): \(explanation)"
  }
}

/// A difference, as printed by `--json`.
private struct DifferenceRecord: Encodable {
  var trace: String
  var step: Int
  var observer: Int
  var id: Int
  var name: String?
  var difference: String

  init(_ difference: TraceVerification.Difference, trace: String) {
    self.trace = trace
    step = difference.step
    observer = difference.observer
    id = difference.node
    name = difference.name
    self.difference = difference.explanation
  }
}

/// The last line of a trace with `--json`.
private struct VerificationRecord: Encodable {
  var trace: String
  var entries: Int
  var states: Int
  var differences: Int
  var skippedObservers: Int
  var skippedEntries: Int
  var skippedLines: Int

  init(_ result: TraceVerification, trace: String) {
    self.trace = trace
    entries = result.entries
    states = result.states
    differences = result.differences
    skippedObservers = result.skippedObservers
    skippedEntries = result.skippedEntries
    skippedLines = result.skippedLines
  }
}
