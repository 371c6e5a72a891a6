import SightlineCore
import SightlineTestSupport
import Testing

/// A component and a plain model of it.
protocol ModelWorld {
  init(seed: UInt64)
  /// Performs a random operation on both. Returns its description.
  mutating func act() -> String
  /// Returns the first difference between the two.
  mutating func difference() -> String?
}

extension ModelWorld {
  /// Compares a component with its model after each of several random operations.
  static func run(seed: UInt64, steps: Int) {
    var world = Self(seed: seed)
    for step in 0..<steps {
      let operation = world.act()
      guard let difference = world.difference() else { continue }
      Issue.record("seed \(seed), step \(step), \(operation): \(difference)")
      return
    }
  }
}

/// Returns the first of several named pairs that differ.
func firstDifference(_ values: [(String, AnyHashable?, AnyHashable?)]) -> String? {
  values.first { $0.1 != $0.2 }.map {
    "\($0.0) \(String(describing: $0.1)), not \(String(describing: $0.2))"
  }
}

extension SeededGenerator {
  /// Returns a time up to 1 s after another one, often the same and sometimes an earlier one. In
  /// every other world times are multiples of 10 ms.
  mutating func time(after now: MonotonicTime, isCoarse: Bool) -> MonotonicTime {
    if oneIn(3) { return now }
    let longest = oneIn(3) ? 1_000_000_000 : 100_000_000
    let wait = isCoarse ? index(longest / 10_000_000) * 10_000_000 : index(longest)
    return now + .nanoseconds(oneIn(15) ? -wait : wait)
  }
}
