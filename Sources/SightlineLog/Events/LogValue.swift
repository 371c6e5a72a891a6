#if Log
/// The value of an attribute that the app gives an event.
public enum LogValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A number. What is not finite is written as a text: JSON has no word for it.
  case number(Double)
  /// Yes or no.
  case flag(Bool)
}

extension LogValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Yes or no.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension LogValue: Codable {
  /// Reads a JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Writes a JSON value.
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
