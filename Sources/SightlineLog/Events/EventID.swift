#if Log
internal import Foundation

/// The ID of a logged event, unique across devices and launches. Receivers use it to detect
/// duplicates.
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
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
  }

  /// Creates an ID from 16 bytes, or returns `nil` for any other number of bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    let words = [bytes.prefix(8), bytes.dropFirst(8)].map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: words[0], low: words[1])
  }

  /// Parses an ID in the notation of ``description``, ignoring case.
  public init?(_ text: String) {
    guard let uuid = UUID(uuidString: text)?.uuid else { return nil }
    self.init(bytes: withUnsafeBytes(of: uuid) { Array($0) })
  }

  /// The ID in UUID notation, in lower case.
  public var description: String {
    let words = (high.bigEndian, low.bigEndian)
    return UUID(uuid: unsafeBitCast(words, to: uuid_t.self)).uuidString.lowercased()
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
