package import SightlineCore

/// What an app's windows have in common: who is who, and what was seen already.
///
/// "Once" needs an owner. Each window has an engine of its own; the session gives ids their numbers
/// and tells the other windows, also those that open later, what was seen in one of them.
@MainActor
public final class VisibilitySession {
  /// The session that every window belongs to unless told otherwise.
  public static let shared = VisibilitySession()

  private var identities = IdentityMap<AnyID>()
  private var trackers: [ObjectIdentifier: WeakTracker] = [:]
  /// What was seen in windows that are closed.
  private var memories: [MemoryKey: ImpressionMemory] = [:]
  /// Trackers that views have left since their last pass.
  private var departures: [VisibilityTracker] = []
  private var day: Int?
  /// Whether a batch is being handed on. No pass runs meanwhile: what a callback changes is seen by
  /// the next one, also when the callback runs a main loop of its own.
  private(set) var isDelivering = false

  /// Creates a session of its own, for a test or for windows that have nothing in common with others.
  public init() {}

  /// Begins a new session in all windows: what counts once a session may count again.
  public func beginSession() {
    for key in memories.keys where key.policy.repetition == .oncePerSession { memories[key] = nil }
    forEachTracker {
      $0.engine.beginSession()
      $0.requestPass()
    }
  }

  /// Tells which calendar day it is, as a number of the app's choice, for daily limits.
  public func beginDay(_ day: Int) {
    self.day = day
    forEachTracker {
      $0.engine.beginDay(day)
      $0.requestPass()
    }
  }

  /// The number of an id, the same one for as long as the session lives.
  package func identity(of id: some Hashable & Sendable) -> ItemIdentity {
    identities.identity(of: AnyID(id))
  }

  /// The id behind a number; `nil` if this session has not given it.
  package func id(of identity: ItemIdentity) -> (any Hashable & Sendable)? {
    identities.id(of: identity)?.base
  }

  // MARK: Trackers

  func add(_ tracker: VisibilityTracker) {
    trackers[ObjectIdentifier(tracker)] = WeakTracker(tracker: tracker)
    if let day { tracker.engine.beginDay(day) }
    for memory in memories.values { tracker.engine.adopt(memory) }
    forEachTracker { other in
      if other !== tracker {
        for memory in other.engine.impressionMemories { tracker.engine.adopt(memory) }
      }
    }
  }

  func remove(_ tracker: VisibilityTracker) {
    trackers[ObjectIdentifier(tracker)] = nil
    for memory in tracker.engine.impressionMemories { keep(memory) }
  }

  /// Tells the other windows what was seen in one.
  func share(
    _ identity: ItemIdentity, _ policy: ImpressionPolicy, from source: VisibilityTracker
  ) {
    guard trackers.count > 1,
      let memory = source.engine.impressionMemory(of: identity, for: policy)
    else { return }
    forEachTracker { if $0 !== source { $0.engine.adopt(memory) } }
  }

  private func keep(_ memory: ImpressionMemory) {
    let key = MemoryKey(identity: memory.identity, policy: memory.policy)
    if let known = memories[key], known.count >= memory.count { return }
    memories[key] = memory
  }

  private func forEachTracker(_ body: (VisibilityTracker) -> Void) {
    for (key, entry) in trackers {
      if let tracker = entry.tracker { body(tracker) } else { trackers[key] = nil }
    }
  }

  // MARK: Passes

  func noteDeparture(from tracker: VisibilityTracker) {
    if !departures.contains(where: { $0 === tracker }) { departures.append(tracker) }
  }

  /// Has the leaves of other windows delivered before a pass, so that a view that moved from one
  /// window to another leaves there before it enters here.
  func deliverDepartures(before tracker: VisibilityTracker, at now: MonotonicTime) {
    while let other = departures.popLast() { if other !== tracker { other.deliverBatch(at: now) } }
  }

  func deliver(_ body: () -> Void) {
    isDelivering = true
    body()
    isDelivering = false
  }

  private struct MemoryKey: Hashable {
    var identity: ItemIdentity
    var policy: ImpressionPolicy
  }

  private struct WeakTracker {
    weak var tracker: VisibilityTracker?
  }
}

/// Any id, compared by type and value. `AnyHashable` would do, were it `Sendable`.
struct AnyID: Hashable, Sendable {
  let base: any Hashable & Sendable

  init(_ base: some Hashable & Sendable) { self.base = base }

  static func == (one: AnyID, other: AnyID) -> Bool {
    AnyHashable(one.base) == AnyHashable(other.base)
  }

  func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
