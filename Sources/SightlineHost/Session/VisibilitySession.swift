public import SightlineCore

/// The state shared by an app's windows: the identities of items and the impressions already
/// counted.
///
/// "Once" needs an owner. Each window has its own engine. The session assigns identities to ids and
/// shares the impressions of each window with the others, including those that open later.
///
/// It keeps a limited number of entries (``impressionCapacity``) and can forget on request.
///
/// Any `Hashable` can be an id. Two ids denote the same item if they are equal as `AnyHashable`:
/// the `Int` 5, the `UInt8` 5 and an `AnyHashable` of either are the same id; 5 and "5" are not.
/// Wrap id types that can be equal in this sense but denote different items. An id that is an
/// object is kept as long as its entry, and its hash must not change.
@MainActor
public final class VisibilitySession {
  /// The default session of every window.
  public static let shared = VisibilitySession()

  // A fling accesses them for every row. No access spans a call to other code, except an id's `==`.
  private var identities = IdentityMap<HashedID>()
  /// The number of ids at which unneeded ones are next forgotten.
  private var identityLimit = VisibilityEngine.defaultImpressionCapacity
  private var windows: [WeakWindow] = []
  /// Impressions from closed windows: an engine without views.
  private var closedWindows = VisibilityEngine(scene: VisibilityScene(size: .zero))
  /// Windows with departures since their last pass, of all sessions: a view may move to a window
  /// of another one.
  private static var departures: [WeakWindow] = []
  /// The time the device has slept, as of the last frame of any window.
  package private(set) var asleep = Duration.zero
  /// Restored impressions not yet on the hosts' clock.
  private var pending = PendingRecords()
  private var day: Int?
  /// The time since which no window has been in the foreground.
  private var backgroundStart: MonotonicTime?
  /// Whether the exposures and impressions of another person have not been ended and forgotten yet.
  private var isPersonNew = false
  /// Told of the beginning of each session, by the identity of their logs.
  private var followers:
    [ObjectIdentifier: (
      begin: @MainActor (String?, String?) -> SessionEnd, forget: @MainActor (AnyHashable?) -> Void
    )] = [:]
  /// Whether a batch is being delivered. No pass runs meanwhile: changes made by a callback are
  /// seen by the next pass, even if the callback runs its own main loop.
  package private(set) var isDelivering = false
  /// Called once the batch being delivered has been delivered.
  private var followUps: [@MainActor () -> Void] = []
  /// The windows that have closed during a delivery.
  private var closing: [(window: MirroredWindow, time: MonotonicTime)] = []

  /// The rule of observations that name none. Set it at launch: it applies to views observed from
  /// then on.
  ///
  /// ```swift
  /// VisibilitySession.shared.defaultRule = .fraction(0.5)
  /// VisibilitySession.shared.defaultRule = try VisibilityRule(parsing: "0.5,opacity=0.8")
  /// ```
  public var defaultRule = VisibilityRule.asMuchAsFits

  /// The policy of impressions that name none, with its name in logs. Set it at launch, as
  /// ``defaultRule``.
  ///
  /// ```swift
  /// VisibilitySession.shared.defaultPolicy = .mrcDisplay
  /// VisibilitySession.shared.defaultPolicy = try LogPolicy(parsing: "0.5,dwell=2s")
  /// ```
  public var defaultPolicy = LogPolicy.feed

  /// Creates a separate session, for tests or for windows that share nothing with others.
  public init() {}

  /// Begins a new session in all windows. Impressions limited to once a session can count again,
  /// and their running dwells restart. The session also begins in every log that follows this one
  /// (`ImpressionLog.follow(_:)`).
  ///
  /// - Parameter name: the session's name in the logs; `nil` for a random one.
  public func beginSession(_ name: String? = nil) {
    lastInput = nil
    closedWindows.edit(.beginSession)
    pending.beginSession()
    for window in openWindows { window.beginSession() }
    let person = person
    if isDelivering {
      // The rest of the batch was found before.
      followUps.append { self.tellFollowers(name, person) }
    } else {
      tellFollowers(name, person)
    }
  }

  /// The person whose session it is, such as the id of an account; `nil` for none. Set it at
  /// launch, before the first view is observed, and when another person signs in or out.
  ///
  /// A change begins a session. The next pass ends all exposures under the person before, with the
  /// reason `inactive`, and reports the dwells reached until then. Then all impressions are
  /// forgotten, and whatever is on screen starts over for the other person, whose impressions the
  /// logs restore that restored some before (`ImpressionLog.restore(to:under:)`). In a callback of
  /// the window, the rest of the batch still belongs to the person before.
  ///
  /// An empty text is none.
  public var person: String? {
    get { currentPerson }
    set {
      let newValue = newValue?.isEmpty == true ? nil : newValue
      if newValue == currentPerson { return }
      currentPerson = newValue
      pending = PendingRecords()
      isPersonNew = true
      beginSession()
    }
  }
  private var currentPerson: String?

  /// Ends what the person before has seen, before a pass.
  func settlePerson(at now: MonotonicTime) {
    if !isPersonNew { return }
    isPersonNew = false
    for window in openWindows { window.endExposures(at: now) }
    for window in openWindows { window.engine.edit(.forgetAllImpressions) }
    closedWindows.edit(.forgetAllImpressions)
    forgetIdentities { _ in true }
  }

  /// Called with true before the last events of a session, which each window finds with its next
  /// pass, and with false after them.
  package typealias SessionEnd = @MainActor (Bool) -> Void

  /// Calls closures in place of earlier ones of the same log.
  ///
  /// - Parameters:
  ///   - begin: gets the name of each session that begins, `nil` for a random one, and its person.
  ///     It returns the end of the session before.
  ///   - forget: gets the id whose impressions are forgotten, or `nil` for all.
  package func follow(
    as log: ObjectIdentifier, _ begin: @escaping @MainActor (String?, String?) -> SessionEnd,
    forget: @escaping @MainActor (AnyHashable?) -> Void
  ) { followers[log] = (begin, forget) }

  private func tellFollowers(_ name: String?, _ person: String?) {
    let ends = followers.values.map { $0.begin(name, person) }
    for window in openWindows { window.endSession(ends) }
  }

  /// Sets the calendar day for daily limits, as a number that grows from day to day, such as the
  /// days since 1970.
  ///
  /// Days only advance. An earlier number is ignored, so setting a clock back or crossing a time
  /// zone renews no limit.
  public func beginDay(_ day: Int) {
    self.day = max(day, self.day ?? day)
    for window in openWindows {
      window.engine.edit(.beginDay(day))
      window.requestPass()
    }
  }

  /// The time in the background after which the next session begins; `nil` for never. The default
  /// is 30 minutes, as in Google Analytics.
  public var backgroundTimeout: Duration? = .seconds(1_800)

  /// The time without input after which the next one begins a session, in the foreground; `nil` for
  /// never. The default is 30 minutes, as in Google Analytics.
  ///
  /// Input is what the host knows of: a scroll of the reader's, another screen and, on GTK, keys,
  /// buttons, wheels and touches. Report other input with ``noteInput(at:)``. A return to the
  /// foreground starts the timeout again.
  public var inputTimeout: Duration? = .seconds(1_800)
  /// The time of the last input, including sleep; `nil` until the first pass of a session.
  private var lastInput: MonotonicTime?

  /// Notes input of the reader. It begins a session if there was none for ``inputTimeout``. As with
  /// every session, a dwell reached by the next pass belongs to the session before.
  ///
  /// - Parameter now: the time on the host's clocks. Sleep counts.
  public func noteInput(at now: DeviceTime) {
    note(now)
    let time = now.awake + asleep
    if let lastInput, let inputTimeout, time - lastInput >= inputTimeout { beginSession() }
    lastInput = time
  }

  /// Begins a session if no window was in the foreground for ``backgroundTimeout``, and a day if
  /// the calendar has reached another one. Hosts call it when a window's presence changes and when
  /// the day may have changed.
  ///
  /// - Parameters:
  ///   - now: the time on the host's clocks. Sleep counts.
  ///   - day: the calendar day, as for ``beginDay(_:)``.
  public func refresh(at now: DeviceTime, day: Int) {
    note(now)
    let time = now.elapsed
    if self.day.map({ $0 < day }) ?? true { beginDay(day) }
    guard openWindows.contains(where: \.engine.isForeground) else {
      backgroundStart = backgroundStart ?? time
      return
    }
    if let backgroundStart, let backgroundTimeout, time - backgroundStart >= backgroundTimeout {
      beginSession()
    }
    if backgroundStart != nil { lastInput = time }
    backgroundStart = nil
  }

  /// Notes the time slept, before a pass.
  func note(_ now: DeviceTime) { asleep = max(asleep, now.asleep) }

  /// Replaces a policy with another one in all windows, for example with one from a server.
  ///
  /// ```swift
  /// VisibilitySession.shared.replace(.feed, with: try ImpressionPolicy(parsing: served))
  /// ```
  ///
  /// Views and lists keep naming the policy they were given; from the next pass on, the successor
  /// applies to them. Counts, last impressions and spent sessions, visits and days carry over, and
  /// so does dwell gathered under the same rule, accumulation and scroll speed limit; otherwise the
  /// dwell starts over. Exposures keep their rule, and a log the policy it was given. To go back,
  /// replace the policy with itself.
  public func replace(_ policy: ImpressionPolicy, with successor: ImpressionPolicy) {
    closedWindows.edit(.replace(policy, with: successor))
    for window in openWindows {
      window.engine.edit(.replace(policy, with: successor))
      window.requestPass()
    }
  }

  // MARK: Forgetting

  /// The maximum number of entries kept for counted impressions: one per id and policy, in each
  /// window and for all closed windows together. The default is 32,768.
  ///
  /// When another entry is needed, the one that was on screen least recently is forgotten and may
  /// count again. Items on screen are never forgotten. When there are more ids than this, unneeded
  /// ones are forgotten.
  ///
  /// - Precondition: it is at least 1.
  public var impressionCapacity: Int {
    get { closedWindows.impressionCapacity }
    set {
      closedWindows.impressionCapacity = newValue
      identityLimit = newValue
      for window in openWindows { window.engine.impressionCapacity = newValue }
    }
  }

  /// The number of entries forgotten so far because of ``impressionCapacity``, in open and closed
  /// windows.
  public var forgottenImpressionCount: Int {
    openWindows.reduce(closedWindows.forgottenImpressionCount) {
      $0 + $1.engine.forgottenImpressionCount
    }
  }

  /// Forgets the impressions of an id, in all windows, under every policy and in the logs that
  /// follow this session (if the id is an `ItemKeyConvertible`). The id may count again. If it is
  /// on screen, it starts over with the next pass.
  public func forgetImpressions(of id: some Hashable) {
    for follower in followers.values { follower.forget(AnyHashable(id)) }
    pending.forget(AnyHashable(id))
    guard let identity = knownIdentity(of: id) else { return }
    closedWindows.forgetImpressions(of: identity)
    for window in openWindows {
      window.engine.forgetImpressions(of: identity)
      window.requestPass()
    }
  }

  /// Forgets items that no window has seen since a time on the host's clock that goes on while the
  /// device sleeps (`DeviceTime.elapsed`).
  public func forgetImpressions(notSeenSince time: MonotonicTime) {
    pending.forget(notSeenSince: time)
    closedWindows.forgetImpressions(notSeenSince: time)
    for window in openWindows { window.engine.forgetImpressions(notSeenSince: time) }
    // "Once" holds across windows: an entry kept by one open window is kept by all.
    for window in openWindows { share(window.engine.sharedRecords, from: window) }
    share(closedWindows.sharedRecords, from: nil)
    forgetIdentities { _ in true }
  }

  /// Forgets all impressions, in all windows and, for ``person``, in the logs that follow this
  /// session. Items on screen start over. A log still delivers its events.
  public func forgetAllImpressions() {
    for follower in followers.values { follower.forget(nil) }
    pending = PendingRecords()
    closedWindows.edit(.forgetAllImpressions)
    for window in openWindows {
      window.engine.edit(.forgetAllImpressions)
      window.requestPass()
    }
    forgetIdentities { _ in true }
  }

  // MARK: Restoring

  /// Restores an impression from an earlier launch. `once`, cool-downs and daily limits continue in
  /// all windows. Call it before the first view is observed, or as soon as the record is available:
  /// impressions counted meanwhile stay counted.
  ///
  /// It takes effect with the next pass, which maps the last impression onto the hosts' clock. A
  /// cool-down is therefore longer by the time until that pass, and never shorter.
  ///
  /// - Parameters:
  ///   - record: the impression to restore. Its identity is ignored, and its last impression is on
  ///     a clock that reads zero now: an hour ago is `MonotonicTime(seconds: -3600)`.
  ///   - id: the app's id of the item.
  ///   - isOfSession: whether the impression belongs to the current session, which outlived the
  ///     launch.
  public func restore(
    _ record: ImpressionRecord, of id: some Hashable, isOfSession: Bool = false
  ) {
    pending.add(record, of: AnyHashable(id), isOfSession)
    for window in openWindows { window.requestPass() }
  }

  /// Maps pending records onto the hosts' clock before a pass.
  func settlePending(at now: MonotonicTime) {
    lastInput = lastInput ?? now + asleep
    if pending.isEmpty { return }
    for entry in pending.take(at: now + asleep) {
      var record = entry.record
      record.identity = identity(of: entry.id)
      // All windows get the same record.
      record = record.merged(with: closedWindows)
      for window in openWindows { record = record.merged(with: window.engine) }
      closedWindows.adopt(record)
      for window in openWindows { window.engine.adopt(record) }
    }
  }

  // MARK: Ids

  /// Returns the identity of an id, which stays the same while any view or impression of the id is
  /// kept.
  package func identity(of id: some Hashable) -> ItemIdentity {
    identity(of: HashedID(AnyHashable(id)))
  }

  func identity(of id: HashedID) -> ItemIdentity {
    let knownCount = identities.count
    let identity = identities.identity(of: id)
    if identities.count > max(knownCount, identityLimit) {
      // The new one has no watch yet.
      let needed = forgetIdentities { $0 != identity }
      identityLimit = identities.count + max(impressionCapacity, needed)
    }
    return identity
  }

  /// Returns the identity of an id, if it has one.
  package func knownIdentity(of id: some Hashable) -> ItemIdentity? {
    identities.knownIdentity(of: HashedID(AnyHashable(id)))
  }

  /// Returns the id of an identity; `nil` if this session never assigned it or has forgotten the
  /// id.
  package func id(of identity: ItemIdentity) -> AnyHashable? {
    identities.id(of: identity)?.id
  }

  /// The number of ids kept.
  package var identityCount: Int { identities.count }

  /// Forgets ids that no watch or entry needs, and returns the number of ids needed.
  ///
  /// - Complexity: O(ids, watches and entries).
  @discardableResult
  private func forgetIdentities(where isOld: (ItemIdentity) -> Bool) -> Int {
    var needed: Set<ItemIdentity> = []
    closedWindows.collectIdentities(into: &needed)
    for window in openWindows { window.engine.collectIdentities(into: &needed) }
    identities.forget { isOld($0) && !needed.contains($0) }
    return needed.count
  }

  // MARK: Windows

  func add(_ window: MirroredWindow) {
    window.engine.impressionCapacity = impressionCapacity
    if let day { window.engine.edit(.beginDay(day)) }
    for (policy, successor) in closedWindows.replacedPolicies {
      window.engine.edit(.replace(policy, with: successor))
    }
    for record in closedWindows.sharedRecords { window.engine.adopt(record) }
    for other in openWindows {
      for record in other.engine.sharedRecords { window.engine.adopt(record) }
    }
    windows.removeAll { $0.window == nil }
    windows.append(WeakWindow(window: window))
  }

  func remove(_ window: MirroredWindow) {
    windows.removeAll { $0.window === window }
    for record in window.engine.sharedRecords { closedWindows.adopt(record) }
  }

  /// Shares a record of one window with the others.
  func share(
    _ identity: ItemIdentity, _ policy: @autoclosure () -> ImpressionPolicy?,
    from source: MirroredWindow
  ) {
    guard windows.count > 1, let policy = policy(),
      let record = source.engine.record(of: identity, for: policy)
    else { return }
    share([record], from: source)
  }

  private func share(_ records: [ImpressionRecord], from source: MirroredWindow?) {
    for window in openWindows where window !== source {
      for record in records { window.engine.adopt(record) }
    }
  }

  private var openWindows: [MirroredWindow] { windows.compactMap(\.window) }

  // MARK: Passes

  static func noteDeparture(from window: MirroredWindow) {
    departures.append(WeakWindow(window: window))
  }

  /// Delivers the departures of other windows before a pass, so a view that moved between windows
  /// leaves the old one before it enters the new one. Those of a session that is delivering wait,
  /// as do those of other sessions before the pass of a window in the background, in which none
  /// enters.
  static func deliverDepartures(before window: MirroredWindow, at now: MonotonicTime) {
    func isDue(_ session: VisibilitySession) -> Bool {
      session === window.session || window.engine.isForeground && !session.isDelivering
    }
    while let index = departures.lastIndex(where: { $0.window.map { isDue($0.session) } ?? true }) {
      guard let other = departures.remove(at: index).window, other !== window,
        other.hasDepartures
      else { continue }
      other.session.note(DeviceTime(awake: now, asleep: window.session.asleep))
      other.session.settlePerson(at: now)
      other.session.settlePending(at: now)
      other.deliverBatch(at: now, isRead: false)
    }
  }

  /// Delivers a batch.
  ///
  /// - Parameter ends: the ends of the session that it is a window's last batch of, if any.
  func deliver(_ ends: [SessionEnd], _ body: () -> Void) {
    // A closure may run a main loop, in which windows of another session pass.
    let outer = Self.delivering
    Self.delivering = self
    isDelivering = true
    for end in ends { end(true) }
    body()
    for end in ends { end(false) }
    while !followUps.isEmpty {
      let bodies = followUps
      followUps = []
      for body in bodies { body() }
    }
    isDelivering = false
    Self.delivering = outer
    for entry in windows { entry.window?.requestPostponedPass() }
  }

  /// The session of the batch being delivered.
  private static var delivering: VisibilitySession?

  /// Calls a closure once the batch being delivered has been delivered.
  package static func afterDelivery(_ body: @escaping @MainActor () -> Void) {
    if let delivering { delivering.followUps.append(body) } else { body() }
  }

  /// Closes a window once the batch being delivered has been delivered.
  func close(_ window: MirroredWindow, at now: MonotonicTime) { closing.append((window, now)) }

  /// Closes the windows that have closed during a delivery, in that order.
  func closeWindows() {
    while !closing.isEmpty {
      let (window, time) = closing.removeFirst()
      window.closeNow(at: time)
    }
  }

  private struct WeakWindow {
    weak var window: MirroredWindow?
  }
}
