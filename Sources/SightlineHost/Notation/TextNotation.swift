/// A value with a text, which is also its encoding, in a single value.
///
/// Rules and policies conform to it, so that a server can send them.
public protocol TextNotation: Codable {
  /// The text. ``init(parsing:)`` returns an equal value.
  var text: String { get }

  /// Creates a value from its text.
  ///
  /// - Throws: a ``PolicyTextError`` with the expected syntax.
  init(parsing text: String) throws(PolicyTextError)
}

extension TextNotation {
  /// Decodes a value from its text.
  ///
  /// - Throws: a `DecodingError` with the expected syntax.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "\(Self.self) is a text such as \"0.5\", not \(container.kindOfValue)")
    }
    do {
      self = try Self(parsing: text)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text.debugDescription): \(error)")
    }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension SingleValueDecodingContainer {
  /// The kind of the value, in JSON's terms.
  fileprivate var kindOfValue: String {
    if decodeNil() { return "null" }
    if (try? decode(Bool.self)) != nil { return "a Boolean" }
    return (try? decode(Double.self)) != nil ? "a number" : "an object or an array"
  }
}
