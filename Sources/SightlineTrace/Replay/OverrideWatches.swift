import SightlineCore

/// Watches that replace a trace's recorded watches.
///
/// The lines of a step begin and end recorded watches. When the step is complete,
/// ``settle(_:_:_:)`` compares the wanted watches of the affected nodes with the active ones, so
/// a row recycled or a watch restarted within a step doesn't leave and come back.
/// ``TraceReplayer/Watching`` defines the wanted watches, and `OverrideWatchesTests` tests every
/// sentence of the definition.
///
/// Invariants:
/// 1. `inForce` has each node's recorded watches in order of their beginning; `nodes` maps their
///    numbers to nodes, and `numbers` has those in each viewport.
/// 2. After `settle`, `active` has the engine's watches, in the order of `wanted`.
struct OverrideWatches {
  typealias Watching = TraceReplayer.Watching

  private struct Recorded {
    var number: Int
    var viewport: ViewportID
    /// The identity of an impression watch; `nil` for crossings of a rule.
    var identity: ItemIdentity?
    var name: String?
  }

  /// A watch that replaces recorded ones.
  private struct Replacement {
    /// The identity of an impression watch; `nil` for crossings of the rule.
    var identity: ItemIdentity?
    var viewport: ViewportID
    var name: String?
    /// The index of the target's node among the nodes that had its number.
    var incarnation: Int
    var standsForNode = false
    var watch: WatchID?
  }

  private let watching: Watching
  private var inForce: [Int: [Recorded]] = [:]
  private var nodes: [Int: Int] = [:]
  private var numbers: [ViewportID: Set<Int>] = [:]
  private var observed: Set<Int> = []
  private var active: [Int: [Replacement]] = [:]
  /// The nodes whose watches in force may have changed since the last `settle`.
  private var concerned: Set<Int> = []

  init(_ watching: Watching) { self.watching = watching }

  // MARK: Lines

  mutating func observe(_ node: Int) {
    observed.insert(node)
    concerned.insert(node)
  }

  mutating func stopObserving(_ node: Int) {
    observed.remove(node)
    concerned.insert(node)
  }

  mutating func begin(_ watch: TraceWatch, in viewport: ViewportID) {
    inForce[watch.id, default: []].append(
      Recorded(
        number: watch.watch, viewport: viewport, identity: watch.impressions?.identity,
        name: watch.name))
    nodes[watch.watch] = watch.id
    numbers[viewport, default: []].insert(watch.watch)
    concerned.insert(watch.id)
  }

  /// Ends a recorded watch. Does nothing if it ended with its node or viewport.
  ///
  /// - Complexity: O(the node's watches).
  mutating func end(_ number: Int) {
    guard let node = nodes.removeValue(forKey: number),
      let position = inForce[node]?.firstIndex(where: { $0.number == number }),
      let ended = inForce[node]?.remove(at: position)
    else { return }
    numbers[ended.viewport]?.remove(number)
    concerned.insert(node)
  }

  /// Ends the remaining recorded watches of a removed viewport.
  mutating func end(in viewport: ViewportID) {
    for number in numbers.removeValue(forKey: viewport) ?? [] { end(number) }
  }

  /// Ends the recorded watches of a removed node. Their replacements end with its target.
  mutating func remove(node: Int, _ subjects: inout WatchSubjects) {
    for recorded in inForce.removeValue(forKey: node) ?? [] {
      nodes[recorded.number] = nil
      numbers[recorded.viewport]?.remove(recorded.number)
    }
    for replacement in active.removeValue(forKey: node) ?? [] {
      if let watch = replacement.watch { subjects.end(watch) }
    }
  }

  // MARK: Watching

  /// Updates the engine's watches once the lines of a step are complete.
  ///
  /// - Complexity: O(the watches of the nodes affected by the step).
  mutating func settle(
    _ mirror: inout SceneMirror, _ trace: TraceScene, _ subjects: inout WatchSubjects
  ) {
    for node in concerned.sorted() {
      let incarnation = mirror.incarnation(of: node)
      var wanted = wanted(of: node, incarnation, window: mirror.engine.window)
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
          if mirror.engine.contains(watch) { mirror.engine.unwatch(watch) }
        }
      }
      for i in wanted.indices where wanted[i].watch == nil {
        wanted[i].watch = begin(wanted[i], in: target, node: node, &mirror.engine, &subjects)
      }
      active[node] = wanted.isEmpty ? nil : wanted
      if inForce[node]?.isEmpty == true { inForce[node] = nil }
    }
    concerned.removeAll(keepingCapacity: true)
  }

  /// Returns the watches that a node's target should have.
  private func wanted(of node: Int, _ incarnation: Int, window: ViewportID) -> [Replacement] {
    let recorded = inForce[node] ?? []
    let isObserved = recorded.isEmpty && observed.contains(node)
    guard let viewport = recorded.first?.viewport ?? (isObserved ? window : nil) else { return [] }
    func replacement(
      _ identity: ItemIdentity?, _ viewport: ViewportID, _ name: String? = nil
    ) -> Replacement {
      Replacement(
        identity: identity, viewport: watching.margins == nil ? viewport : window, name: name,
        // In a browser's trace a node is an element, which keeps its identity when it comes back.
        incarnation: isObserved ? 0 : incarnation)
    }
    var result: [Replacement] = []
    if watching.rule != nil { result.append(replacement(nil, viewport)) }
    if watching.policy == nil { return result }
    var places: [ItemIdentity: Int] = [:]
    for watch in recorded {
      guard let identity = watch.identity else { continue }
      if let place = places[identity] {
        result[place].name = result[place].name ?? watch.name
      } else {
        places[identity] = result.count
        result.append(replacement(identity, watch.viewport, watch.name))
      }
    }
    if places.isEmpty {
      let identity =
        isObserved ? ItemIdentity(UInt64(node)) : ItemIdentity(ownOfNode: node, incarnation)
      result.append(replacement(identity, viewport))
      result[result.count - 1].standsForNode = true
    }
    return result
  }

  private func begin(
    _ new: Replacement, in target: TargetID, node: Int, _ engine: inout VisibilityEngine,
    _ subjects: inout WatchSubjects
  ) -> WatchID? {
    var subject = WatchSubjects.Subject(node: node, incarnation: new.incarnation, name: new.name)
    let watch: WatchID
    if let identity = new.identity {
      guard let policy = watching.policy else { return nil }
      subject.identity = identity
      subject.standsForNode = new.standsForNode
      watch = engine.watch(target, for: policy, of: identity, in: new.viewport)
    } else {
      guard let rule = watching.rule else { return nil }
      watch = engine.watch(target, rule, in: new.viewport)
    }
    subjects.begin(watch, subject, new.identity == nil ? nil : watching.policy)
    return watch
  }
}

extension ItemIdentity {
  /// Creates the identity of a target whose recording names no item. The highest bit, which no host
  /// uses, is set; node numbers have 31 bits.
  init(ownOfNode node: Int, _ incarnation: Int) {
    self.init(1 << 63 | UInt64(truncatingIfNeeded: incarnation) << 32 | UInt64(node))
  }
}
