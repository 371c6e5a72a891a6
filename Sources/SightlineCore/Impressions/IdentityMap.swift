/// Gives each of a user's ids its number, the same one for as long as the map lives.
///
/// A host keeps one map a session (or longer), so that "once" survives views that come and go.
public struct IdentityMap<ID: Hashable & Sendable>: Sendable {
  private var identities: [ID: ItemIdentity] = [:]
  private var ids: [ID] = []

  /// Creates an empty map.
  public init() {}

  /// The number of an id, which is given one at the first call.
  public mutating func identity(of id: ID) -> ItemIdentity {
    if let known = identities[id] { return known }
    let identity = ItemIdentity(UInt64(ids.count))
    identities[id] = identity
    ids.append(id)
    return identity
  }

  /// The id behind a number; `nil` if this map has not given it.
  public func id(of identity: ItemIdentity) -> ID? {
    identity.rawValue < UInt64(ids.count) ? ids[Int(identity.rawValue)] : nil
  }
}
