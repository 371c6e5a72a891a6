import SightlineCore
import SightlineHost
import SightlineOracle
import SightlineTestSupport
import Testing

/// Two windows of one session, each with a random tree of views, and the reports about them.
@MainActor
struct MirroredWorld {
  let session = VisibilitySession()
  private(set) var sides: [Side] = []
  let log = ReportLog()
  private var generator: SeededGenerator
  private var views = 0
  /// The number of views read so far.
  private(set) var reads = 0

  /// A window, and its observed views.
  struct Side {
    let tree: RandomTree
    let window: MirroredWindow
    /// The window itself, a smaller one, and one that begins further down.
    let viewports: [ViewportID]
    var tracked: [ViewKey: ObservedView] = [:]
  }

  /// A view in either window.
  struct ObservedView {
    let number: Int
    /// The index of its viewport in the window.
    let viewport: Int
    let tracked: ViewSlot
  }

  /// - Parameter reportsChanges: whether the trees report changes, as GTK does, or not, as UIKit.
  init(seed: UInt64, reportsChanges: Bool = true) {
    generator = SeededGenerator(seed: seed)
    for _ in 0..<2 { sides.append(makeSide(seed, reportsChanges)) }
    for _ in 0..<12 { change() }
  }

  private func makeSide(_ seed: UInt64, _ reportsChanges: Bool) -> Side {
    let tree = RandomTree(reportsChanges: reportsChanges)
    tree.hasStamps = !reportsChanges && seed % 2 == 0
    let window = MirroredWorld.makeWindow(tree.root, tree, session)
    window.engine.verifyPasses { Issue.record("seed \(seed): \($0.text)") }
    return Side(
      tree: tree, window: window, viewports: MirroredWorld.addViewports(to: window))
  }

  private static func makeWindow(
    _ root: ViewKey, _ tree: any ViewTree, _ session: VisibilitySession
  ) -> MirroredWindow {
    let window = MirroredWindow.shown(root: root, of: tree, frame: .zero, session: session)
    // The tests compare by themselves, and report the seed.
    window.verifiesFrames = false
    return window
  }

  private static func addViewports(to window: MirroredWindow) -> [ViewportID] {
    let root = window.engine.scene.root
    let margins = [
      LayoutInsets(top: 0, left: -50, bottom: -200, right: -50),
      LayoutInsets(top: -300, left: 0, bottom: 0, right: 0),
    ]
    return [window.engine.window]
      + margins.map {
        window.engine.add(
          VisibilityViewport(root, margins: ViewportMargins(points: $0, fractions: .zero)))
      }
  }

  mutating func frame(readingEverything: Bool = false) {
    // Occasionally, a longer time passes.
    now = now + .milliseconds(generator.oneIn(10) ? 700 : 16)
    for side in sides {
      side.window.frame(at: now, readingEverything: readingEverything)
      reads += side.window.mirror.readCount
    }
  }

  private var now = MonotonicTime.zero

  // MARK: Changes

  mutating func change() {
    let side = generator.index(sides.count)
    let (tree, views) = (sides[side].tree, sides[side].tree.views)
    let some = views.isEmpty ? tree.root : views[generator.index(views.count)]
    switch generator.index(16) {
    // Occasionally, more children than are read without a search for the visible ones.
    case 0, 1, 2:
      add(to: some, side, generator.index(!tree.reportsChanges && generator.oneIn(12) ? 60 : 12))
    case 3: if some != tree.root { remove(some, side) }
    case 4: if some != tree.root { reparent(some, side) }
    case 5: tree.change(some) { $0.appearance.opacity = generator.oneIn(3) ? 0 : 1 }
    case 6: tree.change(some) { $0.appearance.isHidden = generator.oneIn(2) }
    case 7:
      tree.change(some) {
        $0.contentOffset.y = generator.number(0...300).rounded()
        $0.scrolls = true
      }
    case 8: tree.change(some) { $0.clip = generator.oneIn(2) ? .bounds : .none }
    case 9: toggle(some, side)
    case 10: moveToOtherWindow(from: side)
    case 11: if generator.oneIn(4) { sides[side].window.presence.isMinimized.toggle() }
    case 12:
      if generator.oneIn(4) {
        session.beginSession()
        log.sessions += 1
      }
    default:
      if some != tree.root { tree.change(some) { $0.frame = frame(&generator) } }
    }
  }

  private mutating func add(to parent: ViewKey, _ side: Int, _ siblings: Int) {
    for _ in 0...siblings {
      let view = sides[side].tree.add(to: parent, ViewReading(frame: frame(&generator)))
      if !generator.oneIn(3) { toggle(view, side) }
    }
  }

  private func frame(_ generator: inout SeededGenerator) -> LayoutRect {
    LayoutRect(
      x: generator.number(-100...350).rounded(), y: generator.number(-100...550).rounded(),
      width: generator.number(20...300).rounded(), height: generator.number(20...300).rounded())
  }

  /// Starts or stops observing a view.
  private mutating func toggle(_ view: ViewKey, _ side: Int) {
    if let existing = sides[side].tracked.removeValue(forKey: view) {
      sides[side].window.displace(existing.tracked)
      return
    }
    views += 1
    let observed = ObservedView(
      number: views, viewport: generator.index(3), tracked: ViewSlot())
    register(observed)
    sides[side].tracked[view] = observed
    sides[side].window.place(observed.tracked, at: view)
  }

  /// Observes a view by several rules and policies, each for one of a few items.
  private mutating func register(_ view: ObservedView) {
    let (log, number, all) = (log, view.number, sides)
    for rule in [VisibilityRule.anyPixel, .fraction(0.5)].prefix(1 + generator.index(2)) {
      _ = view.tracked.register(
        .changes(rule) { log.note(number, rule, $1) },
        in: { [weak tracked = view.tracked] in
          all.first { $0.window === tracked?.place?.window }?.viewports[view.viewport]
        })
    }
    let item = generator.index(10)
    for policy in ReportLog.policies.shuffled(using: &generator).prefix(generator.index(4)) {
      _ = view.tracked.impression(of: AnyHashable(item), policy) { log.note(item, policy, $0) }
    }
  }

  private mutating func remove(_ view: ViewKey, _ side: Int) {
    for gone in sides[side].tree.subtree(of: view) {
      guard let observed = sides[side].tracked.removeValue(forKey: gone) else { continue }
      // Otherwise the mirror has to find the change.
      if sides[side].tree.reportsChanges { sides[side].window.displace(observed.tracked) }
    }
    _ = sides[side].tree.remove(view)
  }

  /// Moves a view with everything in it; if the tree reports changes, out of the window and back
  /// in.
  private mutating func reparent(_ view: ViewKey, _ side: Int) {
    let (tree, window, tracked) = (sides[side].tree, sides[side].window, sides[side].tracked)
    let inside = tree.subtree(of: view)
    let targets = tree.views.filter { !inside.contains($0) } + [tree.root]
    let parent = targets[generator.index(targets.count)]
    guard tree.reportsChanges else { return tree.reparent(view, to: parent) }
    for moved in inside { if let view = tracked[moved] { window.displace(view.tracked) } }
    tree.reparent(view, to: parent)
    for moved in inside { if let view = tracked[moved] { window.place(view.tracked, at: moved) } }
  }

  /// Moves a view from one window to the other, with its registrations.
  private mutating func moveToOtherWindow(from side: Int) {
    let views = sides[side].tracked.keys.sorted { $0.address < $1.address }
    guard !views.isEmpty else { return }
    let view = views[generator.index(views.count)]
    guard let observed = sides[side].tracked.removeValue(forKey: view) else { return }
    let other = 1 - side
    let arrived = sides[other].tree.add(
      to: sides[other].tree.root, ViewReading(frame: frame(&generator)))
    sides[other].tracked[arrived] = observed
    sides[other].window.place(observed.tracked, at: arrived)
    sides[side].window.displace(observed.tracked)
  }

  // MARK: Comparing

  /// Whether every observed view has the same state as in a new mirror.
  func matchesNewMirrors() -> Bool { sides.allSatisfy { matchesNewMirror($0) } }

  private func matchesNewMirror(_ side: Side) -> Bool {
    let fresh = MirroredWorld.makeWindow(
      side.tree.root, Snapshot(of: side.tree), VisibilitySession())
    fresh.presence = side.window.presence
    let viewports = MirroredWorld.addViewports(to: fresh)
    var others: [ViewKey: ViewSlot] = [:]
    for view in side.tracked.keys {
      let observed = ViewSlot()
      fresh.place(observed, at: view)
      others[view] = observed
    }
    fresh.frame(at: .zero)
    for (view, observed) in others {
      guard let place = side.tracked[view]?.tracked.place, let other = observed.place else {
        return false
      }
      for (viewport, freshViewport) in zip(side.viewports, viewports) {
        let mine = side.window.engine.state(of: place.target, in: viewport)
        let theirs = fresh.engine.state(of: other.target, in: freshViewport)
        // Views that cannot show are not read: only whether they are hidden or clipped away counts.
        if mine.fraction != theirs.fraction { return false }
        if (mine.reason == nil) != (theirs.reason == nil) { return false }
      }
    }
    return true
  }

  /// The same views for another mirror, which must not consume the first one's change reports.
  @MainActor private final class Snapshot: ViewTree {
    let tree: RandomTree
    init(of tree: RandomTree) { self.tree = tree }
    func parent(of view: ViewKey) -> ViewKey? { tree.parent(of: view) }
    func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
      tree.read(view, in: surroundings)
    }
  }
}

/// The reports in all windows, and the impossible ones among them.
@MainActor
final class ReportLog {
  /// The policies that count items: several for each view, with and without a speed limit.
  static let policies = [
    ImpressionPolicy(rule: .anyPixel),
    ImpressionPolicy(rule: .anyPixel, dwell: .milliseconds(40), repetition: .oncePerSession),
    ImpressionPolicy(rule: .fraction(0.5), dwell: .milliseconds(500), scrollSpeedLimit: 500),
    ImpressionPolicy(rule: .fraction(0.5), repetition: .oncePerSession, scrollSpeedLimit: 2_000),
  ]

  private struct Registration: Hashable {
    var view: Int
    var rule: VisibilityRule
  }

  private struct Subject: Hashable {
    var item: Int
    var policy: ImpressionPolicy
  }

  private var visible: Set<Registration> = []
  private var counts: [Subject: Int] = [:]
  private(set) var count = 0
  private(set) var problems: [String] = []
  var sessions = 1

  func note(_ view: Int, _ rule: VisibilityRule, _ state: VisibilityState) {
    count += 1
    let registration = Registration(view: view, rule: rule)
    let isChange =
      state == .visible
      ? visible.insert(registration).inserted : visible.remove(registration) != nil
    if !isChange { problems.append("view \(view) became \(state) twice") }
  }

  func note(_ item: Int, _ policy: ImpressionPolicy, _ impression: Impression) {
    count += 1
    let subject = Subject(item: item, policy: policy)
    counts[subject, default: 0] += 1
    let most = policy.repetition == .once ? 1 : sessions
    if counts[subject, default: 0] > most || impression.count != counts[subject] {
      problems.append("item \(item) was seen \(impression.count) times under \(policy)")
    }
  }
}
