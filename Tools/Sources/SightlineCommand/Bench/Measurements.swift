import CAllocations
import SightlineCore

/// The result of a bench, in the units of its JSON keys.
struct BenchResult {
  var scenario: Scenario
  var targets: Int
  var step: Double
  var frames: Int
  // The figures of the engine, and the last ones those of the recipe and of the simple code.
  var medianNs: Double
  var p99Ns: Double
  var allocationsPerPass: Double
  var evaluatedPerPass: Double
  var bytesPerTarget: Double
  var buildMs: Double
  var recipeMedianNs: Double
  /// `nil` where the simple code can't tell what is visible.
  var simpleMedianNs: Double?

  var ratio: Double { medianNs > 0 ? recipeMedianNs / medianNs : 0 }
}

/// Runs a scenario with the engine and the recipe in one process.
struct BenchRun {
  private static let frame = Duration.nanoseconds(16_666_667)
  /// Passes before measuring, which size the buffers and warm the caches.
  private static let warmUp = 64
  /// An idle pass takes less time than reading the clock, so passes are measured in batches of this
  /// size.
  private static let batch = 1_000
  /// The recipe's approximate time limit, because it may be slow in scenarios where the engine
  /// isn't.
  private static let recipeBudgetNs: Int64 = 2_000_000_000

  let scenario: Scenario
  let targets: Int
  let frames: Int
  let step: Double

  func run() -> BenchResult {
    let heapBefore = sightline_heap_bytes()
    let start = sightline_nanoseconds()
    var workload = Workload(scenario, targets: targets)
    workload.engine.pass(at: .zero)
    let buildMs = Double(sightline_nanoseconds() - start) / 1e6
    // Exclude the bench's list of targets.
    let heap = sightline_heap_bytes() - heapBefore - Int64(workload.targets.capacity * 8)

    var now = MonotonicTime.zero
    for frame in 0..<BenchRun.warmUp {
      workload.advance(frame: frame, step: step)
      now = now + Self.frame
      workload.engine.pass(at: now)
    }
    let isIdle = step == 0 && scenario != .relayout
    let repeats = isIdle ? BenchRun.batch : 1
    var samples: [Double] = []
    samples.reserveCapacity(frames)
    var evaluated = 0
    let allocations = sightline_allocation_count()
    for frame in 0..<frames {
      let began = sightline_nanoseconds()
      workload.advance(frame: frame, step: step)
      for _ in 0..<repeats {
        now = now + Self.frame
        workload.engine.pass(at: now)
      }
      samples.append(Double(sightline_nanoseconds() - began) / Double(repeats))
      evaluated += isIdle ? 0 : workload.engine.evaluatedTargets
    }
    let allocated = sightline_allocation_count() - allocations
    samples.sort()
    return BenchResult(
      scenario: scenario, targets: workload.targets.count, step: step, frames: frames,
      medianNs: samples[samples.count / 2],
      p99Ns: samples[min(samples.count - 1, samples.count * 99 / 100)],
      allocationsPerPass: allocations < 0 ? -1 : Double(allocated) / Double(frames * repeats),
      evaluatedPerPass: Double(evaluated) / Double(frames),
      bytesPerTarget: heapBefore < 0 ? -1 : Double(heap) / Double(workload.targets.count),
      buildMs: buildMs, recipeMedianNs: measureRecipe(workload),
      simpleMedianNs: scenario == .list ? measureSimple(workload) : nil)
  }

  private func measureSimple(_ finished: Workload) -> Double {
    var (rows, scroll) = (SortedRows(finished), finished)
    var samples: [Double] = []
    for frame in 0..<frames {
      scroll.advance(frame: frame, step: step)
      let began = sightline_nanoseconds()
      rows.pass(contentOffset: scroll.contentOffset)
      samples.append(Double(sightline_nanoseconds() - began))
    }
    samples.sort()
    return samples[samples.count / 2]
  }

  private func measureRecipe(_ finished: Workload) -> Double {
    // Otherwise glibc returns the pages of large arrays to the system every frame, which slows the
    // recipe by up to four times and isn't its fault.
    sightline_keep_freed_blocks()
    var recipe = PreferenceRecipe(finished)
    var scroll = finished
    var samples: [Double] = []
    let end = sightline_nanoseconds() + BenchRun.recipeBudgetNs
    for frame in 0..<frames {
      if scenario != .relayout { scroll.advance(frame: frame, step: step) }
      let began = sightline_nanoseconds()
      if scenario == .relayout { recipe.relayout(spread: frame % 2 == 0 ? step : 0) }
      recipe.pass(contentOffset: scroll.contentOffset)
      samples.append(Double(sightline_nanoseconds() - began))
      if sightline_nanoseconds() > end && samples.count >= 3 { break }
    }
    samples.sort()
    return samples[samples.count / 2]
  }
}
