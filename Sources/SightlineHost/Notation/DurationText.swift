/// Parses a duration option, such as `2s`, `500ms`, `1.5m` or `12h`; prints exact seconds.
enum DurationText {
  static let expectation = "a duration such as 2s, 500ms, 1.5m or 12h"

  /// For each unit: the base as a power of ten in attoseconds, and the number of bases per unit.
  private static let units: [(name: String, digits: Int, factor: Int)] = [
    ("ns", 9, 1), ("us", 12, 1), ("ms", 15, 1), ("s", 18, 1), ("m", 18, 60), ("h", 18, 3_600),
    ("d", 18, 86_400),
  ]

  static func parse(_ text: some StringProtocol) -> Duration? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = units.first(where: { $0.name == text.dropFirst(number.count) }) else {
      return nil
    }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let number = Int64(parts[0]) else { return nil }
    // In bases. A fraction of a unit must not overflow, either.
    let (whole, overflows) = number.multipliedReportingOverflow(by: Int64(unit.factor))
    if overflows || parts.count == 2 && whole >= .max - Int64(unit.factor) { return nil }
    var result = Duration.zero
    if parts.count == 2 {
      guard (1...unit.digits).contains(parts[1].count), let fraction = Int64(parts[1]) else {
        return nil
      }
      result = attoseconds(fraction, digits: unit.digits - parts[1].count)
    }
    // A whole number of bases may exceed 64 bits in attoseconds.
    return result * unit.factor + .seconds(whole / power(18 - unit.digits))
      + attoseconds(whole % power(18 - unit.digits), digits: unit.digits)
  }

  static func print(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return "\(seconds)s" }
    var digits = String(attoseconds)
    digits = String(repeating: "0", count: 18 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(seconds).\(digits)s"
  }

  private static func attoseconds(_ number: Int64, digits: Int) -> Duration {
    Duration(secondsComponent: 0, attosecondsComponent: number * power(digits))
  }

  private static func power(_ digits: Int) -> Int64 {
    (0..<digits).reduce(1) { result, _ in result * 10 }
  }
}
