/// A stable key of an item across launches: a number or text chosen by the app.
///
/// An `ItemIdentity` is only valid for its session, so logs store keys instead. `5` and `"5"` are
/// different keys.
public enum ItemKey: Hashable, Sendable {
  /// An integer, such as a row's primary key.
  case number(Int64)
  /// A string, such as a slug or a UUID.
  case text(String)

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

/// A type whose values identify the same item in every launch: an integer, a string, an
/// ``ItemKey``, a `UUID` (with SightlineLog), or one of the app's own types.
public protocol ItemKeyConvertible: Hashable {
  /// The stable key of the item.
  var itemKey: ItemKey { get }
}

extension ItemKey: ItemKeyConvertible {
  /// The key itself.
  public var itemKey: ItemKey { self }
}

extension String: ItemKeyConvertible {
  /// The string as a key.
  public var itemKey: ItemKey { .text(self) }
}

extension ItemKeyConvertible where Self: FixedWidthInteger {
  /// The integer as a key; as text if it is out of range.
  public var itemKey: ItemKey { Int64(exactly: self).map(ItemKey.number) ?? .text("\(self)") }
}

extension Int: ItemKeyConvertible {}
extension Int64: ItemKeyConvertible {}
extension Int32: ItemKeyConvertible {}
extension UInt32: ItemKeyConvertible {}
