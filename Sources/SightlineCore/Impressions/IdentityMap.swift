/// A map from a user's ids to numbers that stay the same as long as the map keeps them.
///
/// A host keeps one map per session (or longer), so that "once" outlives individual views. A
/// forgotten id gets a new number if it returns; numbers are never reused.
///
/// ```swift
/// var map = IdentityMap<String>()
/// let article = map.identity(of: "article-17")
/// map.id(of: article)  // "article-17"
/// ```
public struct IdentityMap<ID: Hashable> {
  @usableFromInline var identities: [ID: ItemIdentity] = [:]
  @usableFromInline var ids: [ItemIdentity: ID] = [:]
  @usableFromInline var nextNumber: UInt64 = 0

  /// Creates an empty map.
  @inlinable
  public init() {}

  /// The number of ids in the map.
  @inlinable
  public var count: Int { identities.count }

  /// Returns the number of an id, assigning one on the first call.
  @inlinable
  public mutating func identity(of id: ID) -> ItemIdentity {
    if let existing = identities[id] { return existing }
    let identity = ItemIdentity(nextNumber)
    nextNumber += 1
    identities[id] = identity
    ids[identity] = id
    return identity
  }

  /// Returns the number of an id, or `nil` if it has none.
  @inlinable
  public func knownIdentity(of id: ID) -> ItemIdentity? { identities[id] }

  /// Returns the id of a number, or `nil` if this map has not assigned it or has forgotten the id.
  @inlinable
  public func id(of identity: ItemIdentity) -> ID? { ids[identity] }

  /// Forgets an id. Forget its impressions too: they remain under its old number.
  public mutating func forget(_ id: ID) {
    if let identity = identities[id] { ids[identity] = nil }
    identities[id] = nil
  }

  /// Forgets the ids whose numbers satisfy a predicate.
  ///
  /// - Complexity: O(ids).
  @inlinable
  public mutating func forget(where isForgotten: (ItemIdentity) -> Bool) {
    for (id, identity) in identities where isForgotten(identity) {
      (identities[id], ids[identity]) = (nil, nil)
    }
  }
}

extension IdentityMap: Sendable where ID: Sendable {}
