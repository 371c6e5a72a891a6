public import SightlineCore

/// A host without a screen, with a clock that is moved by hand, to test what an app reports.
///
/// ```swift
/// var host = ScreenlessHost<String>(size: LayoutSize(width: 390, height: 844))
/// host.add("ad", frame: LayoutRect(x: 0, y: 1_000, width: 390, height: 250))
/// host.observe("ad", for: .mrcDisplay)
/// host.scroll(to: 300)
/// host.advance(by: .seconds(1))
/// #expect(host.impressions == [.init("ad", at: .seconds(1))])
/// ```
///
/// It does what every host does: it mirrors views into a scene, runs one pass for each step and at
/// the engine's deadlines, and delivers in order. `add`, `remove`, `move` and the like only change
/// the scene; `scroll`, `advance` and `pass` run a pass, as a frame does.
///
/// An id without a view is a mistake in the test: it stops with the id, the nearest ids that have
/// views, and the test's own file and line.
public struct ScreenlessHost<ID: Hashable> {
  /// A view became visible or invisible.
  public struct Change: Hashable, CustomStringConvertible {
    /// The view's id.
    public var id: ID
    /// Whether it is visible now.
    public var isVisible: Bool
    /// Which of its rule's thresholds was crossed, from 0.
    public var threshold: Int
    /// Why it is not visible; `nil` when it is.
    public var reason: InvisibilityReason?

    /// It became visible.
    public static func visible(_ id: ID, threshold: Int = 0) -> Change {
      Change(id: id, isVisible: true, threshold: threshold, reason: nil)
    }

    /// It became invisible.
    public static func invisible(
      _ id: ID, _ reason: InvisibilityReason, threshold: Int = 0
    ) -> Change {
      Change(id: id, isVisible: false, threshold: threshold, reason: reason)
    }

    /// As it is written in a test: `.visible("ad")`, `.invisible("ad", .outOfViewport, threshold:
    /// 1)`.
    public var description: String {
      let reason = reason.map { ", .\(caseName(of: $0))" } ?? ""
      let threshold = threshold == 0 ? "" : ", threshold: \(threshold)"
      return
        ".\(isVisible ? "visible" : "invisible")(\(String(reflecting: id))\(reason)\(threshold))"
    }
  }

  /// An id was seen.
  public struct Seen: Hashable, CustomStringConvertible {
    /// The id that was seen.
    public var id: ID
    /// When its dwell was reached, on the host's clock.
    public var time: Duration
    /// How many times it has been seen by then.
    public var count: Int

    /// Creates what a test expects.
    public init(_ id: ID, at time: Duration, count: Int = 1) {
      self.id = id
      self.time = time
      self.count = count
    }

    /// As it is written in a test: `.init("ad", at: 1.0 seconds)`; with the count if it is not the
    /// first time.
    public var description: String {
      let count = count == 1 ? "" : ", count: \(count)"
      return ".init(\(String(reflecting: id)), at: \(time)\(count))"
    }
  }

  /// Every visibility change so far, in the order of delivery.
  public private(set) var changes: [Change] = []
  /// Every impression so far, in the order of delivery.
  public private(set) var impressions: [Seen] = []
  /// The host's clock. It starts at zero, and only ``advance(by:)`` moves it.
  public private(set) var now = Duration.zero

  /// The engine, for what this host does not offer. Call ``pass()`` after changing its scene.
  public var engine: VisibilityEngine
  private var views: [ID: [TargetID]] = [:]
  private var ids: [TargetID: ID] = [:]
  private var identities = IdentityMap<ID>()

  /// Creates a window of this size in points; its content scrolls.
  public init(size: LayoutSize) { engine = VisibilityEngine(scene: VisibilityScene(size: size)) }

  // MARK: Views

  /// Adds a container, by default to the window: a scroll view, a card that clips, …
  public mutating func add(
    _ container: SceneContainer, to parent: ContainerID? = nil
  ) -> ContainerID {
    engine.scene.add(container, to: parent ?? engine.scene.root)
  }

  /// Adds a view. Several may have the same id: they show the same item.
  ///
  /// - Parameters:
  ///   - id: the view's id.
  ///   - frame: in the container's content, in points.
  ///   - appearance: how it is drawn.
  ///   - container: where it lies; the window if `nil`.
  @discardableResult
  public mutating func add(
    _ id: ID, frame: LayoutRect, appearance: SceneAppearance = .plain,
    in container: ContainerID? = nil
  ) -> TargetID {
    let target = engine.scene.add(
      SceneTarget(frame: frame, appearance: appearance), to: container ?? engine.scene.root)
    views[id, default: []].append(target)
    ids[target] = id
    return target
  }

  /// Adds a column of views of one height from the top of a container.
  ///
  /// - Parameters:
  ///   - ids: the views' ids, from the top.
  ///   - height: of each view, in points.
  ///   - spacing: between two views, in points.
  ///   - container: where they lie; the window if `nil`.
  public mutating func addColumn(
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

  /// Adds an opaque view that covers what was added before it.
  @discardableResult
  public mutating func addCover(
    frame: LayoutRect, isFriendly: Bool = false, in container: ContainerID? = nil
  ) -> CoverID {
    engine.scene.add(
      SceneCover(frame: frame, isFriendly: isFriendly), to: container ?? engine.scene.root)
  }

  /// Reports when the views of an id become visible and invisible, from the next pass on; by
  /// default once all of a view shows, or as much as fits.
  public mutating func observe(
    _ id: ID, _ rule: VisibilityRule = .asMuchAsFits, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    for view in existingViews(of: id, file, line) { engine.watch(view, rule) }
  }

  /// Reports when an id is seen, from the next pass on.
  public mutating func observe(
    _ id: ID, for policy: ImpressionPolicy, file: StaticString = #fileID, line: UInt = #line
  ) {
    let identity = identities.identity(of: id)
    for view in existingViews(of: id, file, line) { engine.watch(view, for: policy, of: identity) }
  }

  /// Moves and resizes the views of an id.
  public mutating func move(
    _ id: ID, to frame: LayoutRect, file: StaticString = #fileID, line: UInt = #line
  ) {
    for view in existingViews(of: id, file, line) { engine.scene.setFrame(frame, of: view) }
  }

  /// Changes how the views of an id are drawn.
  public mutating func setAppearance(
    _ appearance: SceneAppearance, of id: ID, file: StaticString = #fileID, line: UInt = #line
  ) {
    for view in existingViews(of: id, file, line) {
      engine.scene.setAppearance(appearance, of: view)
    }
  }

  /// Removes the views of an id, as a lazy list does with rows that have left the screen.
  public mutating func remove(
    _ id: ID, file: StaticString = #fileID, line: UInt = #line
  ) {
    for view in existingViews(of: id, file, line) { engine.scene.remove(view) }
    views[id] = nil
  }

  private func existingViews(
    of id: ID, _ file: StaticString, _ line: UInt
  ) -> [TargetID] {
    let existing = (views[id] ?? []).filter { engine.scene.contains($0) }
    if existing.isEmpty {
      // An optimised build drops the message of a precondition.
      fatalError(
        UnknownID.message(for: id, wasRemoved: ids.values.contains(id), among: views.keys),
        file: file, line: line)
    }
    return existing
  }

  // MARK: Frames

  /// Scrolls a container (the window if `nil`) vertically to an offset in points, and runs a pass.
  public mutating func scroll(to y: Double, in container: ContainerID? = nil) {
    let id = container ?? engine.scene.root
    scroll(to: LayoutPoint(x: engine.scene.container(id).contentOffset.x, y: y), in: id)
  }

  /// Scrolls a container (the window if `nil`) to an offset in points, and runs a pass.
  public mutating func scroll(to offset: LayoutPoint, in container: ContainerID? = nil) {
    engine.scene.setContentOffset(offset, of: container ?? engine.scene.root)
    pass()
  }

  /// Advances the clock. Passes run at every deadline on the way, as by a host's timer, and one at
  /// the end.
  public mutating func advance(by duration: Duration) {
    precondition(duration >= .zero, "a clock cannot be moved back")
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

  /// Brings the app to the foreground or sends it to the background, and runs a pass.
  public mutating func setForeground(_ isForeground: Bool) {
    engine.isForeground = isForeground
    pass()
  }

  /// Runs a pass, as a frame does.
  public mutating func pass() {
    engine.pass(at: .zero + now)
    for change in engine.changes {
      guard let id = ids[change.target] else { continue }
      changes.append(
        Change(
          id: id, isVisible: change.isVisible, threshold: change.threshold,
          reason: change.reason))
    }
    for impression in engine.impressions {
      guard let id = identities.id(of: impression.identity) else { continue }
      impressions.append(Seen(id, at: impression.time - .zero, count: impression.count))
    }
  }

  /// Clears the reports so far, so that a test sees only what comes next.
  public mutating func clearReports() {
    changes.removeAll()
    impressions.removeAll()
  }

  // MARK: State

  /// Everything about the first view of an id, as the scene is now.
  public func state(
    of id: ID, file: StaticString = #fileID, line: UInt = #line
  ) -> VisibilitySnapshot {
    engine.state(of: existingViews(of: id, file, line)[0])
  }

  /// How long and how much of an id was visible under a policy; `nil` if it never was.
  ///
  /// Mutating, since it may have to number the id: call it before `#expect`, not within.
  public mutating func exposure(of id: ID, for policy: ImpressionPolicy) -> Exposure? {
    engine.exposure(of: identities.identity(of: id), for: policy, at: .zero + now)
  }
}

extension ScreenlessHost: Sendable where ID: Sendable {}
extension ScreenlessHost.Change: Sendable where ID: Sendable {}
extension ScreenlessHost.Seen: Sendable where ID: Sendable {}
