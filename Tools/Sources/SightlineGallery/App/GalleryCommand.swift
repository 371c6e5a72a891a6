import ArgumentParser
import Foundation

@main
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sightline-gallery",
    abstract: "Demonstrates Sightline, with a page for each feature.",
    discussion: """
      Without options it opens an interactive window. With --script it operates pages as a \
      person does, prints their events and exits.

      The exit status is 64 for an unknown page, 69 without a display, 73 for a file or folder \
      that cannot be written, and 70 if a page's script failed.
      """)

  @Option(help: "The page to show first, or `all` for a script through all of them.")
  var page: String?

  @Option(
    help: """
      The script that operates the page: `demo`, `still` for a picture of the opened page, or \
      `none` for manual use.
      """)
  var script = Script.none

  @Option(help: ArgumentHelp("The folder for a script's pictures.", valueName: "folder"))
  var shots: String?

  @Option(
    help: ArgumentHelp("Record the window as a trace for `sightline replay`.", valueName: "file"))
  var record: String?

  @Option(help: ArgumentHelp("The folder for the Record button's recordings.", valueName: "folder"))
  var recordings = "out"

  @Option(help: ArgumentHelp("Also write the events as JSON lines.", valueName: "file"))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Keep the impression log in this file; by default it is deleted on exit.",
      valueName: "file"))
  var log: String?

  @Flag(help: "Print the cost of tracking after each page.")
  var stats = false

  @Flag(help: "Start with the code shown.")
  var code = false

  @Flag(help: "Start with dark colours.")
  var dark = false

  @Flag(help: "Start with high contrast.")
  var highContrast = false

  @Flag(help: "Start with right-to-left layout.")
  var rtl = false

  @Option(help: ArgumentHelp("The text scale, such as 1.5.", valueName: "factor"))
  var textScale = 1.0

  @Option(help: ArgumentHelp("The window's width.", valueName: "pixels"))
  var width = 1_180

  @Option(help: ArgumentHelp("The window's height.", valueName: "pixels"))
  var height = 820

  @Option(
    help: ArgumentHelp(
      "Write the positions of the window's parts to a file, for tests.", valueName: "file",
      visibility: .hidden))
  var places: String?

  @Flag(help: "List the pages.")
  var list = false

  enum Script: String, ExpressibleByArgument, CaseIterable {
    case none
    case demo
    case still
  }

  func validate() throws {
    guard (0.5...4).contains(textScale) else {
      throw ValidationError("--text-scale is a factor from 0.5 to 4")
    }
  }

  mutating func run() throws {
    let options = self
    // If the reader of the events leaves early, drop them and continue.
    signal(SIGPIPE, SIG_IGN)
    do {
      try MainActor.assumeIsolated { try Gallery(options).run() }
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("sightline-gallery: \(error)\n".utf8))
      throw ExitCode((error as? GalleryError)?.status ?? EX_SOFTWARE)
    }
  }
}
