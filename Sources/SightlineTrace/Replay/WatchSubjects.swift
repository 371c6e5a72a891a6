import SightlineCore

/// The subjects of a replay's watches, kept until their last events are reported.
struct WatchSubjects {
  struct Subject {
    /// The watch's number in the trace; `nil` for a watch added by the replay.
    var number: Int?
    var node: Int
    /// The index of the node among the nodes that had its number.
    var incarnation = 0
    var name: String?
    /// The identity of an impression watch.
    var identity: ItemIdentity?
    var standsForNode = false
    /// The index of its item in the tally, if any.
    var item: Int?
    /// The number of its rule's thresholds reached.
    var level = 0
    /// Whether the watch is discarded after the next pass.
    var hasEnded = false
  }

  private var subjects: [WatchID: Subject] = [:]
  private var ended: [WatchID] = []
  /// Watches added by the replay and ended since the last pass while a threshold was reached.
  private(set) var unwatched: [Subject] = []
  /// The item names of nodes, from the latest named watch.
  private var nodeNames: [Int: String] = [:]
  var tally: ItemTally?

  /// Begins a watch of a target in an engine.
  mutating func watch(
    _ target: TargetID, _ condition: WatchCondition, in viewport: ViewportID, as subject: Subject,
    _ engine: VisibilityEngine
  ) -> WatchID {
    let watch: WatchID
    var subject = subject
    switch condition {
    case .rule(let rule): watch = engine.watch(target, rule, in: viewport)
    case .impressions(let identity, let policy):
      watch = engine.watch(target, for: policy, of: identity, in: viewport)
      subject.identity = identity
      if !policy.reportsExposures {
        var named = subject
        named.name = subject.name ?? nodeNames[subject.node]
        subject.item = tally?.watch(identity, policy, named)
      }
    }
    subjects[watch] = subject
    return watch
  }

  mutating func note(_ change: VisibilityChange) {
    subjects[change.watch]?.level += change.isVisible ? 1 : -1
  }

  mutating func count(_ subject: Subject?) {
    if let item = subject?.item { tally?.countImpression(at: item) }
  }

  /// Removes an ended watch. A dwell reached since the last pass is still reported; a crossing is
  /// not.
  mutating func unwatch(_ watch: WatchID) {
    guard let subject = self[watch] else { return }
    if subject.identity != nil { return end(watch) }
    subjects[watch] = nil
    if subject.number == nil && subject.level > 0 { unwatched.append(subject) }
  }

  /// Ends a watch along with its target. The next pass still reports its events.
  mutating func end(_ watch: WatchID) {
    // Copy the name now: the node's number may be reused under another name before the report.
    if let subject = subjects[watch], subject.name == nil {
      subjects[watch]?.name = nodeNames[subject.node]
    }
    subjects[watch]?.hasEnded = true
    ended.append(watch)
  }

  /// Sets the name of the item a node shows from now on.
  mutating func setName(_ name: String, ofNode node: Int) { nodeNames[node] = name }

  /// Forgets the name of a removed node, once its watches have ended.
  mutating func removeNode(_ node: Int) { nodeNames[node] = nil }

  /// Discards the watches that ended before this pass.
  mutating func endPass() {
    // The engine may have reused a handle.
    for watch in ended where subjects[watch]?.hasEnded == true { subjects[watch] = nil }
    ended.removeAll(keepingCapacity: true)
    unwatched.removeAll(keepingCapacity: true)
  }

  /// Returns the subject of a watch, with its item's name.
  subscript(_ watch: WatchID) -> Subject? {
    guard var subject = subjects[watch] else { return nil }
    subject.name = subject.name ?? nodeNames[subject.node]
    return subject
  }
}
