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
  // Inlined: code that does not know the type of the ids took four times as long.
  @usableFromInline var identities: [ID: ItemIdentity] = [:]
  @usableFromInline var ids: [ItemIdentity: ID] = [:]
  @usableFromInline var nextNumber: UInt64 = 0

  /// Creates an empty map.
  public init() {}

  /// The number of ids in the map.
  public var count: Int { identities.count }

  /// Returns the number of an id, assigning one on the first call.
  @inlinable
  public mutating func identity(of id: ID) -> ItemIdentity {
    // One search, also for a new id.
    func value(_ place: inout ItemIdentity) -> ItemIdentity { place }
    let identity = value(&identities[id, default: ItemIdentity(nextNumber)])
    if identity == ItemIdentity(nextNumber) {
      nextNumber += 1
      ids[identity] = id
    }
    return identity
  }

  /// Returns the number of an id, or `nil` if it has none.
  public func knownIdentity(of id: ID) -> ItemIdentity? { identities[id] }

  /// Returns the id of a number, or `nil` if this map has not assigned it or has forgotten the id.
  public func id(of identity: ItemIdentity) -> ID? { ids[identity] }

  /// Forgets an id. Forget its impressions too: they remain under its old number.
  public mutating func forget(_ id: ID) {
    if let identity = identities.removeValue(forKey: id) { ids[identity] = nil }
  }

  /// Forgets the ids whose numbers satisfy a predicate.
  ///
  /// - Complexity: O(ids).
  public mutating func forget(where isForgotten: (ItemIdentity) -> Bool) {
    let kept = identities.filter { !isForgotten($0.value) }
    if kept.count == identities.count { return }
    identities = kept
    ids = ids.filter { !isForgotten($0.key) }
  }
}

extension IdentityMap: Sendable where ID: Sendable {}
