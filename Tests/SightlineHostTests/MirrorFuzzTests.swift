import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// The mirror, which reads only what may have changed, against one that has just been made.
@MainActor
@Suite struct MirrorFuzzTests {
  @Test(arguments: UInt64(0)..<20)
  func whatIsMirroredIsWhatANewMirrorWouldHold(seed: UInt64) {
    var world = MirroredWorld(seed: seed)
    for step in 0..<150 {
      world.change()
      if step % 3 == 0 { world.change() }
      world.frame(step)
      if step % 5 == 0 {
        #expect(world.matchesNewMirror(), "seed \(seed), step \(step)")
      }
      if !world.window.mirror.matchesToolkit {
        Issue.record("seed \(seed), step \(step): a reading is not the toolkit's")
        return
      }
    }
    #expect(world.events.isBalanced, "seed \(seed)")
  }
}

/// The same where the toolkit says nothing: what shows is right in every frame as far as it gave a
/// sign, and everything is right once the app rests.
@MainActor
@Suite struct SurveyFuzzTests {
  @Test(arguments: UInt64(0)..<12)
  func whatIsMirroredAtRestIsWhatANewMirrorWouldHold(seed: UInt64) {
    var world = MirroredWorld(seed: seed, reportsChanges: false)
    for step in 0..<150 {
      world.change()
      if step % 3 == 0 { world.change() }
      world.frame(step)
      #expect(world.window.mirror.matchesToolkit, "seed \(seed), step \(step)")
      if step % 5 == 0 {
        world.frame(step, .everything)
        #expect(world.window.mirror.isSettled)
        #expect(world.matchesNewMirror(), "seed \(seed), step \(step)")
        #expect(world.window.mirror.matchesToolkit, "seed \(seed), step \(step)")
      }
    }
    #expect(world.events.isBalanced, "seed \(seed)")
  }
}

/// A random tree, its window, and what was reported of it.
@MainActor
private struct MirroredWorld {
  let tree: RandomTree
  let window: MirroredWindow
  let events = Events()
  private var tracked: [ViewKey: TrackedView] = [:]
  private var generator: SeededGenerator

  @MainActor final class Events {
    private var visible: Set<ViewKey> = []
    private(set) var isBalanced = true

    func note(_ view: ViewKey, _ state: VisibilityState) {
      let isChange =
        state == .visible ? visible.insert(view).inserted : visible.remove(view) != nil
      if !isChange { isBalanced = false }
    }
  }

  init(seed: UInt64, reportsChanges: Bool = true) {
    generator = SeededGenerator(seed: seed)
    tree = RandomTree(reportsChanges: reportsChanges)
    window = MirroredWorld.makeWindow(tree)
    for _ in 0..<12 { change() }
  }

  private static func makeWindow(_ tree: RandomTree) -> MirroredWindow {
    let tracker = VisibilityTracker(
      root: SceneContainer(frame: .zero, clip: .bounds), session: VisibilitySession(),
      wantsPass: {},
      setTimer: { _ in })
    let window = MirroredWindow(root: tree.root, tree: tree, tracker: tracker)
    window.presence.isShown = true
    return window
  }

  func frame(_ step: Int, _ extent: ViewMirror.Extent = .whatShows) {
    window.frame(at: .zero + .milliseconds(16 * step), extent)
  }

  // MARK: Changes

  mutating func change() {
    let views = tree.views
    let some = views.isEmpty ? tree.root : views[generator.index(views.count)]
    // Now and then more than are read without looking for what shows.
    let siblings = generator.index(!tree.reportsChanges && generator.oneIn(6) ? 60 : 8)
    switch generator.index(12) {
    case 0, 1, 2: add(to: some, siblings)
    case 3: if some != tree.root { remove(some) }
    case 4: if some != tree.root { reparent(some) }
    case 5: tree.change(some) { $0.appearance.opacity = generator.oneIn(3) ? 0 : 1 }
    case 6: tree.change(some) { $0.appearance.isHidden = generator.oneIn(2) }
    case 7:
      tree.change(some) {
        $0.contentOffset.y = generator.number(0...300).rounded()
        $0.scrolls = true
      }
    case 8: tree.change(some) { $0.clip = generator.oneIn(2) ? .bounds : .none }
    case 9: toggle(some)
    default: if some != tree.root { tree.change(some) { $0.frame = frame(&generator) } }
    }
  }

  private mutating func add(to parent: ViewKey, _ siblings: Int) {
    for _ in 0...siblings {
      let view = tree.add(to: parent, ViewReading(frame: frame(&generator)))
      if !generator.oneIn(3) { toggle(view) }
    }
  }

  private func frame(_ generator: inout SeededGenerator) -> LayoutRect {
    LayoutRect(
      x: generator.number(-100...350).rounded(), y: generator.number(-100...550).rounded(),
      width: generator.number(20...300).rounded(), height: generator.number(20...300).rounded())
  }

  /// Begins to observe a view, or ends it.
  private mutating func toggle(_ view: ViewKey) {
    if let known = tracked.removeValue(forKey: view) {
      window.displace(known)
      return
    }
    let observed = TrackedView()
    let events = events
    _ = observed.register(.visibility(.anyPixel), .changed { events.note(view, $0) })
    tracked[view] = observed
    window.place(observed, at: view)
  }

  private mutating func remove(_ view: ViewKey) {
    for gone in tree.subtree(of: view) {
      guard let observed = tracked.removeValue(forKey: gone) else { continue }
      // Otherwise the mirror has to notice.
      if tree.reportsChanges { window.displace(observed) }
    }
    _ = tree.remove(view)
  }

  /// Moves a view with everything in it, as toolkits do: out of the window and into it again.
  private mutating func reparent(_ view: ViewKey) {
    let inside = tree.subtree(of: view)
    let targets = tree.views.filter { !inside.contains($0) } + [tree.root]
    guard tree.reportsChanges else {
      tree.reparent(view, to: targets[generator.index(targets.count)])
      return
    }
    for moved in inside { if let observed = tracked[moved] { window.displace(observed) } }
    tree.reparent(view, to: targets[generator.index(targets.count)])
    for moved in inside { if let observed = tracked[moved] { window.place(observed, at: moved) } }
  }

  // MARK: Comparing

  /// Whether every observed view has the state that a mirror made just now gives it.
  func matchesNewMirror() -> Bool {
    let fresh = MirroredWorld.makeWindow(Snapshot(of: tree))
    var others: [ViewKey: TrackedView] = [:]
    for view in tracked.keys {
      let observed = TrackedView()
      fresh.place(observed, at: view)
      others[view] = observed
    }
    fresh.frame(at: .zero)
    for (view, observed) in others {
      guard let place = tracked[view]?.place, let other = observed.place else { return false }
      let (mine, theirs) = (
        window.tracker.engine.state(of: place.target),
        fresh.tracker.engine.state(of: other.target)
      )
      // What cannot show is not read: where it is hidden or clipped away is all that counts then.
      if mine.fraction != theirs.fraction { return false }
      if (mine.reason == nil) != (theirs.reason == nil) { return false }
    }
    return true
  }

  /// The same views for another mirror, which must not take the first one's questions away.
  private static func makeWindow(_ snapshot: Snapshot) -> MirroredWindow {
    let tracker = VisibilityTracker(
      root: SceneContainer(frame: .zero, clip: .bounds), session: VisibilitySession(),
      wantsPass: {},
      setTimer: { _ in })
    let window = MirroredWindow(root: snapshot.tree.root, tree: snapshot, tracker: tracker)
    window.presence.isShown = true
    return window
  }

  @MainActor private final class Snapshot: ViewTree {
    let tree: RandomTree
    init(of tree: RandomTree) { self.tree = tree }
    func parent(of view: ViewKey) -> ViewKey? { tree.parent(of: view) }
    func read(_ view: ViewKey, in surroundings: Surroundings) -> ViewReading? {
      tree.read(view, in: surroundings)
    }
    func contentsMayDiffer(in view: ViewKey) -> Bool { true }
    func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] { [] }
  }
}
