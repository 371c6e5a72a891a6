import ArgumentParser
import CGTK
import Foundation

/// Shows what Sightline does, a page for each feature.
@main
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sightline-gallery",
    abstract: "Shows what Sightline does, a page for each feature.",
    discussion: """
      Without options it opens a window to look at. With --script it shows pages as a person would use \
      them, prints their events, and ends.

      It ends with the status 64 for a page that does not exist, 69 without a display, 73 for a file or \
      folder that cannot be written, 70 if a page's script found something wrong.
      """)

  @Option(help: "The page to show first, or `all` for a script through all of them.")
  var page: String?

  @Option(help: "Which script drives the page: `demo`, or `none` to use it by hand.")
  var script = Script.none

  @Option(help: ArgumentHelp("Where a script's pictures go.", valueName: "folder"))
  var shots: String?

  @Option(
    help: ArgumentHelp("Record the window as a trace for `sightline replay`.", valueName: "file"))
  var record: String?

  @Option(help: ArgumentHelp("Write the events as JSON lines, too.", valueName: "file"))
  var events: String?

  @Flag(help: "Print what tracking costs, after each page.")
  var stats = false

  @Flag(help: "Begin with the inspector on.")
  var inspector = false

  @Flag(help: "Begin with dark colours.")
  var dark = false

  @Flag(help: "List the pages.")
  var list = false

  enum Script: String, ExpressibleByArgument, CaseIterable {
    case none
    case demo
  }

  mutating func run() throws {
    let options = self
    // Whoever reads the events may leave early; then they are written nowhere, and that is all.
    signal(SIGPIPE, SIG_IGN)
    do {
      try MainActor.assumeIsolated { try Gallery(options).run() }
    } catch {
      FileHandle.standardError.write(Data("sightline-gallery: \(error)\n".utf8))
      throw ExitCode((error as? GalleryError)?.status ?? GalleryError.internalStatus)
    }
  }
}
