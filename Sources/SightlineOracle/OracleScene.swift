internal import SightlineCore

/// The oracle's view of a scene: the host's values, with the place of each item in the window
/// computed once.
struct OracleScene {
  private let scene: VisibilityScene
  private var places: [ContainerID: Place] = [:]
  private(set) var covers: [Cover] = []

  struct Place {
    /// From its own space to the window's.
    var toWindow = LayoutTransform.identity
    /// Whether its own numbers and those of its ancestors are measurable.
    var isSound = true
    var opacity = 1.0
    var isHidden = false
    /// The clip in its own space.
    var clip: OracleRect?
    /// The container and its ancestors, up to the root.
    var chain: [ContainerID]
    var paintPlace: [PaintStep] = []

    var isMeasurable: Bool { isSound && toWindow.hasMeasurableScale }
  }

  /// A step of a place in the painting order, which is a list from the root down. Among siblings,
  /// the z-order decides, then the order of registration.
  struct PaintStep {
    var zIndex: Int32
    var order: UInt32

    static func isEarlier(_ a: PaintStep, _ b: PaintStep) -> Bool {
      (a.zIndex, a.order) < (b.zIndex, b.order)
    }
  }

  /// A cover that hides everything below it.
  struct Cover {
    var shape: OraclePolygon
    var paintPlace: [PaintStep]
  }

  struct Target {
    var rect: OracleRect
    /// `nil` if it is not measurable.
    var toWindow: LayoutTransform?
    var opacity: Double
    var isHidden: Bool
    /// Its ancestors, up to the root.
    var chain: [ContainerID]
    var paintPlace: [PaintStep]
  }

  init(_ scene: VisibilityScene) {
    self.scene = scene
    for container in scene.containerIDs { place(container) }
    covers = scene.coverIDs.compactMap { cover($0) }
  }

  var pixelLength: Double { scene.pixelLength }

  subscript(container: ContainerID) -> Place { places[container, default: Place(chain: [])] }

  func target(_ id: TargetID) -> Target {
    let (target, container) = (scene.target(id), scene.container(of: id))
    let outer = self[container]
    let step = PaintStep(
      zIndex: target.appearance.zIndex, order: scene.order(of: id))
    return Target(
      rect: OracleRect(extentOf: target.frame),
      toWindow: toWindow(target.frame, target.appearance, in: container),
      opacity: outer.opacity * clamped(target.appearance.opacity),
      isHidden: outer.isHidden || target.appearance.isHidden, chain: outer.chain,
      paintPlace: outer.paintPlace + [step])
  }

  /// The clip of a viewport, in its container's own space; `nil` if the container was removed or is
  /// not measurable.
  func clip(of viewport: VisibilityViewport) -> OracleRect? {
    guard let place = places[viewport.container], place.isMeasurable else { return nil }
    let container = scene.container(viewport.container)
    let clip = (place.clip ?? OracleRect(extentOf: container.frame))
      .grown(by: viewport.margins).withinReach
    return container.scrolls ? clip.grown(by: viewport.scrollMargins).withinReach : clip
  }

  /// The clip of a container between a target and a viewport, in the window; `nil` if it does not
  /// clip.
  func clip(of container: ContainerID, in viewport: VisibilityViewport) -> OraclePolygon? {
    guard let clip = self[container].clip else { return nil }
    return OraclePolygon(
      scrolls(container) ? clip.grown(by: viewport.scrollMargins) : clip, self[container].toWindow)
  }

  func scrolls(_ container: ContainerID) -> Bool { scene.container(container).scrolls }

  // MARK: Placing

  /// Places a container, after its ancestors.
  private mutating func place(_ container: ContainerID) {
    var waiting = [container]
    while let parent = scene.parent(of: waiting[waiting.count - 1]), places[parent] == nil {
      waiting.append(parent)
    }
    for container in waiting.reversed() { places[container] = newPlace(of: container) }
  }

  private func newPlace(of id: ContainerID) -> Place {
    let container = scene.container(id)
    var place = Place(chain: [id])
    if let parent = scene.parent(of: id) {
      place = self[parent]
      place.chain.insert(id, at: 0)
      place.toWindow = step(container.frame, container.appearance, to: parent)
        .followed(by: place.toWindow)
      place.paintPlace.append(
        PaintStep(
          zIndex: container.appearance.zIndex, order: scene.order(of: id)))
    }
    place.opacity *= clamped(container.appearance.opacity)
    place.isHidden = place.isHidden || container.appearance.isHidden
    place.isSound = place.isSound && isSound(container)
    switch container.clip {
    case .none: place.clip = nil
    case .bounds: place.clip = OracleRect(extentOf: container.frame)
    case .rect(let rect): place.clip = OracleRect(rect)
    }
    return place
  }

  /// The transform from an item's own space to its container's. The container's offset does not
  /// move pinned items.
  private func step(
    _ frame: LayoutRect, _ appearance: SceneAppearance, to container: ContainerID
  ) -> LayoutTransform {
    let offset = appearance.isPinned ? .zero : scene.container(container).contentOffset
    return appearance.transform
      .followed(by: .translation(x: frame.minX - offset.x, y: frame.minY - offset.y))
  }

  private func isSound(_ container: SceneContainer) -> Bool {
    var rects = [OracleRect(container.frame)]
    if case .rect(let rect) = container.clip { rects.append(OracleRect(rect)) }
    let offset = container.contentOffset
    rects.append(OracleRect(left: offset.x, top: offset.y, right: offset.x, bottom: offset.y))
    return rects.allSatisfy { $0.isMeasurable } && container.appearance.transform.isFinite
  }

  /// The transform from the own space of a target or cover to the window's; `nil` if not
  /// measurable.
  private func toWindow(
    _ frame: LayoutRect, _ appearance: SceneAppearance, in container: ContainerID
  ) -> LayoutTransform? {
    let inContent = appearance.transform
      .followed(by: .translation(x: frame.minX, y: frame.minY))
    guard self[container].isMeasurable, OracleRect(frame).isMeasurable,
      appearance.transform.hasMeasurableScale,
      let bounds = OraclePolygon(OracleRect(extentOf: frame), inContent).bounds(),
      bounds.isMeasurable
    else { return nil }
    return step(frame, appearance, to: container).followed(by: self[container].toWindow)
  }

  /// The visible part of a cover; `nil` if it hides nothing.
  private func cover(_ id: CoverID) -> Cover? {
    let (cover, container) = (scene.cover(id), scene.container(of: id))
    let outer = self[container]
    guard !cover.isFriendly, !cover.appearance.isHidden, !outer.isHidden,
      outer.opacity * clamped(cover.appearance.opacity) >= SceneCover.opaqueLimit,
      outer.chain.allSatisfy({ self[$0].isMeasurable }),
      let toWindow = toWindow(cover.frame, cover.appearance, in: container)
    else { return nil }
    var shape = OraclePolygon(OracleRect(extentOf: cover.frame), toWindow)
    for container in outer.chain {
      if let clip = self[container].clip {
        shape = shape.intersection(OraclePolygon(clip, self[container].toWindow))
      }
    }
    let step = PaintStep(
      zIndex: cover.appearance.zIndex, order: scene.order(of: id))
    return shape.area > 0 ? Cover(shape: shape, paintPlace: outer.paintPlace + [step]) : nil
  }

  /// The opacity clamped to 0...1; NaN counts as 1.
  private func clamped(_ opacity: Double) -> Double { opacity.isNaN ? 1 : max(0, min(1, opacity)) }
}

extension LayoutTransform {
  /// Whether it is finite and its factors are measurable.
  fileprivate var hasMeasurableScale: Bool {
    isFinite && [a, b, c, d].allSatisfy { abs($0) <= Oracle.farthest }
  }
}
