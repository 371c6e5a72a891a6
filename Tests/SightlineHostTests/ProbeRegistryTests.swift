import SightlineCore
import SightlineHost
import Testing

@MainActor
@Suite struct ProbeRegistryTests {
  @Test func `the latest closure is called`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.registry.update("row", host.probe(of: 1, "old"))
    host.registry.update("row", host.probe(of: 1, "new"))
    host.frame()
    #expect(host.log == ["new 1 true"])
  }

  @Test func `an update with the same ID reports nothing again`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.registry.update("row", host.probe(of: 1))
    host.frame()
    host.registry.update("row", host.probe(of: 1))
    host.frame()
    #expect(host.log == ["1 true"])
  }

  @Test func `a view that goes leaves exactly once by its latest closure`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.registry.update("row", host.probe(of: 1, "old"))
    host.frame()
    host.registry.update("row", host.probe(of: 1, "new"))
    host.discard("row")
    host.registry.remove("row")
    host.frame()
    host.frame()
    #expect(host.log == ["old 1 true", "new 1 false"])
    #expect(host.registry.count == 0)
  }

  @Test func `a row made anew in one pass reports nothing`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.registry.update("row", host.probe(of: 1, "old"))
    host.frame()
    host.discard("row")
    host.show("other", y: 0)
    host.registry.remove("row")
    host.registry.update("other", host.probe(of: 1, "new"))
    host.frame()
    #expect(host.log == ["old 1 true"])
    #expect(host.registry.count == 1)
    host.move("other", y: 1_000)
    host.frame()
    #expect(host.log == ["old 1 true", "new 1 false"])
    host.registry.remove("other")
    #expect(host.registry.count == 0)
  }

  @Test func `another ID in the same view is another item`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.registry.update("row", host.probe(of: 1))
    host.frame()
    host.registry.update("row", host.probe(of: 2))
    host.frame()
    #expect(host.log == ["1 true", "1 false", "2 true"])
  }

  @Test func `rows that swap their ids report nothing`() {
    let host = ProbeHost()
    host.show("a", y: 0)
    host.show("b", y: 50)
    host.registry.update("a", host.probe(of: 1))
    host.registry.update("b", host.probe(of: 2))
    host.frame()
    host.log = []
    host.registry.remove("a")
    host.registry.remove("b")
    host.registry.update("a", host.probe(of: 2))
    host.registry.update("b", host.probe(of: 1))
    host.frame()
    #expect(host.log == [])
  }

  @Test func `rows that get each other's ids report nothing`() {
    let host = ProbeHost()
    host.show("a", y: 0)
    host.show("b", y: 50)
    host.registry.update("a", host.probe(of: 1))
    host.registry.update("b", host.probe(of: 2))
    host.frame()
    host.log = []
    host.registry.update("a", host.probe(of: 2, "new"))
    host.registry.update("b", host.probe(of: 1, "new"))
    host.frame()
    #expect(host.log == [])
    host.move("a", y: 1_000)
    host.frame()
    #expect(host.log == ["new 2 false"])
  }

  @Test func `one ID in two views is reported for each`() {
    let host = ProbeHost()
    host.show("a", y: 0)
    host.show("b", y: 50)
    host.registry.update("a", host.probe(of: 1, "a"))
    host.registry.update("b", host.probe(of: 1, "b"))
    host.frame()
    #expect(host.log == ["a 1 true", "b 1 true"])
  }

  @Test func `nothing is called from an update`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.registry.update("row", host.probe(of: 1))
    #expect(host.log == [])
    host.frame()
    host.registry.remove("row")
    #expect(host.log == ["1 true"])
  }

  @Test func `an impression counts once across views`() {
    let host = ProbeHost()
    host.show("a", y: 0)
    host.registry.update("a", host.impression(of: 1))
    host.frame()
    host.discard("a")
    host.registry.remove("a")
    host.frame()
    host.show("b", y: 0)
    host.registry.update("b", host.impression(of: 1))
    host.frame()
    #expect(host.log == ["1 seen"])
  }

  @Test func `many changes ask for one pass`() {
    let host = ProbeHost()
    host.frame()
    host.passRequests = 0
    for row in 0..<20 {
      host.show(ViewKey(name: "\(row)"), y: 0)
      host.registry.update(ViewKey(name: "\(row)"), host.probe(of: row))
    }
    #expect(host.passRequests == 1)
  }

  @Test func `a gone view is not kept`() {
    let host = ProbeHost()
    weak var gone: Canary?
    do {
      let canary = Canary()
      gone = canary
      host.show("row", y: 0)
      host.registry.update("row", Probe(id: 1, changes: .fully) { _ in _ = canary })
    }
    host.frame()
    #expect(gone != nil)
    host.discard("row")
    host.registry.remove("row")
    host.frame()
    #expect(gone == nil)
  }
}

private final class Canary {}

/// Views by name, in a window of 100 × 100, each 10 × 10.
@MainActor
private final class ProbeHost {
  let window: MirroredWindow
  let registry: ProbeRegistry
  var log: [String] = []
  var passRequests: Int {
    get { requests.count }
    set { requests.count = newValue }
  }
  private let tree = NamedViews()
  private let requests = Counter()
  private var now = MonotonicTime.zero

  private final class Counter {
    var count = 0
  }

  init() {
    let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
    let requests = requests
    let tracker = VisibilityTracker(
      root: SceneContainer(frame: frame, clip: .bounds), session: VisibilitySession(),
      wantsPass: { requests.count += 1 }, setTimer: { _ in })
    window = MirroredWindow(root: "window", tree: tree, tracker: tracker)
    window.presence.isShown = true
    registry = ProbeRegistry(window: window)
  }

  func show(_ view: ViewKey, y: Double) { tree.places[view] = y }
  func move(_ view: ViewKey, y: Double) { tree.places[view] = y }
  func discard(_ view: ViewKey) { tree.places[view] = nil }

  func frame() {
    now = now + .milliseconds(16)
    window.frame(at: now)
  }

  func probe(of id: Int, _ name: String? = nil) -> Probe {
    Probe(id: id, changes: .fully) { [unowned self] isVisible in
      log.append((name.map { $0 + " " } ?? "") + "\(id) \(isVisible)")
    }
  }

  func impression(of id: Int) -> Probe {
    Probe(id: id, impressions: .feed) { [unowned self] _ in log.append("\(id) seen") }
  }
}

@MainActor
final class NamedViews: ViewTree {
  var places: [ViewKey: Double] = [:]

  func parent(of view: ViewKey) -> ViewKey? { places[view] == nil ? nil : "window" }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    if view == "window" {
      return ViewReading(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100), clip: .bounds)
    }
    return places[view].map { ViewReading(frame: LayoutRect(x: 0, y: $0, width: 10, height: 10)) }
  }

  func contentsMayDiffer(in view: ViewKey) -> Bool { true }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] { [] }
}
