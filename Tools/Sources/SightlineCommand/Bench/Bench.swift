import ArgumentParser

extension Scenario: ExpressibleByArgument {}

/// `sightline bench`: measures the cost of a pass against the preference-key recipe.
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare an engine pass with the preference-key recipe.",
    discussion: """
      Times depend on the machine and the run; compare the ratio. In every frame the recipe makes \
      an array of every target's id and rectangle, walks it and calls a closure for each. The \
      simple code searches the sorted rows of one list, and can do nothing else.
      """)

  @Option(help: "The number of targets; the default depends on the scenario.")
  var targets: Int?

  @Option(help: "The number of frames to measure.")
  var frames = 2_000

  @Option(help: "The scroll distance of each frame in points; 0 measures a pass without a change.")
  var step = 60.0

  @Option(help: "The scenario to measure.")
  var scenario = Scenario.list

  @Flag(help: "Print one line of JSON.")
  var json = false

  func validate() throws {
    if let targets, !(1...10_000_000).contains(targets) {
      throw ValidationError("--targets must be in 1...10,000,000")
    }
    guard (1...1_000_000).contains(frames) else {
      throw ValidationError("--frames must be in 1...1,000,000")
    }
    guard step.isFinite, abs(step) <= 1e6 else {
      throw ValidationError("--step must be a number of points, at most 1,000,000")
    }
  }

  func run() throws {
    let result = BenchRun(
      scenario: scenario, targets: targets ?? scenario.defaultTargets, frames: frames, step: step
    ).run()
    try Failure.reporting { try $0.line(json ? result.json : result.table) }
  }
}

extension BenchResult {
  /// The result as one line, with the keys in this order.
  var json: String {
    """
    {"scenario":"\(scenario.rawValue)","targets":\(targets),"step":\(plain(step)),\
    "frames":\(frames),"engine":{"median_ns":\(plain(medianNs)),\
    "p99_ns":\(plain(p99Ns)),"allocations_per_pass":\(plain(allocationsPerPass)),\
    "evaluated_per_pass":\(plain(evaluatedPerPass)),\
    "bytes_per_target":\(plain(bytesPerTarget)),"build_ms":\(plain(buildMs))},\
    "recipe":{"median_ns":\(plain(recipeMedianNs))},\
    "simple":{"median_ns":\(simpleMedianNs.map(plain) ?? "null")},"ratio":\(plain(ratio))}
    """
  }

  var table: String {
    let rows = [
      ("targets", "\(targets)"),
      ("step", "\(plain(step)) pt a frame, \(frames) frames"),
      ("pass, median", "\(plain(medianNs)) ns"),
      ("pass, 99th percentile", "\(plain(p99Ns)) ns"),
      ("pass, a target", "\(plain(medianNs / Double(targets))) ns"),
      ("allocations", counted(allocationsPerPass, "a pass")),
      ("targets evaluated", "\(plain(evaluatedPerPass)) a pass"),
      ("memory", counted(bytesPerTarget, "bytes a target")),
      ("build", "\(plain(buildMs)) ms"),
      ("recipe, median", "\(plain(recipeMedianNs)) ns"),
      ("simple code, median", simpleMedianNs.map { "\(plain($0)) ns" } ?? "can't"),
      ("recipe ÷ engine", "\(plain(ratio))"),
    ]
    let lines = rows.map { name, value in
      "  " + name + String(repeating: " ", count: 24 - name.count) + value
    }
    return ([scenario.rawValue] + lines).joined(separator: "\n")
  }

  private func counted(_ value: Double, _ unit: String) -> String {
    value < 0 ? "not counted on this platform" : "\(plain(value)) \(unit)"
  }
}

/// Formats a number with at most three decimals and no trailing zeros.
private func plain(_ value: Double) -> String {
  let rounded = (value * 1_000).rounded() / 1_000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
}
