public import SightlineCore
internal import SightlineOracle

/// A host without a screen and with a manual clock, for testing an app's reports.
///
/// ```swift
/// let host = ScreenlessHost<String>(size: LayoutSize(width: 390, height: 844))
/// host.add("ad", frame: LayoutRect(x: 0, y: 1_000, width: 390, height: 250))
/// host.observe("ad", for: .mrcDisplay)
/// host.scroll(to: 300)
/// host.advance(by: .seconds(1))
/// #expect(host.impressions == [.init("ad", at: .seconds(1))])
/// ```
///
/// Like every host, it mirrors views into a scene, runs one pass for each step and at the engine's
/// deadlines, and delivers events in order. `add`, `remove`, `move` and similar methods only change
/// the scene; `scroll`, `advance` and `pass` run a pass, as a frame does.
///
/// An id without a view is a mistake in the test. The program stops with the id, the nearest ids
/// that have views, and the test's file and line.
public final class ScreenlessHost<ID: Hashable> {
  /// A change of a view's visibility.
  public struct Change: Hashable, CustomStringConvertible {
    /// The view's id.
    public var id: ID
    /// Whether it is visible now.
    public var isVisible: Bool
    /// The index of the crossed threshold, from 0.
    public var threshold: Int
    /// The reason it is not visible; `nil` if it is visible.
    public var reason: InvisibilityReason?

    /// Creates a change to visible.
    public static func visible(_ id: ID, threshold: Int = 0) -> Change {
      Change(id: id, isVisible: true, threshold: threshold, reason: nil)
    }

    /// Creates a change to invisible.
    public static func invisible(
      _ id: ID, _ reason: InvisibilityReason, threshold: Int = 0
    ) -> Change {
      Change(id: id, isVisible: false, threshold: threshold, reason: reason)
    }

    /// The change as test code: `.visible("ad")`, `.invisible("ad", .outOfViewport, threshold: 1)`.
    public var description: String {
      let reason = reason.map { ", .\($0.notation.name)" } ?? ""
      let threshold = threshold == 0 ? "" : ", threshold: \(threshold)"
      return
        ".\(isVisible ? "visible" : "invisible")(\(String(reflecting: id))\(reason)\(threshold))"
    }
  }

  /// A view's leave from the viewport.
  public struct Exit: Hashable, CustomStringConvertible {
    /// The view's id.
    public var id: ID
    /// The edge and the cause.
    public var exit: VisibilityExit

    /// Creates an expected exit.
    public init(_ id: ID, at edge: VisibilityExit.Edge, by cause: VisibilityExit.Cause) {
      self.id = id
      exit = VisibilityExit(at: edge, by: cause)
    }

    /// The exit as test code: `.init("ad", at: .top, by: .scroll)`.
    public var description: String {
      ".init(\(String(reflecting: id)), at: .\(exit.edge.notation), by: .\(exit.cause.notation))"
    }
  }

  /// An impression of an id.
  public struct Seen: Hashable, CustomStringConvertible {
    /// The id that was seen.
    public var id: ID
    /// The time at which its dwell was reached, on the host's clock.
    public var time: Duration
    /// The number of impressions up to then.
    public var count: Int

    /// Creates an expected impression.
    public init(_ id: ID, at time: Duration, count: Int = 1) {
      self.id = id
      self.time = time
      self.count = count
    }

    /// The impression as test code: `.init("ad", at: 1.0 seconds)`, with the count if it is not 1.
    public var description: String {
      let count = count == 1 ? "" : ", count: \(count)"
      return ".init(\(String(reflecting: id)), at: \(time)\(count))"
    }
  }

  /// An exposure that has ended.
  public struct Exposed: Hashable, CustomStringConvertible {
    /// The id of the view.
    public var id: ID
    /// The time at which it began.
    public var start: Duration
    /// Its length.
    public var duration: Duration
    /// The greatest visible fraction.
    public var greatestFraction: Double
    /// The reason of its end.
    public var reason: InvisibilityReason

    /// Creates an expected exposure.
    public init(
      _ id: ID, from start: Duration, lasting duration: Duration, greatestFraction: Double = 1,
      _ reason: InvisibilityReason
    ) {
      self.id = id
      self.start = start
      self.duration = duration
      self.greatestFraction = greatestFraction
      self.reason = reason
    }

    /// The exposure as test code.
    public var description: String {
      ".init(\(String(reflecting: id)), from: \(start), lasting: \(duration), greatestFraction: "
        + "\(greatestFraction), .\(reason.notation.name))"
    }
  }

  /// Every visibility change so far, in the order of delivery.
  public private(set) var changes: [Change] = []
  /// How views left the viewport so far, in the order of delivery, when they lost the lowest
  /// threshold of a rule.
  public private(set) var exits: [Exit] = []
  /// Every impression so far, in the order of delivery.
  public private(set) var impressions: [Seen] = []
  /// Every exposure that has ended so far, in the order of delivery.
  public private(set) var exposures: [Exposed] = []
  /// The host's clock. It starts at zero, and only ``advance(by:)`` moves it.
  public private(set) var now = Duration.zero
  private var asleep = Duration.zero
  private var records: [String?: [ImpressionRecord]] = [:]

  /// The engine, for features that this host lacks. Call ``pass()`` after changing its scene.
  public let engine: VisibilityEngine
  /// Called after each pass, for example to record it with `TraceRecording` of SightlineTrace.
  public var didPass: ((VisibilityEngine) -> Void)?
  private(set) var views: [ID: [TargetID]] = [:]
  private var ids: [TargetID: ID] = [:]
  private var identities = IdentityMap<ID>()
  /// The views removed since the last pass. A view added with the same id continues one.
  private var removed: [ID: [TargetID]] = [:]
  /// The observations of the views continued since the last pass.
  private var continued: [TargetID: [Observation]] = [:]
  private var observations: [TargetID: [Observation]] = [:]

  private enum Observation: Equatable {
    case changes(VisibilityRule)
    case impressions(ImpressionPolicy)
    case exposures(VisibilityRule)
  }

  /// Creates a window of this size in points; its content scrolls.
  ///
  /// Each pass with at most 200 views is compared with a plain computation, and a difference stops
  /// the test.
  public init(size: LayoutSize) {
    engine = VisibilityEngine(scene: VisibilityScene(size: size))
    engine.verifyPasses()
  }

  // MARK: Views

  /// Adds a container, such as a scroll view, by default to the window.
  public func add(
    _ container: SceneContainer, to parent: ContainerID? = nil
  ) -> ContainerID {
    engine.add(container, to: parent ?? engine.scene.root)
  }

  /// Adds a view. Views with the same id show the same item. A view added with the id of one
  /// removed since the last pass continues it, with its observations, as when a list recreates a
  /// row.
  ///
  /// - Parameters:
  ///   - id: the view's id.
  ///   - frame: the frame in the container's content, in points.
  ///   - appearance: the view's appearance.
  ///   - container: the view's container; the window if `nil`.
  @discardableResult
  public func add(
    _ id: ID, frame: LayoutRect, appearance: SceneAppearance = .plain,
    in container: ContainerID? = nil
  ) -> TargetID {
    let home = container ?? engine.scene.root
    let target: TargetID
    if let existing = removed[id]?.popLast(), engine.scene.contains(existing) {
      target = existing
      if engine.scene.container(of: existing) != home { engine.edit(.move(existing, to: home)) }
      engine.edit(.frame(frame, of: existing))
      engine.edit(.appearance(appearance, of: existing))
      continued[existing] = observations[existing]
    } else {
      target = engine.add(SceneTarget(frame: frame, appearance: appearance), to: home)
      ids[target] = id
    }
    views[id, default: []].append(target)
    return target
  }

  /// Adds a column of views of equal height, starting at the top of a container.
  ///
  /// - Parameters:
  ///   - ids: the views' ids, from the top.
  ///   - height: the height of each view, in points.
  ///   - spacing: the space between two views, in points.
  ///   - container: the views' container; the window if `nil`.
  public func addColumn(
    of ids: some Sequence<ID>, height: Double, spacing: Double = 0, in container: ContainerID? = nil
  ) {
    let home = container ?? engine.scene.root
    let width = engine.scene.container(home).frame.width
    for (row, id) in ids.enumerated() {
      add(
        id,
        frame: LayoutRect(x: 0, y: Double(row) * (height + spacing), width: width, height: height),
        in: home)
    }
  }

  /// Adds an opaque view that covers everything added before it.
  @discardableResult
  public func addCover(
    frame: LayoutRect, isFriendly: Bool = false, in container: ContainerID? = nil
  ) -> CoverID {
    engine.add(SceneCover(frame: frame, isFriendly: isFriendly), to: container ?? engine.scene.root)
  }

  /// Reports when the views of an id become visible and invisible, starting with the next pass. By
  /// default, a view counts as visible when all of it is, or as much as fits.
  public func observe(
    _ id: ID, _ rule: VisibilityRule = .asMuchAsFits, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    for view in existingViews(of: id, file, line) where begins(.changes(rule), of: view) {
      engine.watch(view, rule)
    }
  }

  /// Reports impressions of an id, starting with the next pass.
  public func observe(
    _ id: ID, for policy: ImpressionPolicy, file: StaticString = #fileID, line: UInt = #line
  ) {
    let identity = identities.identity(of: id)
    for view in existingViews(of: id, file, line) where begins(.impressions(policy), of: view) {
      engine.watch(view, for: policy, of: identity)
    }
  }

  /// Records an observation of a view, unless it continues an earlier one.
  private func begins(_ observation: Observation, of view: TargetID) -> Bool {
    if let index = continued[view]?.firstIndex(of: observation) {
      continued[view]?.remove(at: index)
      return false
    }
    observations[view, default: []].append(observation)
    return true
  }

  /// Replaces a policy with another one, as `VisibilitySession.replace(_:with:)` of a host does:
  /// counts carry over. Takes effect with the next pass.
  public func replace(_ policy: ImpressionPolicy, with successor: ImpressionPolicy) {
    engine.edit(.replace(policy, with: successor))
  }

  /// Reports the exposures of an id under a rule, starting with the next pass.
  public func observe(
    exposuresOf id: ID, _ rule: VisibilityRule = .asMuchAsFits, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let identity = identities.identity(of: id)
    for view in existingViews(of: id, file, line) where begins(.exposures(rule), of: view) {
      engine.watchExposures(view, under: rule, of: identity)
    }
  }

  /// Sets whether the dwell of an id's impressions counts, such as while a video plays, and runs a
  /// pass.
  public func setCountsDwell(
    _ counts: Bool, for id: ID, file: StaticString = #fileID, line: UInt = #line
  ) {
    for view in existingViews(of: id, file, line) {
      var appearance = engine.scene.target(view).appearance
      appearance.countsDwell = counts
      engine.edit(.appearance(appearance, of: view))
    }
    pass()
  }

  /// Moves and resizes the views of an id.
  public func move(
    _ id: ID, to frame: LayoutRect, file: StaticString = #fileID, line: UInt = #line
  ) {
    for view in existingViews(of: id, file, line) { engine.edit(.frame(frame, of: view)) }
  }

  /// Changes the appearance of the views of an id.
  public func setAppearance(
    _ appearance: SceneAppearance, of id: ID, file: StaticString = #fileID, line: UInt = #line
  ) {
    for view in existingViews(of: id, file, line) {
      engine.edit(.appearance(appearance, of: view))
    }
  }

  /// Removes the views of an id, as a lazy list removes rows off screen.
  public func remove(_ id: ID, file: StaticString = #fileID, line: UInt = #line) {
    removed[id, default: []] += existingViews(of: id, file, line)
    views[id] = nil
  }

  /// Removes the views that have not been added again.
  private func endRemoved() {
    for view in removed.values.joined() where engine.scene.contains(view) {
      engine.edit(.remove(view))
      observations[view] = nil
    }
    removed.removeAll()
    continued.removeAll()
  }

  private func existingViews(of id: ID, _ file: StaticString, _ line: UInt) -> [TargetID] {
    let existing = (views[id] ?? []).filter { engine.scene.contains($0) }
    if existing.isEmpty {
      // Optimised builds drop the message of a precondition.
      fatalError(
        UnknownID.message(for: id, wasRemoved: ids.values.contains(id), among: views.keys),
        file: file, line: line)
    }
    return existing
  }

  // MARK: Frames

  /// Scrolls a container (the window if `nil`) vertically to an offset in points, and runs a pass.
  public func scroll(
    to y: Double, in container: ContainerID? = nil, by source: SceneContainer.ScrollSource = .reader
  ) {
    let id = container ?? engine.scene.root
    let x = engine.scene.container(id).contentOffset.x
    scroll(to: LayoutPoint(x: x, y: y), in: id, by: source)
  }

  /// Scrolls a container (the window if `nil`) to an offset in points, and runs a pass.
  ///
  /// - Parameter source: whether the reader or the app scrolls, which determines the cause in
  ///   ``exits``.
  public func scroll(
    to offset: LayoutPoint, in container: ContainerID? = nil,
    by source: SceneContainer.ScrollSource = .reader
  ) {
    if source == .reader { noteInput() }
    engine.edit(.scroll(container ?? engine.scene.root, to: offset, by: source))
    pass()
  }

  /// Advances the clock. Runs a pass at every deadline on the way, like a host's timer, and one at
  /// the end.
  public func advance(by duration: Duration) {
    require(duration >= .zero, "a clock cannot be moved back")
    let end = now + duration
    while let deadline = engine.nextDeadline {
      let time = deadline - .zero
      guard time > now && time < end else { break }
      now = time
      pass()
    }
    now = end
    pass()
  }

  /// Puts the device to sleep, and runs a pass when it wakes up. Cool-downs continue during sleep;
  /// ``now``, dwells and exposures don't.
  public func sleep(for duration: Duration) {
    require(duration >= .zero, "a device cannot sleep for a negative time")
    asleep += duration
    pass()
  }

  /// Moves the app to the foreground or background, and runs a pass.
  public func setForeground(_ isForeground: Bool) {
    engine.isForeground = isForeground
    pass()
  }

  /// The person looking at the views; `nil` for none. A change ends all exposures now, switches to
  /// the new person's impressions and a new session, and runs a pass.
  public var person: String? {
    didSet {
      if person == oldValue { return }
      engine.edit(.endExposures)
      pass()
      records[oldValue] = engine.impressionRecords
      engine.edit(.forgetAllImpressions)
      engine.edit(.beginSession)
      for record in records[person] ?? [] { engine.adopt(record) }
      pass()
    }
  }

  /// The time without scrolling by the reader after which the next scroll begins a session; `nil`
  /// for never. The default is 30 minutes.
  public var inputTimeout: Duration? = .seconds(1_800)
  private var lastInput = Duration.zero

  /// Records input by the reader at the current time, before a pass. It begins a session if there
  /// was none for ``inputTimeout``.
  public func noteInput() {
    let time = now + asleep
    if let inputTimeout, time - lastInput >= inputTimeout { engine.edit(.beginSession) }
    lastInput = time
  }

  /// Runs a pass, as a frame does.
  public func pass() {
    endRemoved()
    engine.pass(at: DeviceTime(awake: .zero + now, asleep: asleep))
    didPass?(engine)
    for change in engine.changes {
      guard let id = ids[change.target] else { continue }
      changes.append(
        Change(
          id: id, isVisible: change.isVisible, threshold: change.threshold,
          reason: change.reason))
      if change.threshold == 0, let exit = change.exit {
        exits.append(Exit(id, at: exit.edge, by: exit.cause))
      }
    }
    for impression in engine.impressions {
      guard let id = identities.id(of: impression.identity) else { continue }
      impressions.append(Seen(id, at: impression.time - .zero, count: impression.count))
    }
    for event in engine.exposures {
      guard let reason = event.reason, let id = identities.id(of: event.identity) else { continue }
      exposures.append(
        Exposed(
          id, from: event.start - .zero, lasting: event.duration,
          greatestFraction: event.greatestFraction, reason))
    }
  }

  /// Clears the reports so far, so that a test sees only later ones.
  public func clearReports() {
    changes.removeAll()
    exits.removeAll()
    impressions.removeAll()
    exposures.removeAll()
  }

  // MARK: State

  /// Returns the current state of the first view of an id.
  public func state(
    of id: ID, file: StaticString = #fileID, line: UInt = #line
  ) -> VisibilitySnapshot {
    engine.state(of: existingViews(of: id, file, line)[0])
  }

  /// Returns the exposure of an id under a policy, or `nil` if it was never visible.
  ///
  /// The method is mutating because it may assign the id a number: call it before `#expect`, not
  /// inside.
  public func exposure(of id: ID, for policy: ImpressionPolicy) -> Exposure? {
    engine.exposure(of: identities.identity(of: id), for: policy, at: .zero + now)
  }
}

extension ScreenlessHost.Change: Sendable where ID: Sendable {}
extension ScreenlessHost.Exit: Sendable where ID: Sendable {}
extension ScreenlessHost.Seen: Sendable where ID: Sendable {}
extension ScreenlessHost.Exposed: Sendable where ID: Sendable {}
