import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// Closures that register, cancel, place, move and displace while events are delivered, compared
/// with the views once everything is quiet.
@MainActor
@Suite struct RegistrationFuzzTests {
  @Test(arguments: UInt64(0)..<20)
  func `each closure gets its view's events in turn until it is cancelled`(seed: UInt64) {
    let world = World(seed: seed)
    for step in 0..<150 {
      for _ in 0...world.numbers.index(5) { world.change() }
      world.actionCount = 6
      world.pass()
      world.actionCount = 0
      world.pass()
      guard let mistake = world.mistake else { continue }
      Issue.record("seed \(seed), step \(step): \(mistake)")
      return
    }
    #expect(world.callCount > 300, "seed \(seed)")
  }
}

@MainActor
private final class World {
  private struct View {
    let tracked: ViewSlot
    var place: Int?
    var isShown = true
  }

  private struct Listener {
    let view: Int
    var token: VisibilityToken?
    var isVisible = false
  }

  private let desk = DeliveryTests.Desk()
  private let windows: [MirroredWindow]
  private var views: [View] = (0..<8).map { _ in View(tracked: ViewSlot()) }
  private var listeners: [Int: Listener] = [:]
  private var listenerCount = 0
  private var misorder: String?
  private(set) var callCount = 0
  var numbers: SeededGenerator
  /// The number of changes that closures may still make.
  var actionCount = 0

  init(seed: UInt64) {
    numbers = SeededGenerator(seed: seed)
    windows = [desk.makeWindow(), desk.makeWindow()]
  }

  func pass() {
    for window in [0, 1, 0, 1] { read(in: window) }
  }

  /// Runs a frame of a window: reads its views, which are empty before, and passes.
  private func read(in place: Int) {
    for view in views where view.place == place {
      guard let target = view.tracked.place?.target else { continue }
      let frame = LayoutRect(x: 0, y: view.isShown ? 0 : 1_000, width: 10, height: 10)
      windows[place].engine.edit(.frame(frame, of: target))
    }
    windows[place].pass(at: .zero)
  }

  func change() {
    let index = numbers.index(views.count)
    switch numbers.index(7) {
    case 0, 1: register(at: index)
    case 2:
      guard let name = listeners.keys.sorted().randomElement(using: &numbers) else { return }
      listeners.removeValue(forKey: name)?.token?.cancel()
    case 3, 4:
      views[index].tracked.displace()
      let place = numbers.oneIn(3) ? nil : numbers.index(2)
      views[index].place = place
      if let place { put(index, in: windows[place]) }
    default: views[index].isShown.toggle()
    }
  }

  private func put(_ index: Int, in window: MirroredWindow) {
    let target = window.engine.add(SceneTarget(frame: .zero), to: window.engine.scene.root)
    views[index].tracked.place(at: ViewSlot.Place(window: window, target: target))
  }

  private func register(at index: Int) {
    listenerCount += 1
    let name = listenerCount
    listeners[name] = Listener(view: index)
    let tracked = views[index].tracked
    listeners[name]?.token =
      numbers.oneIn(2)
      ? tracked.changed(.fully) { [unowned self] in hear(name, $0 == .visible) }
      : tracked.exposure(of: name, .fully) { [unowned self] in hear(name, $0.isVisible) }
  }

  private func hear(_ name: Int, _ isVisible: Bool) {
    callCount += 1
    guard let listener = listeners[name] else {
      misorder = "\(name) was cancelled"
      return
    }
    if listener.isVisible == isVisible { misorder = "\(name) got \(isVisible) twice" }
    listeners[name]?.isVisible = isVisible
    guard actionCount > 0, numbers.oneIn(2) else { return }
    actionCount -= 1
    if numbers.oneIn(6) { windows[numbers.index(2)].pass(at: .zero) } else { change() }
  }

  /// The first closure with too many or too few events.
  var mistake: String? {
    if let misorder { return misorder }
    for (name, listener) in listeners {
      let view = views[listener.view]
      let isVisible = view.place != nil && view.isShown
      if listener.isVisible != isVisible { return "\(name) did not get \(isVisible)" }
    }
    return nil
  }
}
