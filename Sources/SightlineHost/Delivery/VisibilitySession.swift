public import SightlineCore

/// What an app's windows have in common: the identities of items, and what was seen already.
///
/// "Once" needs an owner. Each window has an engine of its own; the session gives ids their numbers
/// and lets the other windows, also those that open later, know what was seen in one of them.
///
/// It keeps a limited number of entries (``impressionCapacity``) and can be made to forget.
///
/// Any `Hashable` is an id. Two ids are the same item where they are equal as `AnyHashable`: the
/// `Int` 5, the `UInt8` 5 and an `AnyHashable` of either are one, 5 and "5" are two. So types of
/// ids that may be equal in that sense and mean different items need a wrapper each. An id that is
/// an object is kept for as long as its entry, and its hash must not change.
@MainActor
public final class VisibilitySession {
  /// The session that every window belongs to by default.
  public static let shared = VisibilitySession()

  private var identities = IdentityMap<AnyHashable>()
  /// When the ids that nothing needs are forgotten next, and the number from which on they are too
  /// young for that then.
  private var identityLimit = VisibilityEngine.defaultImpressionCapacity
  private var youngIdentity = ItemIdentity(0)
  private var trackers: [ObjectIdentifier: WeakTracker] = [:]
  /// What was seen in windows that are closed: an engine without a view.
  private var closedWindows = VisibilityEngine(scene: VisibilityScene(size: .zero))
  /// Trackers that views have left since their last pass.
  private var departures: [VisibilityTracker] = []
  /// What was restored and is not on the hosts' clock yet.
  private var restored = RestoredImpressions()
  private var day: Int?
  /// Whether a batch is being handed on. No pass runs meanwhile: what a callback changes is seen by
  /// the next one, also when the callback runs a main loop of its own.
  private(set) var isDelivering = false

  /// Creates a session of its own, for a test or for windows that have nothing in common with
  /// others.
  public init() {}

  /// Begins a new session in all windows: what counts once a session begins anew, its running dwell
  /// included.
  public func beginSession() {
    closedWindows.beginSession()
    restored.beginSession()
    forEachTracker {
      $0.engine.beginSession()
      $0.requestPass()
    }
  }

  /// Sets the calendar day for daily limits, as a number that grows from day to day, such as the
  /// days since 1970. Days only go forward: an earlier number changes nothing, so that a clock that
  /// is set back or a time zone that is crossed renews no limit.
  public func beginDay(_ day: Int) {
    self.day = max(day, self.day ?? day)
    closedWindows.beginDay(day)
    forEachTracker {
      $0.engine.beginDay(day)
      $0.requestPass()
    }
  }

  // MARK: Forgetting

  /// How much is kept at most of what was seen: one entry for each id under each policy, in each
  /// window and for all that are closed. 32,768 unless set.
  ///
  /// Where another is needed, the one that was last on screen longest ago is forgotten and may
  /// count again. What is on screen is never forgotten. Ids that nothing needs any more are
  /// forgotten when there are more than this.
  ///
  /// - Precondition: it is at least 1.
  public var impressionCapacity: Int {
    get { closedWindows.impressionCapacity }
    set {
      closedWindows.impressionCapacity = newValue
      identityLimit = newValue
      forEachTracker { $0.engine.impressionCapacity = newValue }
    }
  }

  /// How many entries were forgotten so far because of ``impressionCapacity``, in the windows that
  /// are open and for those that are closed.
  public var forgottenImpressionCount: Int {
    var count = closedWindows.forgottenImpressionCount
    forEachTracker { count += $0.engine.forgottenImpressionCount }
    return count
  }

  /// Forgets what was seen of an id, in all windows and under every policy. It may count again;
  /// where it is on screen, it begins anew with the next pass.
  public func forgetImpressions(of id: some Hashable) {
    restored.forget(AnyHashable(id))
    guard let identity = identities.knownIdentity(of: AnyHashable(id)) else { return }
    closedWindows.forgetImpressions(of: identity)
    forEachTracker {
      $0.engine.forgetImpressions(of: identity)
      $0.requestPass()
    }
  }

  /// Forgets what was seen in no window since a time on the host's clock.
  public func forgetImpressions(notSeenSince time: MonotonicTime) {
    closedWindows.forgetImpressions(notSeenSince: time)
    forEachTracker { $0.engine.forgetImpressions(notSeenSince: time) }
    // "Once" holds in all windows: what one of them keeps, the others that are open keep too.
    for tracker in openTrackers { share(tracker.engine.sharedImpressions, from: tracker) }
    share(closedWindows.sharedImpressions, from: nil)
    forgetIdentities { _ in true }
  }

  /// Forgets everything that was seen, in all windows. What is on screen begins anew.
  public func forgetAllImpressions() {
    restored = RestoredImpressions()
    closedWindows.forgetAllImpressions()
    forEachTracker {
      $0.engine.forgetAllImpressions()
      $0.requestPass()
    }
    forgetIdentities { _ in true }
  }

  // MARK: Restoring

  /// Takes up what was seen in an earlier launch: `once`, a cool-down and a limit a day go on where
  /// they were, in all windows. Call it before the first view is observed, or as soon as what was
  /// seen is known: what counted meanwhile stays counted.
  ///
  /// It takes effect with the next pass. The last impression is put onto the hosts' clock then, so
  /// that a cool-down is longer by the time until that pass, and never shorter.
  ///
  /// - Parameters:
  ///   - memory: what was seen. Its identity means nothing here, and its last impression is on a
  ///     clock that shows zero at present: an hour ago is `MonotonicTime(seconds: -3600)`.
  ///   - id: the app's id of the item.
  ///   - isOfSession: whether that was in the session that is going on, which outlived the launch.
  public func restore(
    _ memory: ImpressionMemory, of id: some Hashable, isOfSession: Bool = false
  ) {
    restored.add(memory, of: AnyHashable(id), isOfSession, capacity: impressionCapacity)
    forEachTracker { $0.requestPass() }
  }

  /// Puts what was restored onto the hosts' clock, before a pass.
  func settleRestored(at now: MonotonicTime) {
    if restored.isEmpty { return }
    for entry in restored.take(at: now) {
      var shared = entry.impression
      shared.memory.identity = identity(of: entry.id)
      closedWindows.adopt(shared.after(closedWindows))
      forEachTracker { $0.engine.adopt(shared.after($0.engine)) }
    }
  }

  // MARK: Ids

  /// The number of an id, the same one for as long as a view or an impression of it is kept.
  package func identity(of id: some Hashable) -> ItemIdentity {
    let identity = identities.identity(of: AnyHashable(id))
    if identities.count > identityLimit {
      // A registration whose view is in no window yet has a number that no watch has: what is young
      // stays.
      let limit = youngIdentity
      youngIdentity = identity
      let needed = forgetIdentities { $0.rawValue < limit.rawValue }
      identityLimit = identities.count + max(impressionCapacity, needed)
    }
    return identity
  }

  /// The number of an id if it has one.
  package func knownIdentity(of id: some Hashable) -> ItemIdentity? {
    identities.knownIdentity(of: AnyHashable(id))
  }

  /// The id behind a number; `nil` if this session has not given it, or has forgotten the id.
  package func id(of identity: ItemIdentity) -> AnyHashable? {
    identities.id(of: identity)
  }

  /// How many ids are kept.
  package var identityCount: Int { identities.count }

  /// Forgets ids that no watch and no entry needs. Returns how many are needed.
  ///
  /// - Complexity: O(ids, watches and entries).
  @discardableResult
  private func forgetIdentities(where isOld: (ItemIdentity) -> Bool) -> Int {
    var needed: Set<ItemIdentity> = []
    closedWindows.collectIdentities(into: &needed)
    forEachTracker { $0.engine.collectIdentities(into: &needed) }
    identities.forget { isOld($0) && !needed.contains($0) }
    return needed.count
  }

  // MARK: Trackers

  func add(_ tracker: VisibilityTracker) {
    tracker.engine.impressionCapacity = impressionCapacity
    if let day { tracker.engine.beginDay(day) }
    for shared in closedWindows.sharedImpressions { tracker.engine.adopt(shared) }
    forEachTracker { for shared in $0.engine.sharedImpressions { tracker.engine.adopt(shared) } }
    trackers[ObjectIdentifier(tracker)] = WeakTracker(tracker: tracker)
  }

  func remove(_ tracker: VisibilityTracker) {
    trackers[ObjectIdentifier(tracker)] = nil
    for shared in tracker.engine.sharedImpressions { closedWindows.adopt(shared) }
  }

  /// Lets the other windows know what was seen in one.
  func share(
    _ identity: ItemIdentity, _ policy: ImpressionPolicy, from source: VisibilityTracker
  ) {
    guard trackers.count > 1,
      let shared = source.engine.sharedImpression(of: identity, for: policy)
    else { return }
    share([shared], from: source)
  }

  private func share(_ impressions: [SharedImpression], from source: VisibilityTracker?) {
    forEachTracker { tracker in
      if tracker === source { return }
      for shared in impressions { tracker.engine.adopt(shared) }
    }
  }

  private var openTrackers: [VisibilityTracker] { trackers.values.compactMap(\.tracker) }

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

  private struct WeakTracker {
    weak var tracker: VisibilityTracker?
  }
}
