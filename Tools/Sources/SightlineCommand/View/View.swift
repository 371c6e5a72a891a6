import ArgumentParser
import Foundation
import SightlineTrace

/// `sightline view`: a session to look at, as one page.
struct View: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a page of a recorded session that plays it in a browser.")

  @Argument(help: ArgumentHelp("A trace: a file, or - for the standard input."))
  var trace: String

  @Option(help: ArgumentHelp("Write the session's bytes alone, for tests.", visibility: .hidden))
  var session: String

  @Option(
    help: ArgumentHelp("As in replay.", visibility: .hidden), transform: { try RuleText(parsing: $0) })
  var rule: RuleText?

  @OptionGroup var policy: WatchingArguments

  func run() throws {
    let watching = policy.watching(rule: rule?.rule)
    try Failure.reporting("view", to: session) { output in
      let session = try ViewerSession(
        TraceReader(path: trace), named: displayName(of: trace), watching: watching)
      for part in session.parts { try output.bytes(part) }
    }
  }
}
