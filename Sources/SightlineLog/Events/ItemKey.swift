#if Log
internal import Foundation

/// A stable key of an item across launches: a number or text chosen by the app.
///
/// An `ItemIdentity` is only valid for its session, so logs store keys instead. `5` and `"5"` are
/// different keys.
public enum ItemKey: Hashable, Sendable {
  /// An integer, such as a row's primary key.
  case number(Int64)
  /// A string, such as a slug or a UUID.
  case text(String)

  /// Creates the key of an ID whose type means the same in the next launch: an integer that fits in
  /// `Int64`, a string, a UUID, an `ItemKey`, or an `AnyHashable` wrapping one of these. Returns
  /// `nil` for other types, whose keys the app must provide.
  public init?(id: some Hashable) {
    let id: any Hashable = (AnyHashable(id).base as? any Hashable) ?? id
    switch id {
    case let key as ItemKey: self = key
    case let number as any BinaryInteger:
      guard let number = Int64(exactly: number) else { return nil }
      self = .number(number)
    case let text as String: self = .text(text)
    case let uuid as UUID: self = .text(uuid.uuidString)
    default: return nil
    }
  }

  /// The engine's ID of the item if the app uses integers or strings as IDs; the number 5 equals
  /// the ID `5` of any integer type. For UUID IDs, convert the text back to a UUID.
  public var id: AnyHashable {
    switch self {
    case .number(let number): AnyHashable(number)
    case .text(let text): AnyHashable(text)
    }
  }
}

extension ItemKey: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Creates a numeric key.
  public init(integerLiteral value: Int64) { self = .number(value) }

  /// Creates a text key.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension ItemKey: CustomStringConvertible {
  /// The number or text.
  public var description: String {
    switch self {
    case .number(let number): String(number)
    case .text(let text): text
    }
  }
}
#endif
