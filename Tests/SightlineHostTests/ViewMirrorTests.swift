import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Views that the mirror leaves unread, and reads once they can show.
@MainActor
@Suite struct ViewMirrorTests {
  private let tree = Shelves()
  private let window: MirroredWindow
  private var mirror: ViewMirror { window.mirror }

  init() {
    window = .shown(root: "window", of: tree, frame: Shelves.window)
    tree.add("scroll", to: "window", LayoutRect(x: 0, y: 0, width: 100, height: 100), clips: true)
    tree.add("big", to: "scroll", LayoutRect(x: 0, y: 0, width: 50, height: 2000))
    tree.add("more", to: "scroll", LayoutRect(x: 50, y: 0, width: 50, height: 2000))
    // Both have more children than the mirror reads without a search.
    for parent in ["big", "more"] as [ViewKey] {
      for row in 0..<16 {
        let (shelf, card) = Shelves.names(row, of: parent)
        let frame = LayoutRect(x: 0, y: Double(row) * 200, width: 50, height: 40)
        tree.add(shelf, to: parent, frame, clips: true)
        tree.add(card, to: shelf, LayoutRect(x: 0, y: 0, width: 10, height: 10))
        tree.targets[card] = mirror.add(card)
      }
    }
    mirror.synchronize()
    tree.changed = []
    mirror.synchronize()
  }

  private func scroll(to y: Double) {
    tree.readings["scroll"]?.contentOffset.y = y
    mirror.synchronize()
    tree.changed = []
  }

  private func width(of card: ViewKey) throws -> Double {
    window.engine.scene.target(try #require(tree.targets[card])).frame.width
  }

  @Test func `an off-screen change is read when the view shows`() throws {
    tree.setWidth(20, of: "big5c")
    tree.changed = []
    mirror.synchronize()
    #expect(try width(of: "big5c") == 0, "nothing of it has shown yet")
    scroll(to: 1000)
    #expect(try width(of: "big5c") == 20)
  }

  @Test func `a view shown before is read when it shows again`() throws {
    scroll(to: 1000)
    scroll(to: 0)
    // The toolkit reports that something in it was redrawn.
    tree.setWidth(30, of: "big5c")
    mirror.synchronize()
    tree.changed = []
    #expect(try width(of: "big5c") == 10, "nothing of it shows")
    scroll(to: 1000)
    #expect(try width(of: "big5c") == 30)
  }

  @Test func `a view reparented off screen is read when it shows`() throws {
    for view in ["big", "more"] as [ViewKey] {
      let destination: ViewKey = view == "big" ? "more" : "big"
      let (shelf, card) = Shelves.names(5, of: view)
      tree.parents[shelf] = destination
      #expect(mirror.container(for: shelf) != nil)
      mirror.synchronize()
      tree.setWidth(40, of: card)
      tree.changed = []
      mirror.synchronize()
      #expect(try width(of: card) == 0, "nothing of it has shown yet")
    }
    scroll(to: 1000)
    #expect(try width(of: "big5c") == 40)
    #expect(try width(of: "more5c") == 40)
  }

  @Test func `a view reparented on screen is read at once`() throws {
    tree.parents["big5"] = "more"
    tree.readings["big5"]?.frame = LayoutRect(x: 0, y: 0, width: 50, height: 40)
    tree.setWidth(50, of: "big5c")
    tree.changed = []
    #expect(mirror.container(for: "big5") != nil)
    mirror.synchronize()
    #expect(try width(of: "big5c") == 50)
  }

  @Test func `an unchanged frame reads nothing from large containers`() {
    mirror.synchronize()
    // The scroll view, the two shelf holders, and the window.
    #expect(mirror.readCount <= 4)
  }

  @Test func `an added target is read with the next frame`() throws {
    tree.add("new", to: "big0", LayoutRect(x: 1, y: 2, width: 3, height: 4))
    tree.changed = []
    let target = try #require(mirror.add("new"))
    #expect(window.engine.scene.target(target).appearance.isHidden, "not laid out yet")
    mirror.synchronize()
    #expect(
      window.engine.scene.target(target).frame == LayoutRect(x: 1, y: 2, width: 3, height: 4))
    #expect(!window.engine.scene.target(target).appearance.isHidden)
  }

  @Test func `a container that shows again is read although no change in it was reported`() throws {
    tree.readings["big"]?.appearance.isHidden = true
    tree.changed = ["window", "scroll"]
    mirror.synchronize()
    tree.setWidth(60, of: "big0c")
    tree.changed = []
    mirror.synchronize()
    #expect(try width(of: "big0c") == 10, "hidden")
    tree.readings["big"]?.appearance.isHidden = false
    tree.changed = ["window", "scroll"]
    mirror.synchronize()
    #expect(try width(of: "big0c") == 60)
  }

  @Test func `everything is read on request`() throws {
    tree.setWidth(60, of: "big0c")
    tree.changed = []
    mirror.synchronize()
    #expect(try width(of: "big0c") == 10, "the toolkit has not seen it")
    mirror.readEverything()
    mirror.synchronize()
    #expect(try width(of: "big0c") == 60)
  }

  @Test func `a row that its list sets aside is not read until the list places it`() throws {
    let placed = tree.readings["big0"]
    tree.setAside("big0")
    mirror.synchronize()
    tree.setWidth(60, of: "big0c")
    mirror.synchronize()
    #expect(try width(of: "big0c") == 10)
    tree.asides = []
    tree.readings["big0"] = placed
    mirror.synchronize()
    #expect(try width(of: "big0c") == 60)
  }

  @Test func `margins extend reading to off-screen views`() throws {
    let scroll = try #require(mirror.existingContainer(for: "scroll"))
    mirror.setViewport(.points(bottom: 2000), of: scroll)
    tree.setWidth(70, of: "big5c")
    mirror.synchronize()
    #expect(try width(of: "big5c") == 70)
  }

  @Test func `a view outside the window has no target`() {
    #expect(mirror.add("nowhere") == nil)
    #expect(mirror.container(for: "nowhere") == nil)
  }

  @Test func `containers are removed with their last target`() throws {
    let before = window.engine.scene.containerCount
    for card in tree.targets.keys.sorted(by: { $0.address < $1.address }) {
      let target = try #require(tree.targets[card])
      window.engine.edit(.remove(target))
      mirror.forget(target)
      mirror.forget(target)
    }
    mirror.synchronize()
    #expect(before == 36)
    #expect(window.engine.scene.containerCount == 1 && mirror.leafCount == 0)
    #expect(tree.forgotten.count == 35)
    // Their slots are reused.
    tree.targets["big0c"] = mirror.add("big0c")
    tree.targets["more9c"] = mirror.add("more9c")
    #expect(window.engine.scene.containerCount == 6)
    mirror.synchronize()
    #expect(mirror.firstMismatch == nil)
  }
}

/// A scroll view with two views that hold ten shelves each, and a card on every shelf.
@MainActor
private final class Shelves: ViewTree {
  static let window = LayoutRect(x: 0, y: 0, width: 100, height: 100)
  var parents: [ViewKey: ViewKey] = [:]
  var readings: [ViewKey: ViewReading] = [
    "window": ViewReading(frame: Shelves.window, clip: .bounds)
  ]
  var targets: [ViewKey: TargetID] = [:]
  var forgotten: [ViewKey] = []
  /// The views that a list keeps ready.
  var asides: Set<ViewKey> = []
  /// The views with changes in them, as reported by the toolkit.
  var changed: Set<ViewKey> = []

  static func names(_ row: Int, of parent: ViewKey) -> (shelf: ViewKey, card: ViewKey) {
    let name = parent == "big" ? "big" : "more"
    return (ViewKey(name: "\(name)\(row)"), ViewKey(name: "\(name)\(row)c"))
  }

  func add(_ view: ViewKey, to parent: ViewKey, _ frame: LayoutRect, clips: Bool = false) {
    parents[view] = parent
    readings[view] = ViewReading(frame: frame, clip: clips ? .bounds : .none)
    noteChange(in: parent)
  }

  func setWidth(_ width: Double, of view: ViewKey) {
    readings[view] = ViewReading(frame: LayoutRect(x: 0, y: 0, width: width, height: 10))
    if let parent = parents[view] { noteChange(in: parent) }
  }

  private func noteChange(in view: ViewKey) {
    var current: ViewKey? = view
    while let here = current {
      changed.insert(here)
      current = parents[here]
    }
  }

  func setAside(_ view: ViewKey) {
    asides = [view]
    readings[view] = ViewReading(frame: LayoutRect(x: -1e7, y: 0, width: 0, height: 0))
    readings[view]?.isSetAside = true
    noteChange(in: view)
  }

  func isSetAside(_ view: ViewKey) -> Bool { asides.contains(view) }

  func parent(of view: ViewKey) -> ViewKey? { parents[view] }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? { readings[view] }

  func contentsMayDiffer(in view: ViewKey) -> Bool { changed.contains(view) }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] { [] }

  func forget(_ view: ViewKey) { forgotten.append(view) }
}
