import ArgumentParser
import SightlineHost
import SightlineTrace

/// `sightline replay`: prints the events of a recorded session.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay recorded sessions and list visibility changes and impressions.",
    discussion: """
      A trace recorded by an app is replayed with its own rules, unless others are given. \
      Web page targets are watched for full visibility unless a rule is given. \
      docs/reference/command-line.md describes rules and policies.
      """)

  @OptionGroup var arguments: TraceArguments

  @Option(
    help: """
      Report crossings of this rule: full, fits, any, edges, or a fraction from 0 to 1; with \
      options, such as 0.5,area=400,opacity=0.8.
      """,
    transform: { try VisibilityRule(parsing: $0) })
  var rule: VisibilityRule?

  @OptionGroup var policy: WatchingArguments

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    let watching = policy.watching(rule: rule)
    try Failure.reporting { output in
      for trace in arguments.traces {
        let name = displayName(of: trace)
        let reader = try TraceReader(path: trace)
        var replayer = TraceReplayer(reader, watching: watching)
        while let events = try replayer.next() {
          for event in events {
            // Clocks start anywhere, for example at boot.
            let time = event.time - replayer.summary.start
            if json {
              try output.json(JSONRecord(event, at: time, trace: name))
            } else {
              try output.line(event.text(at: time))
            }
          }
        }
        if json {
          try output.json(JSONRecord(replayer.summary, trace: name))
        } else {
          try output.line("\(printable(name)): \(replayer.summary.text)")
        }
      }
    }
  }
}
