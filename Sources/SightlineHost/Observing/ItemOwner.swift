/// The owner of an item. The same id under another owner is a different item.
///
/// A host attaches an owner to a scroll view or a controller. Owners are compared by identity, and
/// their items keep them alive, so a freed owner is never confused with a new one at the same
/// address.
package final class ItemOwner: Hashable, Sendable {
  package init() {}

  package static func == (one: ItemOwner, other: ItemOwner) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
