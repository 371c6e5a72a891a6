import SightlineCore

@testable import SightlineTrace

/// Plays a session in an engine, as documented in `Web/sightline.h`. Numbers are indices into the
/// lists in the order of the additions.
struct SessionPlayer {
  let engine: VisibilityEngine
  private(set) var rules: [VisibilityRule] = []
  private(set) var policies: [ImpressionPolicy] = []
  private(set) var watches: [WatchID] = []
  private var containers: [ContainerID]
  private var targets: [TargetID] = []
  private var covers: [CoverID] = []
  private var viewports: [ViewportID]
  private let times: [Int64]
  private let starts: [UInt32]
  private let edits: [UInt8]
  private var position = 0
  private var asleep = Duration.zero

  init(_ session: ViewerSession, size: LayoutSize) {
    engine = VisibilityEngine(scene: VisibilityScene(size: size))
    engine.verifiesPasses = false
    containers = [engine.root]
    viewports = [engine.window]
    times = session.parts[2].withUnsafeBytes { Array($0.bindMemory(to: Int64.self)) }
    starts = session.parts[3].withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    edits = session.parts[4]
  }

  /// Applies the edits of a step and runs its pass.
  mutating func play(step: Int) {
    position = Int(starts[step])
    while position < Int(starts[step + 1]) { applyEdit() }
    engine.pass(at: DeviceTime(awake: MonotonicTime(nanoseconds: times[step]), asleep: asleep))
  }

  private mutating func applyEdit() {
    guard let kind = EditKind(rawValue: word()) else {
      preconditionFailure("an unknown kind of edit before byte \(position)")
    }
    let number = Int(word())
    switch kind {
    case .addContainer:
      let home = containers[Int(word())]
      expectNext(number, after: containers.count)
      containers.append(engine.add(container(.plain), to: home))
    case .setContainer:
      _ = word()
      let appearance = engine.scene.container(containers[number]).appearance
      engine.edit(.container(container(appearance), for: containers[number]))
    case .setContainerAppearance: engine.edit(.appearance(appearance(), of: containers[number]))
    case .scroll: engine.edit(.scroll(containers[number], to: point()))
    case .moveContainer: engine.edit(.move(containers[number], to: home()))
    case .removeContainer: engine.edit(.remove(containers[number]))
    case .addTarget:
      expectNext(number, after: targets.count)
      let home = home()
      targets.append(engine.add(SceneTarget(frame: rect()), to: home))
    case .setTargetFrame: engine.edit(.frame(rect(), of: targets[number]))
    case .setTargetAppearance: engine.edit(.appearance(appearance(), of: targets[number]))
    case .moveTarget: engine.edit(.move(targets[number], to: home()))
    case .removeTarget: engine.edit(.remove(targets[number]))
    case .addCover:
      expectNext(number, after: covers.count)
      let home = containers[Int(word())]
      let isFriendly = word() == 1
      covers.append(engine.add(SceneCover(frame: rect(), isFriendly: isFriendly), to: home))
    case .setCover:
      var cover = engine.scene.cover(covers[number])
      _ = word()
      cover.isFriendly = word() == 1
      cover.frame = rect()
      engine.edit(.cover(cover, for: covers[number]))
    case .setCoverAppearance:
      var cover = engine.scene.cover(covers[number])
      cover.appearance = appearance()
      engine.edit(.cover(cover, for: covers[number]))
    case .setPixelLength: engine.pixelLength = double()
    case .setScrollSource:
      var container = engine.scene.container(containers[number])
      container.scrollSource = word() == 1 ? .app : .reader
      _ = word()
      engine.edit(.container(container, for: containers[number]))
    case .setReadingDirection: engine.readingDirection = number == 1 ? .rightToLeft : .leftToRight
    case .moveCover: engine.edit(.move(covers[number], to: home()))
    case .removeCover: engine.edit(.remove(covers[number]))
    case .addViewport:
      expectNext(number, after: viewports.count)
      let home = home()
      let margins = margins()
      viewports.append(
        engine.add(VisibilityViewport(home, margins: margins, scrollMargins: self.margins())))
    case .setMargins: engine.edit(.margins(margins(), of: viewports[number]))
    case .removeViewport: engine.edit(.removeViewport(viewports[number]))
    case .setRule: addRule(number)
    case .setPolicy: addPolicy(number)
    case .watch, .watchForImpressions: addWatch(kind, number)
    case .unwatch: engine.edit(.unwatch(watches[number]))
    case .setForeground: engine.isForeground = number == 1
    case .beginSession: engine.edit(.beginSession)
    case .endExposures: engine.edit(.endExposures)
    case .forgetAllImpressions: engine.edit(.forgetAllImpressions)
    case .beginScreenVisit: engine.edit(.beginScreenVisit)
    case .beginDay: engine.edit(.beginDay(Int(Int32(truncatingIfNeeded: number))))
    case .replacePolicy:
      engine.edit(.replace(policies[number], with: policies[Int(word())]))
      _ = word()
    case .restore: restore(policies[number])
    case .sleep: asleep = .nanoseconds(Int64(bitPattern: long()))
    }
  }

  private mutating func restore(_ policy: ImpressionPolicy) {
    let flags = word()
    _ = word()
    let identity = ItemIdentity(long())
    let numbers = (0..<4).map { _ in Int64(bitPattern: long()) }
    var record = ImpressionRecord(
      identity: identity, policy: policy, count: Int(numbers[0]),
      lastImpression: flags & 8 == 0 ? nil : MonotonicTime(nanoseconds: numbers[1]),
      day: Int(numbers[2]), countOnDay: Int(numbers[3]))
    record.isOfSession = flags & 1 != 0
    record.isOfScreenVisit = flags & 2 != 0
    record.isOfExposure = flags & 4 != 0
    engine.adopt(record)
  }

  private mutating func addRule(_ number: Int) {
    expectNext(number, after: rules.count)
    let measure = VisibilityRule.Measure(rawValue: UInt8(word())) ?? .item
    let count = word()
    let (hysteresis, opacity, area) = (double(), double(), double())
    let thresholds = (0..<count).map { _ in double() }
    rules.append(
      .thresholds(thresholds, of: measure, hysteresis: hysteresis).minimumOpacity(opacity)
        .minimumArea(area))
  }

  private mutating func addPolicy(_ number: Int) {
    expectNext(number, after: policies.count)
    let rule = rules[Int(word())]
    let kind = ImpressionRepetition.Kind(rawValue: word()) ?? .once
    let flags = word()
    _ = word()
    let (dwell, value) = (Int64(bitPattern: long()), Int64(bitPattern: long()))
    let speed = double()
    policies.append(
      ImpressionPolicy(
        rule: rule, dwell: .nanoseconds(dwell),
        accumulation: flags & 1 == 0 ? .continuous : .cumulative,
        inactivity: flags & 2 == 0 ? .drops : .pauses,
        repetition: ImpressionRepetition(kind, number: value) ?? .once,
        scrollSpeedLimit: speed > 0 ? speed : nil))
  }

  private mutating func addWatch(_ kind: EditKind, _ number: Int) {
    expectNext(number, after: watches.count)
    let (target, viewport) = (targets[Int(word())], viewports[Int(word())])
    let condition = Int(word())
    _ = word()
    watches.append(
      kind == .watch
        ? engine.watch(target, rules[condition], in: viewport)
        : engine.watch(
          target, for: policies[condition], of: ItemIdentity(long()), in: viewport))
  }

  private func expectNext(_ number: Int, after count: Int) {
    precondition(number == count, "number \(number) before byte \(position), not \(count)")
  }

  // MARK: Fields

  private mutating func read<Value>(_: Value.Type) -> Value {
    defer { position += MemoryLayout<Value>.size }
    return edits.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Value.self) }
  }

  private mutating func word() -> UInt32 { UInt32(littleEndian: read(UInt32.self)) }
  private mutating func long() -> UInt64 { UInt64(littleEndian: read(UInt64.self)) }
  private mutating func double() -> Double { Double(bitPattern: long()) }

  private mutating func point() -> LayoutPoint { LayoutPoint(x: double(), y: double()) }

  private mutating func rect() -> LayoutRect {
    LayoutRect(x: double(), y: double(), width: double(), height: double())
  }

  private mutating func margins() -> ViewportMargins {
    func insets() -> LayoutInsets {
      let (top, right, bottom, left) = (double(), double(), double(), double())
      return LayoutInsets(top: top, left: left, bottom: bottom, right: right)
    }
    return ViewportMargins(points: insets(), fractions: insets())
  }

  private mutating func appearance() -> SceneAppearance {
    let zIndex = Int32(bitPattern: word())
    let flags = word()
    let opacity = double()
    let transform = LayoutTransform(
      a: double(), b: double(), c: double(), d: double(), tx: double(), ty: double())
    return SceneAppearance(
      opacity: opacity, isHidden: flags & 1 != 0, transform: transform, zIndex: zIndex,
      isPinned: flags & 2 != 0, countsDwell: flags & 4 == 0)
  }

  private mutating func container(_ appearance: SceneAppearance) -> SceneContainer {
    let flags = word()
    let (frame, offset) = (rect(), point())
    let clip: SceneContainer.Clip =
      flags & 2 != 0 ? .rect(rect()) : flags & 1 != 0 ? .bounds : .none
    var container = SceneContainer(
      frame: frame, clip: clip, contentOffset: offset, scrolls: flags & 4 != 0,
      appearance: appearance)
    if flags & 8 != 0 { container.scrollSource = .app }
    return container
  }

  /// Reads the destination of a move or an addition.
  private mutating func home() -> ContainerID {
    let home = containers[Int(word())]
    _ = word()
    return home
  }
}
