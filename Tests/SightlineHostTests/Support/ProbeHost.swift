import SightlineCore
import SightlineHost

/// Views by name, in a window of 100 × 100, each 10 × 10.
@MainActor
final class ProbeHost {
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

  private(set) var owners: [ViewKey: ItemOwner] = [:]
  private var ownersByName: [String: ItemOwner] = [:]

  init() {
    let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
    let requests = requests
    let tracker = VisibilityTracker(
      root: SceneContainer(frame: frame, clip: .bounds), session: VisibilitySession(),
      wantsPass: { requests.count += 1 }, setTimer: { _ in })
    MirroredWindow.verifiesFrames = true
    window = MirroredWindow(root: "window", tree: tree, tracker: tracker)
    window.presence.isShown = true
    registry = ProbeRegistry(window: window)
    registry.owner = { [unowned self] in owners[$0] }
  }

  func own(_ view: ViewKey, by name: String) {
    let owner = ownersByName[name] ?? ItemOwner()
    ownersByName[name] = owner
    owners[view] = owner
  }

  /// Deallocates an owner.
  func forget(_ name: String) {
    guard let owner = ownersByName.removeValue(forKey: name) else { return }
    owners = owners.filter { $0.value !== owner }
  }

  func show(_ view: ViewKey, y: Double) { tree.places[view] = y }
  func move(_ view: ViewKey, y: Double) { tree.places[view] = y }
  func discard(_ view: ViewKey) { tree.places[view] = nil }

  func frame() {
    now = now + .milliseconds(16)
    window.frame(at: now)
  }

  func probe(of id: Int, _ name: String? = nil, on kind: Any.Type? = nil) -> Probe {
    var probe = Probe(id: id, changes: .fully) { [unowned self] isVisible in
      log.append((name.map { $0 + " " } ?? "") + "\(id) \(isVisible)")
    }
    probe.kind = kind.map { ObjectIdentifier($0) }
    return probe
  }

  func crossings(of id: Int, _ thresholds: [Double]) -> Probe {
    Probe(
      id: id, .crossings(.thresholds(thresholds)),
      .crossed { [unowned self] crossing in
        log.append("\(id) \(crossing.visibility == .visible ? "+" : "-")\(crossing.threshold)")
      })
  }

  func impression(of id: Int, dwell: Duration = .zero) -> Probe {
    Probe(
      id: id, .impressions(ImpressionPolicy(rule: .fraction(0.7), dwell: dwell)),
      .seen { [unowned self] _ in log.append("\(id) seen") })
  }
}

@MainActor
final class NamedViews: ViewTree {
  var places: [ViewKey: Double] = [:]
  /// The windows of views, except those in the first window.
  var roots: [ViewKey: ViewKey?] = [:]

  func parent(of view: ViewKey) -> ViewKey? {
    places[view] == nil ? nil : roots[view, default: "window"]
  }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    if view == "window" || view == "window2" {
      return ViewReading(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100), clip: .bounds)
    }
    return places[view].map { ViewReading(frame: LayoutRect(x: 0, y: $0, width: 10, height: 10)) }
  }
}
