import ArgumentParser
import SightlineTrace

/// `sightline replay`: what happened in a recorded session.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay recorded sessions: what became visible, and what was seen.",
    discussion: """
      A trace that an app recorded is replayed with its own rules, unless others are given here. \
      Targets of a web page are watched for complete visibility unless a rule is given. \
      docs/command-line.md describes rules and policies.
      """)

  @OptionGroup var arguments: TraceArguments

  @Option(
    help: """
      Report crossings of this rule: full, fits, any, edges, or a fraction from 0 to 1; with \
      options, such as 0.5,area=400,opacity=0.8.
      """,
    transform: { try RuleText(parsing: $0) })
  var rule: RuleText?

  @OptionGroup var policy: WatchingArguments

  @Flag(help: "Print a JSON object a line.")
  var json = false

  func run() throws {
    let watching = policy.watching(rule: rule?.rule)
    try Failure.reporting("replay") { output in
      for trace in arguments.traces {
        let name = displayName(of: trace)
        let reader = try TraceReader(path: trace)
        var replayer = TraceReplayer(reader, watching: watching)
        while let events = try replayer.next() {
          for event in events {
            // Clocks start anywhere, for instance when the machine did.
            let time = event.time - replayer.summary.start
            if json {
              try output.json(EventRecord(event, at: time, trace: name))
            } else {
              try output.line(event.text(at: time))
            }
          }
        }
        if json {
          try output.json(SummaryRecord(replayer.summary, trace: name))
        } else {
          try output.line("\(name): \(replayer.summary.text)")
        }
      }
    }
  }
}
