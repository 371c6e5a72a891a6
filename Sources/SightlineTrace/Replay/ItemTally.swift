import SightlineCore

/// Counts impressions by item and policy.
struct ItemTally {
  private struct Key: Hashable {
    var identity: ItemIdentity
    /// An index into `policies`.
    var policy: Int
  }

  /// Apps have few: an item refers to one.
  private var policies: [ImpressionPolicy] = []
  private var policyPlaces: [ImpressionPolicy: Int] = [:]
  private var places: [Key: Int] = [:]
  private var counts: [Count] = []

  private struct Count {
    var key: Key
    var node: Int
    var standsForNode: Bool
    var name: String?
    var impressions = 0
  }

  /// Takes a watch that begins, and returns the place of its item.
  mutating func watch(
    _ identity: ItemIdentity, _ policy: ImpressionPolicy, node: Int, standsForNode: Bool,
    name: String?
  ) -> Int {
    let number = policyPlaces[policy] ?? policies.count
    if number == policies.count {
      policies.append(policy)
      policyPlaces[policy] = number
    }
    let key = Key(identity: identity, policy: number)
    if let place = places[key] {
      counts[place].node = node
      if let name { counts[place].name = name }
      return place
    }
    places[key] = counts.count
    counts.append(Count(key: key, node: node, standsForNode: standsForNode, name: name))
    return counts.count - 1
  }

  mutating func countImpression(at place: Int) { counts[place].impressions += 1 }

  /// The items in the order in which they were first watched.
  func items(in engine: borrowing VisibilityEngine) -> [ReplayItem] {
    let end = engine.timeOfLastPass ?? .zero
    return counts.map { count in
      let policy = policies[count.key.policy]
      return ReplayItem(
        identity: count.key.identity, policy: policy, node: count.node,
        standsForNode: count.standsForNode, name: count.name, impressions: count.impressions,
        exposure: engine.exposure(of: count.key.identity, for: policy, at: end))
    }
  }
}
