package import SightlineCore

/// A scene under a random sequence of all host operations, with a model of the expected events.
package struct RandomWorld {
  package let engine: VisibilityEngine
  package var random: SeededGenerator
  package var containers: [ContainerID]
  package var targets: [TargetID] = []
  package var covers: [CoverID] = []
  package var viewports: [ViewportID] = []
  package var watches: [WatchID] = []
  /// The threshold levels according to the events, by watch.
  package var levels: [WatchID: Int] = [:]
  package var rules: [WatchID: VisibilityRule] = [:]
  /// The watches whose events have ended.
  package var ended: Set<WatchID> = []
  /// The oracle that checks every pass.
  package var oracle = Oracle()
  /// The impressions counted so far.
  package var tally = ImpressionTally()
  package var now = MonotonicTime.zero
  package var operations = 0

  /// The features of a world.
  package struct Traits {
    package var hasCovers = true
    package var hasRotations = true
    package var hasBadNumbers = true
    /// Whether containers mostly don't clip, are nested, and move about, so their visible extents
    /// must be updated along the tree.
    package var isNested = false
    /// Whether there are always many small covers in the window, enough for an index.
    package var isCrowded = false

    package init(
      hasCovers: Bool = true, hasRotations: Bool = true, hasBadNumbers: Bool = true,
      isNested: Bool = false, isCrowded: Bool = false
    ) {
      self.hasCovers = hasCovers
      self.hasRotations = hasRotations
      self.hasBadNumbers = hasBadNumbers
      self.isNested = isNested
      self.isCrowded = isCrowded
    }
  }
  package var traits: Traits

  package init(seed: UInt64, traits: Traits = Traits()) {
    self.traits = traits
    random = SeededGenerator(seed: seed)
    engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 400, height: 600)))
    // The worlds run their own comparison, which reports more than an assertion can.
    engine.verifiesPasses = false
    containers = [engine.scene.root]
    viewports = [engine.window]
    for _ in 0..<random.index(6) { addContainer() }
    for _ in 0..<random.index(40) { addTarget() }
    if traits.isCrowded { addCrowd() }
  }

  // MARK: Operations

  package mutating func operate() {
    operations += 1
    if traits.isNested && random.oneIn(2) { return moveContainer() }
    switch random.index(31) {
    case 0...8: scroll()
    case 9...11: addTarget()
    case 12: removeTarget()
    case 13, 14: moveFrame()
    case 15: addContainer()
    case 16: if random.oneIn(3) { removeContainer() }
    case 17: if random.oneIn(3) { moveContainer() } else { changeContainer() }
    case 18: changeAppearance()
    case 19: reparentTarget()
    case 20: reparentContainer()
    case 21: if traits.hasCovers { addCover() }
    case 22: if traits.hasCovers { changeCover() }
    case 23: shift()
    case 24: addWatch()
    case 25: if random.oneIn(3) { removeWatch() }
    case 26:
      if random.oneIn(4) {
        engine.isForeground.toggle()
      } else if random.oneIn(4) {
        engine.pixelLength = [0.5, 1, 1.0 / 3, 1.0 / 64][random.index(4)]
      }
    case 27: addViewport()
    case 28:
      if let viewport = viewports.randomElement(using: &random) {
        engine.edit(.margins(margins(), of: viewport))
      }
    case 29: countImpressions()
    default: recycle()
    }
  }

  package mutating func frame() -> LayoutRect {
    if traits.hasBadNumbers && random.oneIn(60) {
      let bad = [Double.nan, .infinity, -.infinity, 1e300][random.index(4)]
      return LayoutRect(x: bad, y: 10, width: 10, height: random.oneIn(2) ? bad : 10)
    }
    // Whole and half points hit edges and thresholds exactly; other values don't.
    func number(_ range: ClosedRange<Double>) -> Double {
      let number = random.number(range)
      return random.oneIn(3) ? number : (number * 2).rounded() / 2
    }
    return LayoutRect(
      x: number(-100...500), y: number(-200...2000),
      width: random.oneIn(15) ? 0 : number(0...300), height: random.oneIn(15) ? 0 : number(0...400))
  }

  package mutating func transform() -> LayoutTransform {
    let hasExtremes = traits.hasBadNumbers && random.oneIn(10)
    if random.oneIn(2) || !traits.hasRotations {
      return random.oneIn(2)
        ? .identity : .scale(x: random.number(0.3...2), y: random.number(0.3...2))
    }
    switch random.index(hasExtremes ? 7 : 6) {
    case 0: return .scale(x: -1, y: 1)
    case 6: return .scale(x: random.oneIn(2) ? 1e300 : 1e9, y: 1)
    case 1: return .scale(x: 0, y: 1)
    case 2: return LayoutTransform(a: 1, b: 0.3, c: -0.2, d: 1, tx: 5, ty: -8)
    default:
      let t = random.number(-1...1)
      let cosine = (1 - t * t) / (1 + t * t)
      return .rotation(cosine: cosine, sine: 2 * t / (1 + t * t))
        .about(LayoutPoint(x: random.number(0...100), y: random.number(0...100)))
    }
  }

  package mutating func appearance() -> SceneAppearance {
    if traits.isNested {
      return SceneAppearance(isPinned: random.oneIn(6), countsDwell: !random.oneIn(9))
    }
    if random.oneIn(2) { return .plain }
    return SceneAppearance(
      opacity: [1, 1, 1, 0.5, 0, 0.004][random.index(6)], isHidden: random.oneIn(8),
      transform: random.oneIn(3) ? transform() : .identity, zIndex: Int32(random.index(3)) - 1,
      isPinned: random.oneIn(8), countsDwell: !random.oneIn(6))
  }

  package mutating func rule() -> VisibilityRule {
    var rule: VisibilityRule
    switch random.index(9) {
    case 8: rule = .asMuchAsFits
    case 0: rule = .anyPixel
    case 1: rule = .fully
    case 2: rule = .fraction(0.5)
    case 3: rule = .fraction(0.7, exit: 0.3)
    case 4: rule = .share(random.oneIn(2) ? 0.4 : 1, of: .viewport)
    case 5: rule = .share(0.9, of: .smaller, exit: 0.5)
    case 6: rule = .allEdgesSeen
    default: rule = .thresholds([0, 0.25, 0.5, 0.75, 1], hysteresis: random.oneIn(2) ? 0 : 0.1)
    }
    if random.oneIn(4) { rule = rule.minimumOpacity(random.oneIn(2) ? 0 : 0.6) }
    if random.oneIn(4) { rule = rule.minimumArea(random.oneIn(2) ? 400 : 15_000) }
    return rule
  }

  package mutating func margins() -> ViewportMargins {
    random.oneIn(2)
      ? .zero
      : ViewportMargins(
        points: LayoutInsets(
          top: random.number(-80...80), left: 0, bottom: random.number(-400...80), right: -10),
        fractions: LayoutInsets(top: 0, left: random.number(-0.6...0.3), bottom: 0, right: -0.1))
  }

  package mutating func container() -> SceneContainer {
    let clips: [SceneContainer.Clip] = [
      .bounds, .bounds, .none, .rect(LayoutRect(x: 5, y: 5, width: 120, height: 200)),
    ]
    return SceneContainer(
      frame: frame(), clip: traits.isNested && !random.oneIn(4) ? .none : clips[random.index(4)],
      contentOffset: LayoutPoint(x: random.number(-50...100), y: random.number(-50...400)),
      scrolls: random.oneIn(2), appearance: appearance())
  }

  package mutating func addContainer() {
    let parent = containers[random.index(containers.count)]
    let container = container()
    containers.append(engine.add(container, to: parent))
  }

  package mutating func addTarget() {
    let parent = containers[random.index(containers.count)]
    let target = SceneTarget(frame: frame(), appearance: appearance())
    targets.append(engine.add(target, to: parent))
    for _ in 0..<random.index(3) { watch(targets[targets.count - 1]) }
  }

  package mutating func addCover() {
    let cover = SceneCover(frame: frame(), appearance: appearance(), isFriendly: random.oneIn(5))
    covers.append(engine.add(cover, to: containers[random.index(containers.count)]))
  }

  /// Adds small covers over the window.
  private mutating func addCrowd() {
    for _ in 0..<40 {
      let frame = LayoutRect(
        x: random.number(0...380).rounded(), y: random.number(0...580).rounded(),
        width: random.number(1...40), height: random.number(1...40))
      covers.append(engine.add(SceneCover(frame: frame), to: engine.root))
    }
  }

  package mutating func addViewport() {
    guard viewports.count < 5 else {
      if viewports.count > 1 && random.oneIn(4) {
        let removed = viewports.remove(at: 1 + random.index(viewports.count - 1))
        for watch in watches where engine.viewport(of: watch) == removed { ended.insert(watch) }
        watches.removeAll { ended.contains($0) }
        engine.edit(.removeViewport(removed))
      }
      return
    }
    let container = containers[random.index(containers.count)]
    viewports.append(
      engine.add(
        VisibilityViewport(
          container, margins: margins(), scrollMargins: random.oneIn(3) ? margins() : .zero)))
  }

  package mutating func watch(_ target: TargetID) {
    let rule = rule()
    let watch = engine.watch(
      target, rule, in: viewports[random.index(viewports.count)])
    watches.append(watch)
    rules[watch] = rule
  }

  package mutating func addWatch() {
    if let target = targets.randomElement(using: &random) { watch(target) }
  }

  package mutating func removeWatch() {
    guard !watches.isEmpty else { return }
    let watch = watches.remove(at: random.index(watches.count))
    engine.edit(.unwatch(watch))
    ended.insert(watch)
  }

  package mutating func scroll() {
    let id = containers[random.index(containers.count)]
    var offset = engine.scene.container(id).contentOffset
    offset.x += random.oneIn(3) ? random.number(-80...80) : 0
    offset.y += random.oneIn(10) ? random.number(-900...900) : (random.number(-90...90)).rounded()
    if traits.hasBadNumbers && random.oneIn(80) { offset.y = .nan }
    if traits.hasBadNumbers && random.oneIn(80) { offset.x = 1e300 }
    if !(abs(offset.x) < 1e15 && offset.y.isFinite) && random.oneIn(2) { offset = .zero }
    engine.edit(.scroll(id, to: offset))
  }

  package mutating func moveFrame() {
    guard let target = targets.randomElement(using: &random) else { return }
    engine.edit(.frame(frame(), of: target))
  }

  package mutating func changeAppearance() {
    guard let target = targets.randomElement(using: &random) else { return }
    engine.edit(.appearance(appearance(), of: target))
  }

  package mutating func moveContainer() {
    let id = containers[random.index(containers.count)]
    if id != engine.scene.root { engine.edit(.frame(frame(), of: id)) }
  }

  package mutating func changeContainer() {
    let id = containers[random.index(containers.count)]
    var changed = container()
    let old = engine.scene.container(id)
    if id == engine.scene.root { changed.frame = old.frame }
    if random.oneIn(2) { changed.appearance = old.appearance }
    if id == engine.scene.root && !random.oneIn(5) { changed.appearance = .plain }
    engine.edit(.container(changed, for: id))
  }

  package mutating func changeCover() {
    guard let index = covers.indices.randomElement(using: &random) else { return }
    switch random.index(4) {
    case 3:
      for cover in covers { engine.edit(.remove(cover)) }
      covers.removeAll()
      if traits.isCrowded { addCrowd() }
    case 0: engine.edit(.remove(covers.remove(at: index)))
    case 1: engine.edit(.move(covers[index], to: containers[random.index(containers.count)]))
    default:
      engine.edit(.cover(SceneCover(frame: frame(), appearance: appearance()), for: covers[index]))
    }
  }

  package mutating func reparentTarget() {
    guard let target = targets.randomElement(using: &random) else { return }
    engine.edit(.move(target, to: containers[random.index(containers.count)]))
  }

  package mutating func reparentContainer() {
    let moved = containers[random.index(containers.count)]
    let parent = containers[random.index(containers.count)]
    var ancestor: ContainerID? = parent
    while let here = ancestor, here != moved { ancestor = engine.scene.parent(of: here) }
    if ancestor == nil && moved != engine.scene.root { engine.edit(.move(moved, to: parent)) }
  }

  package mutating func removeTarget() {
    guard !targets.isEmpty else { return }
    let target = targets.remove(at: random.index(targets.count))
    for watch in watches where engine.target(of: watch) == target { ended.insert(watch) }
    watches.removeAll { ended.contains($0) }
    engine.edit(.remove(target))
  }

  package mutating func removeContainer() {
    let container = containers[random.index(containers.count)]
    guard container != engine.scene.root else { return }
    let owners = watches.map { ($0, engine.target(of: $0)) }
    engine.edit(.remove(container))
    containers.removeAll { !engine.scene.contains($0) }
    targets.removeAll { !engine.scene.contains($0) }
    covers.removeAll { !engine.scene.contains($0) }
    for (watch, target) in owners where !engine.scene.contains(target) { ended.insert(watch) }
    watches.removeAll { ended.contains($0) }
  }

  /// Moves the items after a position, as when a row is inserted.
  package mutating func shift() {
    let home = containers[random.index(containers.count)]
    let isSideways = random.oneIn(3)
    let (position, distance) = (random.number(-200...2000), random.number(-120...120).rounded())
    let way = isSideways ? LayoutPoint(x: distance, y: 0) : LayoutPoint(x: 0, y: distance)
    func follows(_ frame: LayoutRect, _ appearance: SceneAppearance) -> Bool {
      !appearance.isPinned && (isSideways ? frame.minX : frame.minY) >= position
    }
    for id in targets where engine.scene.container(of: id) == home {
      let target = engine.scene.target(id)
      guard follows(target.frame, target.appearance) else { continue }
      engine.edit(.frame(target.frame.offset(by: way), of: id))
    }
    for id in containers where engine.scene.parent(of: id) == home {
      let container = engine.scene.container(id)
      guard follows(container.frame, container.appearance) else { continue }
      engine.edit(.frame(container.frame.offset(by: way), of: id))
    }
    for id in covers where engine.scene.container(of: id) == home {
      var cover = engine.scene.cover(id)
      guard follows(cover.frame, cover.appearance) else { continue }
      cover.frame = cover.frame.offset(by: way)
      engine.edit(.cover(cover, for: id))
    }
  }

  /// Recycles a row as a list does in mid-scroll: one row leaves at one end, and another appears at
  /// the other.
  package mutating func recycle() {
    guard let target = targets.randomElement(using: &random) else { return }
    let container = engine.scene.container(of: target)
    let frame = engine.scene.target(target).frame
    let identity = ItemIdentity(UInt64(random.index(12)))
    if !random.oneIn(3), engine.reuse(target, for: identity) {
      engine.edit(.frame(frame.offset(by: LayoutPoint(x: 0, y: 40)), of: target))
      return scroll()
    }
    for watch in watches where engine.target(of: watch) == target { ended.insert(watch) }
    watches.removeAll { ended.contains($0) }
    engine.edit(.remove(target))
    targets.removeAll { $0 == target }
    targets.append(
      engine.add(
        SceneTarget(frame: frame.offset(by: LayoutPoint(x: 0, y: 40))), to: container))
    watch(targets[targets.count - 1])
    scroll()
  }
}
