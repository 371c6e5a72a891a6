/// SplitMix64: small, fast, and reproducible from a seed on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the generator of a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns `true` with a probability of one in `count`.
  public mutating func oneIn(_ count: Int) -> Bool { next(upperBound: UInt64(count)) == 0 }

  /// Returns a number in a range.
  public mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// Returns a number from 0 to below `count`.
  public mutating func index(_ count: Int) -> Int { Int(next(upperBound: UInt64(count))) }
}
