#if Log
internal import Foundation

/// The name of an item that is the same in every launch: a number or a text of the app's own.
///
/// An `ItemIdentity` is a number that lasts as long as its session. What is written down needs the
/// name behind it. `5` and `"5"` are two items.
public enum ItemKey: Hashable, Sendable {
  /// A number, such as a row's primary key.
  case number(Int64)
  /// A text, such as a slug or a UUID.
  case text(String)

  /// The key of an id, if it is of a type that means the same in the next launch: an integer that
  /// fits 64 bits with sign, a string, a UUID, or one of these in an `AnyHashable`; `nil`
  /// otherwise.
  ///
  /// For ids of other types the app names the key itself.
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

  /// The id that the engine knows the item by, where the app's ids are integers or strings: the
  /// number 5 is the id `5` of any type of integers. Of a UUID the app makes the UUID again.
  public var id: AnyHashable {
    switch self {
    case .number(let number): AnyHashable(number)
    case .text(let text): AnyHashable(text)
    }
  }
}

extension ItemKey: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// The key of a number.
  public init(integerLiteral value: Int64) { self = .number(value) }

  /// The key of a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension ItemKey: CustomStringConvertible {
  /// The number or the text.
  public var description: String {
    switch self {
    case .number(let number): String(number)
    case .text(let text): text
    }
  }
}
#endif
