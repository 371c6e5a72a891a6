import ArgumentParser
import SightlineCore
import SightlineTrace

/// What counts, where it is asked otherwise than it was recorded.
struct WatchingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Report impressions under this policy: feed (70 % at once), display (50 % for 1 s), large \
      (30 % for 1 s), video (50 % for 2 s), or a rule, each with options, such as \
      0.5,dwell=2s,repeat=session.
      """, valueName: "policy"),
    transform: { try PolicyText(parsing: $0) })
  var impressions: PolicyText?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Watch everything in the window with these margins in points, positive to grow it.",
      valueName: "top,right,bottom,left"),
    transform: { try MarginsText(parsing: $0) })
  var margins: MarginsText?

  @Flag(help: "Let covers hide nothing.")
  var ignoreCovers = false

  /// What a replay watches.
  func watching(rule: VisibilityRule? = nil) -> TraceReplayer.Watching {
    TraceReplayer.Watching(
      rule: rule, policy: impressions?.policy, margins: margins?.margins,
      ignoresCovers: ignoreCovers)
  }
}

/// Margins as an option says them: `-44,0,0,0`, in the order of CSS.
struct MarginsText: CustomStringConvertible {
  let margins: ViewportMargins

  var description: String {
    let points = margins.points
    return [points.top, points.right, points.bottom, points.left].map(shortest)
      .joined(separator: ",")
  }

  init(parsing text: String) throws {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    let numbers = parts.compactMap { plainNumber($0, in: finite) }
    guard parts.count == 4, numbers.count == 4 else {
      throw ValidationError(
        "it must be four numbers of points, top,right,bottom,left, such as -44,0,0,0")
    }
    margins = .points(top: numbers[0], left: numbers[3], bottom: numbers[2], right: numbers[1])
  }
}
