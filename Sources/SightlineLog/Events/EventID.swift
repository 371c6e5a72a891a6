#if Log
/// The name of a logged event, unique over devices and launches: what a receiver knows it by when
/// it comes a second time.
///
/// It has the layout of a UUID of version 7 (RFC 9562): 48 bits of time, 12 bits that count events
/// of one millisecond, 62 random bits. Ids of one log and process ascend, whatever the clock does.
/// The time in an id is for sorting; when an event happened is ``LoggedEvent/time``.
public struct EventID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first 64 bits.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  /// Creates an id from its bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The 16 bytes, first to last.
  public var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
  }

  /// Reads 16 bytes; `nil` if there are more or fewer.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    func word(_ part: some Collection<UInt8>) -> UInt64 {
      part.reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(high: word(bytes.prefix(8)), low: word(bytes.dropFirst(8)))
  }

  /// The id in the usual notation of UUIDs, in lower case.
  public var description: String {
    let hex = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    var text = ""
    for (index, digit) in hex.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  /// Whether `a` was made before `b`, as far as their times say.
  public static func < (a: EventID, b: EventID) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }
}

/// Makes ids that ascend.
struct EventIDGenerator: Sendable {
  /// The milliseconds of the last id in the upper 52 bits, its count in the lower 12.
  private var last: UInt64 = 0
  private var random = SystemRandomNumberGenerator()

  mutating func next(at milliseconds: Int64) -> EventID {
    // More than 4,096 in a millisecond borrow from the next one, and a clock that is set back goes
    // on counting where it was.
    last = max(last + 1, UInt64(clamping: milliseconds) << 12)
    let version: UInt64 = 7
    let variant: UInt64 = 0b10
    return EventID(
      high: (last >> 12) << 16 | version << 12 | last & 0xfff,
      low: variant << 62 | random.next() >> 2)
  }
}
#endif
