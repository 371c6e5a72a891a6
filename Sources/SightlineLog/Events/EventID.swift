#if Log
/// The ID of a logged event, unique across devices and launches. Receivers use it to recognise
/// repeated deliveries.
///
/// It has the layout of a version 7 UUID (RFC 9562): 48 bits of time, a 12-bit counter within the
/// millisecond, and 62 random bits. IDs of one log and process ascend even if the clock is set
/// back. The time in an ID is for sorting; for the time of the event, use ``LoggedEvent/time``.
public struct EventID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first 64 bits.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  /// Creates an ID from its bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The 16 bytes, in order.
  public var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
  }

  /// Creates an ID from 16 bytes, or returns `nil` for any other number of bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    func word(_ part: some Collection<UInt8>) -> UInt64 {
      part.reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(high: word(bytes.prefix(8)), low: word(bytes.dropFirst(8)))
  }

  /// The ID in UUID notation, in lower case.
  public var description: String {
    let hex = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    var text = ""
    for (index, digit) in hex.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  /// Returns whether `a` was created before `b` according to their embedded times.
  public static func < (a: EventID, b: EventID) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }
}

extension Sequence<UInt8> {
  /// The 64-bit FNV-1a hash (Fowler, Noll and Vo).
  var fnv1a: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// Generates ascending IDs.
struct EventIDGenerator: Sendable {
  /// The milliseconds of the last ID in the upper 52 bits, its counter in the lower 12.
  private var last: UInt64 = 0
  private var random = SystemRandomNumberGenerator()

  mutating func next(at milliseconds: Int64) -> EventID {
    // More than 4,096 IDs in a millisecond overflow into the next one. If the clock is set back,
    // counting continues from the last ID.
    last = max(last + 1, UInt64(clamping: milliseconds) << 12)
    let version: UInt64 = 7
    let variant: UInt64 = 0b10
    return EventID(
      high: (last >> 12) << 16 | version << 12 | last & 0xfff,
      low: variant << 62 | random.next() >> 2)
  }
}
#endif
