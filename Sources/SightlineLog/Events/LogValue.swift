#if Log
/// The value of an event's attribute.
public enum LogValue: Hashable, Sendable {
  /// A string.
  case text(String)
  /// An integer.
  case integer(Int64)
  /// A floating-point number. Non-finite values are written as strings, because JSON cannot
  /// represent them.
  case number(Double)
  /// A Boolean value.
  case flag(Bool)
}

extension LogValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Creates a string value.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates an integer value.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point value.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension LogValue: Codable {
  /// Decodes a JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Try the frequent types first, because each failed attempt throws.
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  /// Encodes a JSON value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    }
  }
}
#endif
