/// Gives each of a user's ids its number, the same one for as long as the map keeps it.
///
/// A host keeps one map a session (or longer), so that "once" survives views that come and go. An
/// id that is forgotten gets a new number if it comes again; a number never gets a new id.
///
/// ```swift
/// var map = IdentityMap<String>()
/// let article = map.identity(of: "article-17")
/// map.id(of: article)  // "article-17"
/// ```
public struct IdentityMap<ID: Hashable> {
  private var identities: [ID: ItemIdentity] = [:]
  private var ids: [ItemIdentity: ID] = [:]
  private var nextNumber: UInt64 = 0

  /// Creates an empty map.
  public init() {}

  /// How many ids it keeps.
  public var count: Int { identities.count }

  /// The number of an id, which is given one at the first call.
  public mutating func identity(of id: ID) -> ItemIdentity {
    if let known = identities[id] { return known }
    let identity = ItemIdentity(nextNumber)
    nextNumber += 1
    identities[id] = identity
    ids[identity] = id
    return identity
  }

  /// The number of an id if it has one.
  public func knownIdentity(of id: ID) -> ItemIdentity? { identities[id] }

  /// The id behind a number; `nil` if this map has not given it, or has forgotten the id.
  public func id(of identity: ItemIdentity) -> ID? { ids[identity] }

  /// Forgets an id. Forget its impressions too: they stay with the number that it had.
  public mutating func forget(_ id: ID) {
    if let identity = identities.removeValue(forKey: id) { ids[identity] = nil }
  }

  /// Forgets the ids whose numbers a closure picks.
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
