#if Log
public import Foundation

extension UUID: ItemKeyConvertible {
  /// The UUID's text as a key.
  public var itemKey: ItemKey { .text(uuidString) }
}
#endif
