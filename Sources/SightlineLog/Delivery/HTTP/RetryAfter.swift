#if Log
internal import Foundation

/// Parses the `Retry-After` header of RFC 9110: seconds or a date.
enum RetryAfter {
  /// Returns the delay from now, or `nil` if the text is neither seconds nor a date.
  ///
  /// - Parameter now: the current wall-clock time, in milliseconds since 1970.
  static func read(_ text: String, now: Int64) -> Duration? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      // Clamp huge values, which effectively mean forever.
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

  /// The three date formats that recipients must accept: RFC 5322, RFC 850, and C's `asctime`.
  private static let formats = [
    "EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy",
  ]
}
#endif
