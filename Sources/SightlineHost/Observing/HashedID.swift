/// An app's id with its hash. Hashing and comparing an `AnyHashable` takes hundreds of
/// instructions, and the tables of a list that scrolls fast look up a row's item ten times. An
/// object, because most lookups find the same one, and because copying it is cheap.
package class HashedID: Hashable {
  package let id: AnyHashable
  private let hash: Int

  package init(_ id: AnyHashable) {
    self.id = id
    hash = id.hashValue
  }

  package static func == (one: HashedID, other: HashedID) -> Bool {
    if one === other { return true }
    if one.hash != other.hash { return false }
    // NaN does not equal itself, and a table would not find it.
    return one.id == other.id || one.id != one.id && other.id != other.id
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The id of a row's item, for closures that take its type: casting an `AnyHashable` for each event
/// takes hundreds of instructions, too.
package final class TypedID<ID: Hashable>: HashedID {
  let value: ID

  package required init(_ value: ID) {
    self.value = value
    super.init(AnyHashable(value))
  }
}
