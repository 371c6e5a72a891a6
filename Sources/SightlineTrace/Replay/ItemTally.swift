import SightlineCore

/// Counts impressions by item and policy.
struct ItemTally {
  private struct Key: Hashable {
    var identity: ItemIdentity
    /// The index into `policies`.
    var policy: Int
  }

  /// The distinct policies. Apps have few, so items refer to them by index.
  private var policies: [ImpressionPolicy] = []
  private var policyPlaces: [ImpressionPolicy: Int] = [:]
  private var places: [Key: Int] = [:]
  private var counts: [Count] = []

  private struct Count {
    var key: Key
    var subject: WatchSubjects.Subject
    var name: String?
    var impressions = 0
  }

  mutating func watch(
    _ identity: ItemIdentity, _ policy: ImpressionPolicy, _ subject: WatchSubjects.Subject,
    name: String?
  ) -> Int {
    let number = policyPlaces[policy] ?? policies.count
    if number == policies.count {
      policies.append(policy)
      policyPlaces[policy] = number
    }
    let key = Key(identity: identity, policy: number)
    if let place = places[key] {
      counts[place].subject = subject
      if let name { counts[place].name = name }
      return place
    }
    places[key] = counts.count
    counts.append(Count(key: key, subject: subject, name: name))
    return counts.count - 1
  }

  mutating func countImpression(at place: Int) { counts[place].impressions += 1 }

  /// Returns the items in the order in which they were first watched.
  func items(in engine: borrowing VisibilityEngine) -> [ReplayItem] {
    let end = engine.timeOfLastPass ?? .zero
    return counts.map { count in
      let policy = policies[count.key.policy]
      return ReplayItem(
        identity: count.key.identity, policy: policy, node: count.subject.node,
        incarnation: count.subject.incarnation, standsForNode: count.subject.standsForNode,
        name: count.name, impressions: count.impressions,
        exposure: engine.exposure(of: count.key.identity, for: policy, at: end))
    }
  }
}
