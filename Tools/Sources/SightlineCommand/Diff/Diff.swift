import ArgumentParser
import SightlineHost
import SightlineTrace

/// `sightline diff`: compares the items' impressions.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare the impressions of two recordings, or of one under two policies.",
    discussion: """
      Two recordings A and B are compared as recorded or under the given policy. One recording is \
      compared with itself under the --against options. The exit status is 1 if \
      any item's impressions or time in view differ.
      """)

  @Argument(
    help: ArgumentHelp(
      "One or two traces; one of two may be - for standard input.",
      valueName: "trace"))
  var traces: [String]

  @OptionGroup var watching: WatchingArguments

  @Option(
    help: ArgumentHelp(
      "B: the recording under this policy, as for --impressions.", valueName: "policy"),
    transform: { try ImpressionPolicy(parsing: $0) })
  var against: ImpressionPolicy?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("B: the window with these margins.", valueName: "top,right,bottom,left"),
    transform: { try MarginsText(parsing: $0) })
  var againstMargins: MarginsText?

  @Flag(help: "B: without covers.")
  var againstIgnoringCovers = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Option(
    help: "The maximum number of items, 0 for all; by default 20 in a table and all with --json.")
  var limit: Int?

  private static let limitForPeople = 20

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more") }
    let isAgainst = against != nil || againstMargins != nil || againstIgnoringCovers
    switch traces.count {
    case 1 where !isAgainst:
      throw ValidationError(
        "name a second recording, or a policy to compare this one under with --against")
    case 1 where traces[0] == "-":
      throw ValidationError(
        "standard input (-) can be read only once, but this takes two replays; name a file")
    case 1: break
    case 2 where isAgainst:
      throw ValidationError(
        "two recordings are compared under one policy: leave out --against, or name one recording")
    case 2 where traces == ["-", "-"]:
      throw ValidationError("standard input (-) can be read only once")
    case 2: break
    default: throw ValidationError("name one recording or two, not \(traces.count)")
    }
  }

  func run() throws {
    try Failure.reporting { output in
      var diff = ImpressionDiff(matchesByName: traces.count == 2)
      let (a, b) = (side(traces[0]), otherSide)
      try replay(traces[0], a, into: \.a, of: &diff)
      try replay(traces.count == 2 ? traces[1] : traces[0], b, into: \.b, of: &diff)
      let differences = diff.differences
      let text = DiffText(
        a: a, b: b, diff: diff, differences: differences,
        limit: limit ?? (json ? 0 : Diff.limitForPeople))
      if json {
        for record in text.records { try output.json(record) }
        try output.json(text.totalRecord)
      } else {
        for line in text.table { try output.line(line) }
      }
      if !differences.isEmpty { throw ExitCode(1) }
    }
  }

  private func side(_ trace: String) -> DiffText.Side {
    let isAmbiguous = traces.count == 2 && displayName(of: traces[0]) == displayName(of: traces[1])
    return DiffText.Side(trace: isAmbiguous ? trace : displayName(of: trace), watching: watching)
  }

  /// Side B. Anything not given for it is as in side A.
  private var otherSide: DiffText.Side {
    var side = side(traces.last ?? "")
    if let against { side.watching.impressions = against }
    if let againstMargins { side.watching.margins = againstMargins }
    if againstIgnoringCovers { side.watching.ignoreCovers = true }
    return side
  }

  private func replay(
    _ trace: String, _ side: DiffText.Side,
    into figures: WritableKeyPath<ImpressionDiff.Row, ImpressionDiff.Figures>,
    of diff: inout ImpressionDiff
  ) throws {
    var replayer = TraceReplayer(
      try TraceReader(path: trace), watching: side.watching.watching(), keepsItems: true)
    while let events = try replayer.next() { for event in events { diff.note(event) } }
    let items = replayer.items
    if items.isEmpty && side.policy == nil {
      throw Failure.badData(
        "\(trace): no impression watch is recorded; name a policy with --impressions, such "
          + "as --impressions mrcDisplay")
    }
    diff.add(items, to: figures)
  }
}
