import SightlineCore
import SightlineHost
import SightlineTestSupport

/// Views by name, in a window of 100 × 100, each 10 × 10.
@MainActor
final class ProbeHost {
  let window: MirroredWindow
  let items = ItemTable()
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
    let requests = requests
    window = .shown(root: "window", of: tree, requestPass: { requests.count += 1 })
    items.owner = { [unowned self] in owners[$0] }
  }

  func update(_ view: ViewKey, _ observations: [Observation]) {
    items.update(observations, of: view, ItemOwner(), in: nil, countsDwell: true, in: window)
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

  func probe(of id: Int, _ name: String? = nil, on kind: Any.Type? = nil) -> Observation {
    let probe = Observation.changes(.fully, of: HashedID(id)) { [unowned self] _, state in
      log.append((name.map { $0 + " " } ?? "") + "\(id) \(state == .visible)")
    }
    probe.kind = kind.map { ObjectIdentifier($0) }
    return probe
  }

  func crossings(of id: Int, _ thresholds: [Double]) -> Observation {
    Observation.crossings(.thresholds(thresholds), of: HashedID(id)) { [unowned self] _, crossing in
      log.append("\(id) \(crossing.visibility == .visible ? "+" : "-")\(crossing.threshold)")
    }
  }

  func impression(of id: Int, dwell: Duration = .zero) -> Observation {
    Observation.impressions(ImpressionPolicy(rule: .fraction(0.7), dwell: dwell), of: HashedID(id))
    { [unowned self] _, _ in log.append("\(id) seen") }
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
