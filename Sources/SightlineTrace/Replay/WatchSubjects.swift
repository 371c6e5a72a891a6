import SightlineCore

/// What the watches of a replay's engine are about, until their last events are out.
struct WatchSubjects {
  /// What a watch is about.
  struct Subject {
    /// The watch's number in the trace; `nil` for one that the replay added.
    var number: Int?
    var node: Int
    var name: String?
    /// Whom an impression watch waits for.
    var identity: ItemIdentity?
    /// Whether the identity is the node's own.
    var standsForNode = false
    /// The place of its item in the tally, if there is one.
    var item: Int?
    /// Whether it goes with the next pass.
    var hasEnded = false
  }

  private var subjects: [WatchID: Subject] = [:]
  private var ended: [WatchID] = []
  /// The names of the items in the nodes, from the latest watch with a name.
  private var nodeNames: [Int: String] = [:]
  /// What was seen of each item, if that is counted.
  var tally: ItemTally?

  /// Takes a watch that begins, with the policy of one for impressions.
  mutating func begin(_ watch: WatchID, _ subject: Subject, _ policy: ImpressionPolicy? = nil) {
    var subject = subject
    if let policy, let identity = subject.identity {
      subject.item = tally?.watch(
        identity, policy, node: subject.node, standsForNode: subject.standsForNode,
        name: subject.name ?? nodeNames[subject.node])
    }
    subjects[watch] = subject
  }

  /// Counts an impression for its item.
  mutating func count(_ subject: Subject?) {
    if let item = subject?.item { tally?.countImpression(at: item) }
  }

  /// Takes a watch that is ended: a dwell that was reached since the last pass is still reported, a
  /// crossing is not.
  mutating func unwatch(_ watch: WatchID) {
    if subjects[watch]?.identity == nil { subjects[watch] = nil } else { end(watch) }
  }

  /// Takes a watch that ends with its target, of which the next pass reports.
  mutating func end(_ watch: WatchID) {
    // Its node's number may be another's, with another name, before that is reported.
    if let subject = subjects[watch], subject.name == nil {
      subjects[watch]?.name = nodeNames[subject.node]
    }
    subjects[watch]?.hasEnded = true
    ended.append(watch)
  }

  /// Takes the name of the item that a node shows from now on.
  mutating func setName(_ name: String, ofNode node: Int) { nodeNames[node] = name }

  /// Forgets the name of a node that has gone, once its watches have ended.
  mutating func removeNode(_ node: Int) { nodeNames[node] = nil }

  /// Ends the watches that the pass has reported last.
  mutating func endPass() {
    // An engine may have given a handle again.
    for watch in ended where subjects[watch]?.hasEnded == true { subjects[watch] = nil }
    ended.removeAll(keepingCapacity: true)
  }

  /// What a watch is about, with the name of its item.
  subscript(_ watch: WatchID) -> Subject? {
    guard var subject = subjects[watch] else { return nil }
    subject.name = subject.name ?? nodeNames[subject.node]
    return subject
  }
}
