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
  private var inForce: [Int: [Recorded]] = [:]
  private var nodes: [Int: Int] = [:]
  private var numbers: [ViewportID: Set<Int>] = [:]
  private var active: [Int: [Replacement]] = [:]
  /// The nodes whose watches in force may have changed since the last `settle`.
  private var concerned: Set<Int> = []

  init(_ watching: Watching) { self.watching = watching }

  // MARK: Lines

  /// Notes that a browser started or stopped observing a node.
  mutating func concern(_ node: Int) { concerned.insert(node) }

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
      let isObserved = trace.observed.contains(node)
      var wanted = wanted(of: node, incarnation, isObserved, window: mirror.engine.window)
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
        let new = wanted[i]
        wanted[i].watch = subjects.watch(
          target, new.condition, in: new.viewport, as: new.subject, &mirror.engine)
      }
      active[node] = wanted.isEmpty ? nil : wanted
      if inForce[node]?.isEmpty == true { inForce[node] = nil }
    }
    concerned.removeAll(keepingCapacity: true)
  }

  /// Returns the watches that a node's target should have.
  private func wanted(
    of node: Int, _ incarnation: Int, _ isObserved: Bool, window: ViewportID
  ) -> [Replacement] {
    let recorded = inForce[node] ?? []
    let isObserved = isObserved && recorded.isEmpty
    guard let viewport = recorded.first?.viewport ?? (isObserved ? window : nil) else { return [] }
    func replacement(
      _ condition: WatchCondition, _ viewport: ViewportID, _ name: String? = nil,
      standsForNode: Bool = false
    ) -> Replacement {
      Replacement(
        condition: condition, viewport: watching.margins == nil ? viewport : window,
        // In a browser's trace a node is an element, which keeps its identity when it comes back.
        subject: WatchSubjects.Subject(
          node: node, incarnation: isObserved ? 0 : incarnation, name: name,
          standsForNode: standsForNode))
    }
    var result: [Replacement] = []
    if let rule = watching.rule { result.append(replacement(.rule(rule), viewport)) }
    guard let policy = watching.policy else { return result }
    var places: [ItemIdentity: Int] = [:]
    for watch in recorded {
      guard let identity = watch.identity else { continue }
      if let place = places[identity] {
        result[place].subject.name = result[place].subject.name ?? watch.name
      } else {
        places[identity] = result.count
        result.append(replacement(.impressions(identity, policy), watch.viewport, watch.name))
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
