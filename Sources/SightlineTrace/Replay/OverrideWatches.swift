import SightlineCore

/// Watches that replace a trace's recorded watches.
///
/// The lines of a step begin and end recorded watches. When the step is complete,
/// ``settle(_:_:_:_:)`` compares the wanted watches of the affected nodes with the active ones, so
/// a row recycled or a watch restarted within a step doesn't leave and return.
/// ``TraceReplayer/Watching`` defines the wanted watches, and `OverrideWatchesTests` tests each
/// sentence of that definition.
///
/// Invariant: after `settle`, `active` contains the engine's watches, in the order of `wanted`.
struct OverrideWatches {
  typealias Watching = TraceReplayer.Watching

  /// A watch that replaces recorded ones.
  private struct Replacement {
    var condition: WatchCondition
    var viewport: ViewportID
    var subject: WatchSubjects.Subject
    var watch: WatchID?

    /// The identity of an impression watch; `nil` for crossings of the rule.
    var identity: ItemIdentity? {
      if case .impressions(let identity, _) = condition { identity } else { nil }
    }
  }

  private let watching: Watching
  private var active: [Int: [Replacement]] = [:]
  /// The nodes whose watches in force may have changed since the last `settle`.
  private var concerned: Set<Int> = []

  init(_ watching: Watching) { self.watching = watching }

  // MARK: Lines

  /// Marks a node whose recorded watch began or ended, or that a browser started or stopped
  /// observing.
  mutating func concern(_ node: Int) { concerned.insert(node) }

  /// Removes a node. Its replacements end with its target.
  mutating func remove(node: Int, _ subjects: inout WatchSubjects) {
    for replacement in active.removeValue(forKey: node) ?? [] {
      if let watch = replacement.watch { subjects.end(watch) }
    }
  }

  // MARK: Watching

  /// Updates the engine's watches once the lines of a step are complete.
  ///
  /// - Complexity: O(the watches of the nodes affected by the step).
  mutating func settle(
    _ mirror: inout SceneMirror, _ trace: TraceScene, _ views: [Int: ViewportID],
    _ subjects: inout WatchSubjects
  ) {
    for node in concerned.sorted() {
      let incarnation = mirror.incarnation(of: node)
      var wanted = wanted(of: node, incarnation, trace, views, window: mirror.engine.window)
      if wanted.isEmpty && active[node] == nil { continue }
      guard let target = mirror.target(for: node, trace) else { continue }
      let places = Dictionary(uniqueKeysWithValues: zip(wanted.map(\.identity), wanted.indices))
      for old in active[node] ?? [] {
        guard let watch = old.watch else { continue }
        if let place = places[old.identity], wanted[place].viewport == old.viewport,
          mirror.engine.contains(watch)
        {
          wanted[place].watch = watch
        } else {
          subjects.unwatch(watch)
          if mirror.engine.contains(watch) { mirror.engine.edit(.unwatch(watch)) }
        }
      }
      for i in wanted.indices where wanted[i].watch == nil {
        let new = wanted[i]
        wanted[i].watch = subjects.watch(
          target, new.condition, in: new.viewport, as: new.subject, mirror.engine)
      }
      active[node] = wanted.isEmpty ? nil : wanted
    }
    concerned.removeAll(keepingCapacity: true)
  }

  /// Returns the watches that a node's target should have.
  private func wanted(
    of node: Int, _ incarnation: Int, _ trace: TraceScene, _ views: [Int: ViewportID],
    window: ViewportID
  ) -> [Replacement] {
    let recorded = trace.watches[node] ?? []
    let isObserved = recorded.isEmpty && trace.observed.contains(node)
    let first = isObserved ? window : recorded.first.flatMap { views[$0.view] }
    guard let viewport = first else { return [] }
    func replacement(
      _ condition: WatchCondition, _ viewport: ViewportID, _ name: String? = nil,
      standsForNode: Bool = false
    ) -> Replacement {
      Replacement(
        condition: condition, viewport: watching.margins == nil ? viewport : window,
        // In a browser's trace, a node is an element, which keeps its identity when it returns.
        subject: WatchSubjects.Subject(
          node: node, incarnation: isObserved ? 0 : incarnation, name: name,
          standsForNode: standsForNode))
    }
    var result: [Replacement] = []
    if let rule = watching.rule { result.append(replacement(.rule(rule), viewport)) }
    guard let policy = watching.policy else { return result }
    var places: [ItemIdentity: Int] = [:]
    for watch in recorded {
      guard let identity = watch.impressions?.identity else { continue }
      if let place = places[identity] {
        result[place].subject.name = result[place].subject.name ?? watch.name
      } else {
        places[identity] = result.count
        result.append(
          replacement(
            .impressions(identity, policy), views[watch.view] ?? viewport, watch.name))
      }
    }
    if places.isEmpty {
      let identity =
        isObserved ? ItemIdentity(UInt64(node)) : ItemIdentity(ownOfNode: node, incarnation)
      result.append(replacement(.impressions(identity, policy), viewport, standsForNode: true))
    }
    return result
  }
}

extension ItemIdentity {
  /// Creates the identity of a target whose recording names no item. The highest bit, which no host
  /// uses, is set; node numbers have 31 bits.
  init(ownOfNode node: Int, _ incarnation: Int) {
    self.init(1 << 63 | UInt64(truncatingIfNeeded: incarnation) << 32 | UInt64(node))
  }
}
