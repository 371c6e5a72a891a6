/// Delays up to a limit, in nanoseconds, reproducible from the seed.
public struct Delays {
  private let limit: Int64
  private var state: UInt64

  public init(upTo limit: Int64, seed: UInt64) { (self.limit, state) = (limit, seed) }

  /// Returns the next delay, by SplitMix64.
  mutating func next() -> Int64 { next(upTo: limit) }

  /// Returns a number from 0 to a limit.
  mutating func next(upTo limit: Int64) -> Int64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var result = state
    result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int64((result ^ (result >> 31)) % UInt64(limit + 1))
  }
}
