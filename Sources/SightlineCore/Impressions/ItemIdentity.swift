/// The identity of the user's item behind a view.
///
/// The layer above assigns each of its ids a number that stays the same for the ledger's lifetime.
@frozen
public struct ItemIdentity: Hashable, Sendable {
  /// The number of the user's item.
  public var rawValue: UInt64

  /// Creates an identity from the number of the user's item.
  @inlinable
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
