#if Log
internal import Foundation

/// The header `Retry-After` of RFC 9110: seconds, or a date.
enum RetryAfter {
  /// How long to wait from now on; `nil` for what is neither.
  ///
  /// - Parameter now: the present on the wall, in milliseconds since 1970.
  static func read(_ text: String, now: Int64) -> Duration? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      // More seconds than fit are as good as for ever.
      return .seconds(Int64(text).map { min($0, 1 << 32) } ?? 1 << 32)
    }
    for format in formats {
      let reader = DateFormatter()
      reader.locale = Locale(identifier: "en_US_POSIX")
      reader.timeZone = TimeZone(identifier: "GMT")
      reader.dateFormat = format
      if let date = reader.date(from: text) {
        return .milliseconds(max(0, date.milliseconds - now))
      }
    }
    return nil
  }

  /// The three that a recipient has to read: of RFC 5322, of RFC 850, and C's `asctime`.
  private static let formats = [
    "EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy",
  ]
}
#endif
