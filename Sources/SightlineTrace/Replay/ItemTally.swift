import SightlineCore

/// Counts impressions by item and policy.
struct ItemTally {
  private struct Key: Hashable {
    var identity: ItemIdentity
    var policy: UInt32
  }

  /// The distinct policies. Apps have few, so items refer to them by index.
  private var policies = DistinctValues<ImpressionPolicy>()
  private var keys = DistinctValues<Key>()
  /// By the number of their key.
  private var counts: [Count] = []

  private struct Count {
    var subject: WatchSubjects.Subject
    var impressions = 0
  }

  mutating func watch(
    _ identity: ItemIdentity, _ policy: ImpressionPolicy, _ subject: WatchSubjects.Subject
  ) -> Int {
    let key = Key(identity: identity, policy: policies.number(of: policy).number)
    let (number, isNew) = keys.number(of: key)
    let place = Int(number)
    if isNew { counts.append(Count(subject: subject)) }
    let name = subject.name ?? counts[place].subject.name
    counts[place].subject = subject
    counts[place].subject.name = name
    return place
  }

  mutating func countImpression(at place: Int) { counts[place].impressions += 1 }

  /// Returns the items in the order in which they were first watched.
  func items(in engine: VisibilityEngine) -> [ReplayItem] {
    let end = engine.timeOfLastPass ?? .zero
    return zip(keys.values, counts).map { key, count in
      let policy = policies.values[Int(key.policy)]
      return ReplayItem(
        identity: key.identity, policy: policy, node: count.subject.node,
        incarnation: count.subject.incarnation, standsForNode: count.subject.standsForNode,
        name: count.subject.name, impressions: count.impressions,
        exposure: engine.exposure(of: key.identity, for: policy, at: end))
    }
  }
}
