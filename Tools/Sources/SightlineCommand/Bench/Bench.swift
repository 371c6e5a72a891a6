import ArgumentParser

extension Scenario: ExpressibleByArgument {}

/// `sightline bench`: what a pass costs, beside the preference-key recipe.
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure a pass of the engine beside the preference-key recipe.",
    discussion: """
      Times are of this machine and this run; compare the ratio. The recipe makes an array of every \
      target's id and rectangle in every frame, walks it and calls a closure for each.
      """)

  @Option(help: "How many targets; each scenario has its own default.")
  var targets: Int?

  @Option(help: "How many frames are measured.")
  var frames = 2_000

  @Option(help: "How far each frame scrolls, in points; 0 measures a pass without a change.")
  var step = 60.0

  @Option(help: "What is measured.")
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
    print(json ? result.json : result.table)
  }
}

extension BenchResult {
  /// One line, with the keys in this order.
  var json: String {
    """
    {"scenario":"\(scenario.rawValue)","targets":\(targets),"step":\(plain(step)),\
    "frames":\(frames),"engine":{"median_ns":\(plain(engine.medianNs)),\
    "p99_ns":\(plain(engine.p99Ns)),"allocations_per_pass":\(plain(engine.allocationsPerPass)),\
    "evaluated_per_pass":\(plain(engine.evaluatedPerPass)),\
    "bytes_per_target":\(plain(engine.bytesPerTarget)),"build_ms":\(plain(engine.buildMs))},\
    "recipe":{"median_ns":\(plain(recipeMedianNs))},"ratio":\(plain(ratio))}
    """
  }

  /// For people.
  var table: String {
    let rows = [
      ("targets", "\(targets)"),
      ("step", "\(plain(step)) pt a frame, \(frames) frames"),
      ("pass, median", "\(plain(engine.medianNs)) ns"),
      ("pass, 99th percentile", "\(plain(engine.p99Ns)) ns"),
      ("pass, a target", "\(plain(engine.medianNs / Double(targets))) ns"),
      ("allocations", counted(engine.allocationsPerPass, "a pass")),
      ("targets evaluated", "\(plain(engine.evaluatedPerPass)) a pass"),
      ("memory", counted(engine.bytesPerTarget, "bytes a target")),
      ("build", "\(plain(engine.buildMs)) ms"),
      ("recipe, median", "\(plain(recipeMedianNs)) ns"),
      ("recipe ÷ engine", "\(plain(ratio))"),
    ]
    var lines = ["\(scenario.rawValue)"]
    for (name, value) in rows {
      lines.append("  " + name + String(repeating: " ", count: 24 - name.count) + value)
    }
    return lines.joined(separator: "\n")
  }

  private func counted(_ value: Double, _ unit: String) -> String {
    value < 0 ? "not counted on this platform" : "\(plain(value)) \(unit)"
  }
}

/// A number with at most three decimals and no trailing zeros.
private func plain(_ value: Double) -> String {
  let rounded = (value * 1_000).rounded() / 1_000
  return rounded == rounded.rounded() && abs(rounded) < 1e15
    ? "\(Int64(rounded))" : "\(rounded)"
}
