import ArgumentParser
import SightlineHost
import SightlineTrace

/// Options that override the recorded watches.
struct WatchingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Report impressions under this policy: feed (70 % at once), display (50 % for 1 s), large \
      (30 % for 1 s), video (50 % for 2 s), or a rule, each with options, such as \
      0.5,dwell=2s,repeat=session.
      """, valueName: "policy"),
    transform: { try ImpressionPolicy(parsing: $0) })
  var impressions: ImpressionPolicy?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Watch everything in the window with these margins in points; positive margins grow it.",
      valueName: "top,right,bottom,left"),
    transform: { try MarginsText(parsing: $0) })
  var margins: MarginsText?

  @Flag(help: "Ignore covers.")
  var ignoreCovers = false

  func watching(rule: VisibilityRule? = nil) -> TraceReplayer.Watching {
    TraceReplayer.Watching(
      rule: rule, policy: impressions, margins: margins?.margins,
      ignoresCovers: ignoreCovers)
  }
}

/// Margins in option syntax: `-44,0,0,0`, in CSS order.
struct MarginsText: CustomStringConvertible {
  let margins: ViewportMargins

  var description: String {
    let points = margins.points
    return [points.top, points.right, points.bottom, points.left]
      .map { Int(exactly: $0).map(String.init) ?? "\($0)" }.joined(separator: ",")
  }

  init(parsing text: String) throws {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    // No hexadecimal or named numbers.
    let numbers = parts.filter { $0.allSatisfy("0123456789.+-eE".contains) }
      .compactMap { Double($0) }.filter(\.isFinite)
    guard parts.count == 4, numbers.count == 4 else {
      throw ValidationError(
        "it must be four numbers of points, top,right,bottom,left, such as -44,0,0,0")
    }
    margins = .points(top: numbers[0], left: numbers[3], bottom: numbers[2], right: numbers[1])
  }
}
