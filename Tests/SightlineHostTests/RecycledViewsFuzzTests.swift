import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Random views of few items, with many changes per turn, compared with models that only count.
@MainActor
@Suite struct RecycledViewsFuzzTests {
  @Test(arguments: UInt64(0)..<12)
  func `probes match a model for all owners`(seed: UInt64) {
    let world = ProbeWorld(seed: seed)
    for step in 0..<150 {
      world.turn()
      let (reported, expected) = world.frame()
      guard reported == expected else {
        Issue.record("seed \(seed), step \(step): \(reported), not \(expected)")
        return
      }
      // The closure of a typical app: `if isVisible { visible.insert(id) } else {
      // visible.remove(id) }`.
      guard world.kept == world.shown else {
        Issue.record("seed \(seed), step \(step): \(world.kept) kept, \(world.shown) on screen")
        return
      }
    }
    #expect(world.eventCount > 100, "seed \(seed)")
  }

  @Test(arguments: UInt64(0)..<12)
  func `items in recycled views are visible while any of their views is`(seed: UInt64) {
    let world = RowWorld(seed: seed)
    for step in 0..<150 {
      world.turn()
      let reported = world.frame()
      let expected = world.expected()
      guard reported == expected else {
        Issue.record("seed \(seed), step \(step): \(reported), not \(expected)")
        return
      }
    }
    #expect(world.eventCount > 50 && !world.kept.isEmpty, "seed \(seed)")
  }

  @Test(arguments: UInt64(0)..<12)
  func `items are as visible as their views after closures that change the list`(seed: UInt64) {
    let world = RowWorld(seed: seed)
    for step in 0..<150 {
      world.actionCount = 3
      world.turn()
      _ = world.frame()
      world.actionCount = 0
      // The first frame may leave a departure to the pass that reads its window.
      for _ in 0..<2 { _ = world.frame() }
      _ = world.expected()
      guard let mistake = world.mistake else { continue }
      Issue.record("seed \(seed), step \(step): \(mistake)")
      return
    }
    #expect(world.eventCount > 50, "seed \(seed)")
  }
}

/// Views of 10 × 10 in a window of 100 × 100 that come, go, move, show other items and change their
/// owners. The model does not track which view replaces which: it only counts.
@MainActor
private final class ProbeWorld {
  /// A closure, by its number, and the value it was called with.
  typealias Event = (closure: Int, isVisible: Bool)

  /// The unit with its own closures: the items of an owner, by kind of view.
  struct Listener: Hashable {
    var item: Item
    var kind: Int
  }

  struct Item: Hashable {
    var owner: Int
    var id: Int
  }

  private struct View {
    var id: Int
    var kind: Int
    var closure: Int
    /// The order of binding.
    var number: Int
    /// The owner it was bound under, from the next frame on.
    var owner: Int?
  }

  private let tree = NamedViews()
  private let window: MirroredWindow
  private let items = ItemTable()
  private var numbers: SeededGenerator
  private var now = MonotonicTime.zero
  private var log: [Event] = []

  private static let names = (0..<10).map { ViewKey(name: "v\($0)") }
  private static let owners = (0..<3).map { _ in ItemOwner() }
  private static let kinds: [Any.Type] = [Int.self, String.self]
  private var views: [ViewKey: View] = [:]
  /// The current owner of each name.
  private var surroundings: [ViewKey: Int] = [:]
  private var count = 0

  // The model.
  private var told: Set<Listener> = []
  private var closures: [Listener: Int] = [:]
  private var itemOfClosure: [Int: Item] = [:]
  private(set) var kept: Set<Item> = []
  private(set) var eventCount = 0

  init(seed: UInt64) {
    numbers = SeededGenerator(seed: seed)
    window = .shown(root: "window", of: tree)
    items.owner = { [unowned self] in
      surroundings[$0].flatMap { $0 == 2 ? nil : Self.owners[$0] }
    }
  }

  func turn() {
    for _ in 0...numbers.index(6) { change() }
  }

  private func change() {
    let view = Self.names[numbers.index(Self.names.count)]
    guard let existing = views[view] else { return make(view) }
    switch numbers.index(6) {
    case 0, 1: remove(view)
    case 2: tree.places[view] = place()
    case 3: update(view, id: numbers.index(3), kind: existing.kind)
    case 4: update(view, id: existing.id, kind: numbers.index(2))
    default:
      // Its list is replaced by another one without notice.
      surroundings[view] = numbers.index(3)
      update(view, id: existing.id, kind: existing.kind)
    }
  }

  private func place() -> Double { numbers.oneIn(3) ? 1_000 : Double(numbers.index(90)) }

  private func make(_ view: ViewKey) {
    tree.places[view] = place()
    surroundings[view] = numbers.index(3)
    update(view, id: numbers.index(3), kind: numbers.index(2))
    // SwiftUI may create a view, discard it and create another one in the same update.
    if numbers.oneIn(4) {
      remove(view)
      make(view)
    }
  }

  private func remove(_ view: ViewKey) {
    tree.places[view] = nil
    views[view] = nil
    items.remove(view)
  }

  private func update(_ view: ViewKey, id: Int, kind: Int) {
    count += 1
    let closure = count
    if let existing = views[view], existing.id == id, existing.kind == kind {
      views[view]?.closure = closure
      if let owner = existing.owner {
        let listener = Listener(item: Item(owner: owner, id: id), kind: kind)
        if newest(of: listener)?.number == existing.number { closures[listener] = closure }
      }
    } else {
      views[view] = View(id: id, kind: kind, closure: closure, number: count)
    }
    let probe = Observation.changes(.fully, of: HashedID(id)) { [unowned self] in
      log.append((closure, $1 == .visible))
    }
    probe.kind = ObjectIdentifier(Self.kinds[kind])
    items.update(
      [probe], of: view, ItemOwner(), in: nil, countsDwell: true, in: window)
  }

  private func newest(of listener: Listener) -> View? {
    views.values
      .filter { $0.owner == listener.item.owner && $0.id == listener.item.id }
      .filter { $0.kind == listener.kind }
      .max { $0.number < $1.number }
  }

  /// Returns the reported and the expected events, ends first.
  func frame() -> (reported: [[Int]], expected: [[Int]]) {
    now = now + .milliseconds(16)
    log = []
    // A timer that fires before the layout reads nothing, and must not report unread changes.
    let isWoken = numbers.oneIn(5)
    if isWoken { window.wake(at: now) }
    window.frame(at: now)
    if isWoken { log.sort { !$0.isVisible && $1.isVisible } }
    eventCount += log.count
    let expected = model()
    for event in log {
      guard let item = itemOfClosure[event.closure] else { continue }
      if event.isVisible { kept.insert(item) } else { kept.remove(item) }
    }
    let ends = log.prefix { !$0.isVisible }
    let begins = log.dropFirst(ends.count)
    guard begins.allSatisfy(\.isVisible) else { return ([[-1]], expected) }
    return ([ends.map(\.closure).sorted(), begins.map(\.closure).sorted()], expected)
  }

  private func model() -> [[Int]] {
    for (key, view) in views where view.owner == nil { views[key]?.owner = surroundings[key] }
    var shown: Set<Listener> = []
    for (key, view) in views {
      guard let owner = view.owner, let y = tree.places[key] else { continue }
      let listener = Listener(item: Item(owner: owner, id: view.id), kind: view.kind)
      if y <= 90 { shown.insert(listener) }
      closures[listener] = newest(of: listener)?.closure
      itemOfClosure[view.closure] = listener.item
    }
    let ended = told.filter { listener in
      !told.contains { $0.item == listener.item && shown.contains($0) }
    }
    let begun = shown.subtracting(told)
    told.subtract(ended)
    told.formUnion(begun)
    for closure in closures { itemOfClosure[closure.value] = closure.key.item }
    let numbers = [ended, begun].map { $0.compactMap { closures[$0] }.sorted() }
    return numbers
  }

  /// The items on screen, according to the views.
  var shown: Set<Item> {
    var items: Set<Item> = []
    for (key, view) in views where tree.places[key].map({ $0 <= 90 }) == true {
      if let owner = view.owner { items.insert(Item(owner: owner, id: view.id)) }
    }
    return items
  }
}

/// Cells in two windows that are bound, hidden, moved and removed.
@MainActor
private final class RowWorld {
  private let tree = NamedViews()
  private let windows: [MirroredWindow]
  private let rows = ItemVisibility<Int>()
  private var numbers: SeededGenerator
  private let log = Log()
  private var items: [ViewKey: Int] = [:]
  private var windowOfView: [ViewKey: Int] = [:]
  /// The views that were unbound without their target.
  private(set) var kept: Set<ViewKey> = []
  /// Pairs of a window and an item visible in it.
  private var visible: Set<[Int]> = []
  private(set) var eventCount = 0
  /// The number of changes that closures may still make.
  var actionCount = 0
  private let session = VisibilitySession()
  /// The windows in which each item is visible and exposed, according to the events.
  private var seen: [Int: Int] = [:]
  private var exposed: [Int: Int] = [:]
  private var misorder: String?

  private final class Log {
    var lines: [String] = []
  }

  private static let names = (0..<8).map { ViewKey(name: "v\($0)") }
  private static let roots: [ViewKey] = ["window", "window2"]

  init(seed: UInt64) {
    numbers = SeededGenerator(seed: seed)
    windows = Self.roots.map { [tree, session] in .shown(root: $0, of: tree, session: session) }
    let log = log
    rows.changed(.fully) { [unowned self] id, state in
      log.lines.append((state == .visible ? "+" : "-") + "\(id)")
      note(id, state == .visible, in: \.seen)
    }
    rows.exposure(.fully) { [unowned self] in note($0, $1.isVisible, in: \.exposed) }
  }

  private func note(
    _ item: Int, _ isVisible: Bool, in counts: ReferenceWritableKeyPath<RowWorld, [Int: Int]>
  ) {
    self[keyPath: counts][item, default: 0] += isVisible ? 1 : -1
    if !(0...2).contains(self[keyPath: counts][item, default: 0]) {
      misorder = "\(item) left twice or came twice"
    }
    act()
  }

  /// What an app's closure may do.
  private func act() {
    guard actionCount > 0, numbers.oneIn(3) else { return }
    actionCount -= 1
    switch numbers.index(6) {
    case 0: windows[numbers.index(2)].wake(at: .zero)
    case 1: rows.setCountsDwell(numbers.oneIn(2), for: numbers.index(3))
    case 2: session.beginSession()
    default:
      // It may run a main loop.
      for _ in 0..<3 { change() }
      if numbers.oneIn(2) { windows[numbers.index(2)].frame(at: .zero) }
    }
  }

  /// The first item whose events do not add up to its views.
  var mistake: String? {
    if let misorder { return misorder }
    for item in 0..<3 {
      let count = visible.filter { $0[1] == item }.count
      if seen[item, default: 0] != count { return "\(item) is visible in \(count): \(seen)" }
      if exposed[item, default: 0] != count { return "\(item) shows in \(count): \(exposed)" }
    }
    return nil
  }

  func turn() {
    for _ in 0...numbers.index(6) { change() }
  }

  private func change() {
    let view = Self.names[numbers.index(Self.names.count)]
    switch numbers.index(5) {
    case 0, 1:
      let item = numbers.index(3)
      items[view] = item
      rows.bind(view, to: item, in: windowOfView[view].map { windows[$0] })
    case 2:
      items[view] = nil
      if numbers.oneIn(2), rows.items.keep(ItemTable.Key(view)) {
        kept.insert(view)
      } else {
        rows.unbind(view)
      }
    case 3: tree.places[view] = numbers.oneIn(2) ? 1_000 : 0
    default:
      if items[view] == nil { rows.unbind(view) }
      let window = numbers.oneIn(3) ? nil : numbers.index(2)
      windowOfView[view] = window
      tree.roots.updateValue(window.map { Self.roots[$0] }, forKey: view)
      if tree.places[view] == nil { tree.places[view] = 0 }
      rows.moved(view, to: window.map { windows[$0] })
    }
  }

  func frame() -> [String] {
    log.lines = []
    // No kept view is shown.
    for view in kept where tree.places[view] == 0 && items[view] == nil { rows.unbind(view) }
    if numbers.oneIn(4) { windows[numbers.index(2)].wake(at: .zero) }
    for window in windows { window.frame(at: .zero) }
    eventCount += log.lines.count
    return log.lines.sorted()
  }

  func expected() -> [String] {
    var shown: Set<[Int]> = []
    for (view, item) in items where tree.places[view] == 0 {
      if let window = windowOfView[view] { shown.insert([window, item]) }
    }
    let lines =
      shown.subtracting(visible).map { "+\($0[1])" }
      + visible.subtracting(shown).map { "-\($0[1])" }
    visible = shown
    return lines.sorted()
  }
}
