/// Delays up to a limit, in nanoseconds, reproducible from the seed.
public struct Delays {
  private let limit: Int64
  private var state: UInt64

  public init(upTo limit: Int64, seed: UInt64) { (self.limit, state) = (limit, seed) }

  mutating func next() -> Int64 { next(upTo: limit) }

  /// Returns a number from 0 to a limit, by Knuth's linear congruential generator.
  mutating func next(upTo limit: Int64) -> Int64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int64((state >> 33) % UInt64(limit + 1))
  }
}
