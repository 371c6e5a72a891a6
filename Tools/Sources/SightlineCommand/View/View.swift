import ArgumentParser
import Foundation
import SightlineHost
import SightlineTrace
import SightlineViewer

/// `sightline view`: makes a page that plays a session.
struct View: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a page that plays a recorded session in a browser.",
    discussion: """
      A single HTML file that needs no other file and no network. It includes the engine, so the \
      page can also count impressions under other policies.
      """)

  @Argument(help: ArgumentHelp("The trace: a file, or - for standard input."))
  var trace: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The page; - for standard output (default: next to the trace, with the extension html).",
      valueName: "file"))
  var output: String?

  @Flag(help: "Open the page in the browser.")
  var open = false

  @Option(help: ArgumentHelp("Write the session's bytes alone, for tests.", visibility: .hidden))
  var session: String?

  @Option(
    help: ArgumentHelp("As in replay.", visibility: .hidden),
    transform: { try VisibilityRule(parsing: $0) })
  var rule: VisibilityRule?

  @OptionGroup(visibility: .hidden) var policy: WatchingArguments

  func validate() throws {
    if open && output == "-" { throw ValidationError("only a file can be opened: give -o FILE") }
    for file in [output ?? defaultOutput, session ?? ""] where LogArguments.isOneFile(file, trace) {
      throw ValidationError("the page must not replace the trace: give another -o FILE")
    }
  }

  func run() async throws {
    if let session {
      try Failure.reporting(to: session) { output in
        for part in try makeSession().parts { try output.bytes(part) }
      }
      return
    }
    let file = output ?? defaultOutput
    try Failure.reporting { output in
      if let reason = SessionPage.missing { throw Failure.unavailable(reason) }
      // Before the page is opened, so an unreadable trace leaves an existing page unchanged.
      let session = try makeSession()
      let page = SessionPage(session)
      defer {
        if let cut = session.truncation { Failure.report("\(cut); the page ends before it") }
      }
      if file == "-" { return try page.write { try output.bytes($0) } }
      try Failure.reporting(to: file) { output in try page.write { try output.bytes($0) } }
      let attributes = try? FileManager.default.attributesOfItem(atPath: file)
      let size = attributes?[.size] as? Int ?? 0
      try output.line("\(printable(file)): \((size + 999) / 1000) KB")
    }
    guard open, let reason = await Browser.open(URL(fileURLWithPath: file)) else { return }
    throw Failure.unavailable("\(reason); open \(file) in one").reported
  }

  private func makeSession() throws -> ViewerSession {
    try ViewerSession(
      TraceReader(path: trace), named: displayName(of: trace),
      watching: policy.watching(rule: rule))
  }

  private var defaultOutput: String {
    if trace == "-" { return "session.html" }
    return URL(fileURLWithPath: trace).deletingPathExtension().appendingPathExtension("html")
      .relativePath
  }
}
