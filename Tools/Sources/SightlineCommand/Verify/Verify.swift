import ArgumentParser
import SightlineOracle
import SightlineTrace

/// `sightline verify`: compares recordings with the engine's results now.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare each event of recorded sessions with the replay's.",
    discussion: """
      A difference means that the engine's results have changed since the recording. A browser's \
      trace has no events of the engine; with --reference its passes are compared. The exit status \
      is 1 if anything differs. The last line for each trace is: NAME: E events, D differences
      """)

  /// The number of differences printed without `--verbose`.
  private static let shownDifferences = 5

  @OptionGroup var arguments: TraceArguments

  @Flag(help: "Print up to 1,000 differences of each trace, not only the first 5.")
  var verbose = false

  @Flag(help: "Also compare each pass with the reference path. Slow.")
  var reference = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    try Failure.reporting { output in
      var isEqual = true
      for trace in arguments.traces {
        let name = displayName(of: trace)
        let result = try TraceVerifier(
          try TraceReader(path: trace), reference: reference ? Oracle.counter() : nil
        ).run()
        isEqual = isEqual && result.differences == 0
        let shown = verbose ? result.examples : Array(result.examples.prefix(Self.shownDifferences))
        for difference in shown {
          if json {
            try output.json([
              "trace": name, "step": difference.step, "watch": difference.watch,
              "id": difference.node, "name": difference.name,
              "difference": difference.explanation,
            ])
          } else {
            try output.line("\(printable(name)): \(difference.text)")
          }
        }
        try print(result, name, &output)
      }
      if !isEqual { throw ExitCode(1) }
    }
  }

  private func print(_ result: TraceVerification, _ name: String, _ output: inout Output) throws {
    if json {
      return try output.json([
        "trace": name, "events": result.events, "passes": result.passes,
        "differences": result.differences, "skipped_lines": result.skippedLines,
      ])
    }
    let name = printable(name)
    if !result.isRecording && !reference {
      try output.line(
        "\(name): recorded by a browser, without events of the engine; --reference compares its "
          + "passes")
    }
    if result.skippedLines > 0 {
      try output.line("\(name): skipped \(result.skippedLines) lines of unknown kinds")
    }
    try output.line(
      "\(name): \(result.events) events, \(reference ? "\(result.passes) passes, " : "")"
        + "\(result.differences) differences")
  }
}

extension TraceVerification.Difference {
  /// One line with the place and both results.
  fileprivate var text: String {
    var place = "step \(step)"
    if let watch { place += ", watch \(watch)" }
    if let node { place += ", target \(node)" }
    if let name { place += " (\(printable(name)))" }
    return "\(place): \(explanation)"
  }
}
