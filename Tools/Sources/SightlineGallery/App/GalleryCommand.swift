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

  @Option(
    help: """
      Which script drives the page: `demo`, `still` for a picture of it as it opens, or `none` to \
      use it by hand.
      """)
  var script = Script.none

  @Option(help: ArgumentHelp("Where a script's pictures go.", valueName: "folder"))
  var shots: String?

  @Option(
    help: ArgumentHelp("Record the window as a trace for `sightline replay`.", valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp("Where the recordings of the button Record go.", valueName: "folder"))
  var recordings = SessionRecording.usualFolder

  @Option(help: ArgumentHelp("Write the events as JSON lines, too.", valueName: "file"))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Keep the impression log in this file; without it, it goes with the gallery.",
      valueName: "file"))
  var log: String?

  @Flag(help: "Print what tracking costs, after each page.")
  var stats = false

  @Flag(help: "Begin with the inspector on.")
  var inspector = false

  @Flag(help: "Begin with the code shown.")
  var code = false

  @Flag(help: "Begin with dark colours.")
  var dark = false

  @Flag(help: "Begin with high contrast.")
  var highContrast = false

  @Flag(help: "Begin with everything from right to left.")
  var rtl = false

  @Option(help: ArgumentHelp("How large text is, such as 1.5.", valueName: "factor"))
  var textScale = 1.0

  @Option(help: ArgumentHelp("The window's width.", valueName: "pixels"))
  var width: Int?

  @Option(help: ArgumentHelp("The window's height.", valueName: "pixels"))
  var height: Int?

  @Option(
    help: ArgumentHelp(
      "Write where the window's parts are into a file, for tests.", valueName: "file",
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
    guard [width, height].allSatisfy({ ($0 ?? 1) > 0 }) else {
      throw ValidationError("--width and --height are numbers of pixels")
    }
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
