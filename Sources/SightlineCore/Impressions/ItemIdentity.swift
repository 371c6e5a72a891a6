/// Who is seen: the user's item behind a view.
///
/// The layer above gives each of its own ids a number, the same one for as long as the ledger
/// lives.
@frozen
public struct ItemIdentity: Hashable, Sendable {
  /// The number of the user's item.
  public var rawValue: UInt64

  /// Creates an identity from the number of the user's item.
  @inlinable
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
