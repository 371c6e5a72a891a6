import SightlineCore

extension EngineSession {
  /// Applies the edits in the input buffer, up to the first refused one.
  mutating func edit(size: UInt32) throws(Refusal) {
    var reader = try reader(size)
    while !reader.isAtEnd {
      refusedAt = reader.position
      let kind = reader.u32()
      let number = reader.u32()
      if reader.isCutOff { throw .cutOff }
      guard let kind = EditKind(rawValue: kind) else { throw .unknownKind }
      switch kind {
      case .addContainer, .setContainer, .setContainerAppearance, .scroll, .setScrollSource,
        .moveContainer, .removeContainer:
        try editContainer(kind, number, &reader)
      case .addTarget, .setTargetFrame, .setTargetAppearance, .moveTarget, .removeTarget:
        try editTarget(kind, number, &reader)
      case .addCover, .setCover, .setCoverAppearance, .moveCover, .removeCover:
        try editCover(kind, number, &reader)
      case .addViewport, .setMargins, .removeViewport:
        try editViewport(kind, number, &reader)
      case .setRule: try setRule(number, &reader)
      case .setPolicy: try setPolicy(number, &reader)
      case .watch, .watchForImpressions, .unwatch: try editWatch(kind, number, &reader)
      case .setForeground: engine.isForeground = number != 0
      case .beginSession: engine.edit(.beginSession)
      case .endExposures: engine.edit(.endExposures)
      case .forgetAllImpressions: engine.edit(.forgetAllImpressions)
      case .beginScreenVisit: engine.edit(.beginScreenVisit)
      case .beginDay: engine.edit(.beginDay(Int(Int32(bitPattern: number))))
      case .replacePolicy:
        let successor = reader.u32()
        _ = reader.u32()
        if reader.isCutOff { throw .cutOff }
        engine.edit(.replace(try policy(number), with: try policy(successor)))
      case .restore: try restore(number, &reader)
      case .sleep:
        let total = reader.i64()
        if reader.isCutOff { throw .cutOff }
        asleep = .nanoseconds(total)
      case .setReadingDirection:
        engine.readingDirection = number == 0 ? .leftToRight : .rightToLeft
      case .setPixelLength:
        let length = reader.f64()
        if reader.isCutOff { throw .cutOff }
        guard length > 0, length.isFinite else { throw .badValue }
        engine.pixelLength = length
      }
    }
  }

  private mutating func editContainer(
    _ kind: EditKind, _ number: UInt32, _ reader: inout EditReader
  ) throws(Refusal) {
    if kind == .addContainer {
      let parent = reader.u32()
      let container = try reader.container(.plain)
      if reader.isCutOff { throw .cutOff }
      try checkFree(number, isInUse: (try? self.container(number)) != nil)
      let home = try self.container(parent)
      if depth(of: home) >= VisibilityScene.maximumDepth { throw .tooDeep }
      containers.name(engine.add(container, to: home), number)
      return
    }
    let id = try container(number)
    switch kind {
    case .setContainer:
      _ = reader.u32()
      let container = try reader.container(engine.scene.container(id).appearance)
      if reader.isCutOff { throw .cutOff }
      engine.edit(.container(container, for: id))
    case .setContainerAppearance:
      let appearance = reader.appearance()
      if reader.isCutOff { throw .cutOff }
      engine.edit(.appearance(appearance, of: id))
    case .scroll:
      let offset = reader.point()
      if reader.isCutOff { throw .cutOff }
      engine.edit(.scroll(id, to: offset))
    case .setScrollSource:
      let source = reader.u32()
      _ = reader.u32()
      if reader.isCutOff { throw .cutOff }
      var container = engine.scene.container(id)
      container.scrollSource = source == 0 ? .reader : .app
      engine.edit(.container(container, for: id))
    case .moveContainer:
      let parent = try home(&reader)
      try checkMove(of: id, to: parent)
      engine.edit(.move(id, to: parent))
    default:
      if id == engine.scene.root { throw .impossible }
      engine.edit(.remove(id))
    }
  }

  private mutating func editTarget(
    _ kind: EditKind, _ number: UInt32, _ reader: inout EditReader
  ) throws(Refusal) {
    if kind == .addTarget {
      let home = reader.u32()
      _ = reader.u32()
      let frame = reader.rect()
      if reader.isCutOff { throw .cutOff }
      try checkFree(number, isInUse: (try? self.target(number)) != nil)
      let id = engine.add(SceneTarget(frame: frame), to: try container(home))
      targets.name(id, number)
      return
    }
    let id = try target(number)
    switch kind {
    case .setTargetFrame:
      let frame = reader.rect()
      if reader.isCutOff { throw .cutOff }
      engine.edit(.frame(frame, of: id))
    case .setTargetAppearance:
      let appearance = reader.appearance()
      if reader.isCutOff { throw .cutOff }
      engine.edit(.appearance(appearance, of: id))
    case .moveTarget: engine.edit(.move(id, to: try home(&reader)))
    default: engine.edit(.remove(id))
    }
  }

  private mutating func editCover(
    _ kind: EditKind, _ number: UInt32, _ reader: inout EditReader
  ) throws(Refusal) {
    if kind == .addCover {
      let home = reader.u32()
      let flags = reader.u32()
      let frame = reader.rect()
      if reader.isCutOff { throw .cutOff }
      try checkFree(number, isInUse: (try? self.cover(number)) != nil)
      let cover = SceneCover(frame: frame, isFriendly: flags & 1 != 0)
      covers.name(engine.add(cover, to: try container(home)), number)
      return
    }
    let id = try cover(number)
    var cover = engine.scene.cover(id)
    switch kind {
    case .setCover:
      _ = reader.u32()
      cover.isFriendly = reader.u32() & 1 != 0
      cover.frame = reader.rect()
    case .setCoverAppearance: cover.appearance = reader.appearance()
    case .moveCover:
      engine.edit(.move(id, to: try home(&reader)))
      return
    default:
      engine.edit(.remove(id))
      return
    }
    if reader.isCutOff { throw .cutOff }
    engine.edit(.cover(cover, for: id))
  }

  private mutating func editViewport(
    _ kind: EditKind, _ number: UInt32, _ reader: inout EditReader
  ) throws(Refusal) {
    switch kind {
    case .addViewport:
      let container = reader.u32()
      _ = reader.u32()
      let margins = reader.margins()
      let scrollMargins = reader.margins()
      if reader.isCutOff { throw .cutOff }
      try checkFree(number, isInUse: (try? self.viewport(number)) != nil)
      let viewport = VisibilityViewport(
        try self.container(container), margins: margins, scrollMargins: scrollMargins)
      viewports.name(engine.add(viewport), number)
    case .setMargins:
      let id = try viewport(number)
      let margins = reader.margins()
      if reader.isCutOff { throw .cutOff }
      engine.edit(.margins(margins, of: id))
    default:
      let id = try viewport(number)
      if id == engine.window { throw .impossible }
      engine.edit(.removeViewport(id))
    }
  }

  /// Reads the destination container of a move.
  private func home(_ reader: inout EditReader) throws(Refusal) -> ContainerID {
    let number = reader.u32()
    _ = reader.u32()
    if reader.isCutOff { throw .cutOff }
    return try container(number)
  }

  // MARK: The tree

  private func depth(of id: ContainerID) -> Int {
    var depth = 0
    var next = engine.scene.parent(of: id)
    while let parent = next {
      depth += 1
      next = engine.scene.parent(of: parent)
    }
    return depth
  }

  /// The number of levels between a container and its ancestor; `nil` if `inner` is not inside
  /// `outer`.
  private func steps(from inner: ContainerID, to outer: ContainerID) -> Int? {
    var steps = 0
    var next = Optional(inner)
    while let container = next {
      if container == outer { return steps }
      steps += 1
      next = engine.scene.parent(of: container)
    }
    return nil
  }

  private func checkMove(of id: ContainerID, to parent: ContainerID) throws(Refusal) {
    if id == engine.scene.root || steps(from: parent, to: id) != nil { throw .impossible }
    let depth = depth(of: parent) + 1
    // A subtree is at most as deep as the number of containers, so most scenes return here.
    if depth + engine.scene.containerCount <= VisibilityScene.maximumDepth { return }
    for number in containers.numbers {
      guard let inner = containers[number], engine.scene.contains(inner) else { continue }
      if let steps = steps(from: inner, to: id), depth + steps > VisibilityScene.maximumDepth {
        throw .tooDeep
      }
    }
  }
}
