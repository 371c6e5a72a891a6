#if Log
public import Foundation

extension ItemKey {
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
}

extension UUID: ItemKeyConvertible {
  /// The UUID's text as a key.
  public var itemKey: ItemKey { .text(uuidString) }
}
#endif
