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
      case .addContainer: try addContainer(number, &reader)
      case .addTarget: try addTarget(number, &reader)
      case .addCover: try addCover(number, &reader)
      case .addViewport: try addViewport(number, &reader)
      case .setRule: try setRule(number, &reader)
      case .setPolicy: try setPolicy(number, &reader)
      case .watch, .watchForImpressions: try addWatch(kind, number, &reader)
      case .restore: try restore(number, &reader)
      case .sleep:
        let total = reader.i64()
        if reader.isCutOff { throw .cutOff }
        asleep = .nanoseconds(total)
      default:
        let edit = try edit(kind, number, &reader)
        if reader.isCutOff { throw .cutOff }
        engine.edit(edit)
      }
    }
  }

  /// Reads an edit, which is invalid if it is cut off.
  private func edit(
    _ kind: EditKind, _ number: UInt32, _ reader: inout EditReader
  ) throws(Refusal) -> VisibilityEngine.Edit {
    switch kind {
    case .setContainer:
      let id = try container(number)
      _ = reader.u32()
      return .container(try reader.container(engine.scene.container(id).appearance), for: id)
    case .scroll: return .scroll(try container(number), to: reader.point())
    case .setScrollSource:
      let id = try container(number)
      var container = engine.scene.container(id)
      container.scrollSource = reader.u32() == 0 ? .reader : .app
      _ = reader.u32()
      return .container(container, for: id)
    case .setTargetFrame: return .frame(reader.rect(), of: try target(number))
    case .setCover:
      let id = try cover(number)
      var cover = engine.scene.cover(id)
      _ = reader.u32()
      cover.isFriendly = reader.u32() & 1 != 0
      cover.frame = reader.rect()
      return .cover(cover, for: id)
    case .setContainerAppearance, .setTargetAppearance, .setCoverAppearance:
      return .appearance(reader.appearance(), of: try item(kind, number))
    case .moveContainer, .moveTarget, .moveCover:
      let item = try item(kind, number)
      let home = try home(&reader)
      if case .container(let id) = item { try checkMove(of: id, to: home) }
      return .move(item, to: home)
    case .removeContainer, .removeTarget, .removeCover:
      let item = try item(kind, number)
      if item == .container(engine.scene.root) { throw .impossible }
      return .remove(item)
    case .setMargins: return .margins(reader.margins(), of: try viewport(number))
    case .removeViewport:
      let id = try viewport(number)
      if id == engine.window { throw .impossible }
      return .removeViewport(id)
    case .unwatch: return .unwatch(try watch(number))
    case .setForeground: return .foreground(number != 0)
    case .setReadingDirection: return .readingDirection(number == 0 ? .leftToRight : .rightToLeft)
    case .setPixelLength:
      let length = reader.f64()
      if reader.isCutOff { throw .cutOff }
      guard length > 0, length.isFinite else { throw .badValue }
      return .pixelLength(length)
    case .beginSession: return .beginSession
    case .beginScreenVisit: return .beginScreenVisit
    case .beginDay: return .beginDay(Int(Int32(bitPattern: number)))
    case .replacePolicy:
      let successor = reader.u32()
      _ = reader.u32()
      if reader.isCutOff { throw .cutOff }
      return .replace(try policy(number), with: try policy(successor))
    case .forgetAllImpressions: return .forgetAllImpressions
    case .endExposures: return .endExposures
    default: throw .unknownKind
    }
  }

  private func item(_ kind: EditKind, _ number: UInt32) throws(Refusal) -> SceneItemID {
    switch kind {
    case .setContainerAppearance, .moveContainer, .removeContainer:
      .container(try container(number))
    case .setTargetAppearance, .moveTarget, .removeTarget: .target(try target(number))
    default: .cover(try cover(number))
    }
  }

  // MARK: Adding

  private mutating func addContainer(
    _ number: UInt32, _ reader: inout EditReader
  ) throws(Refusal) {
    let parent = reader.u32()
    let container = try reader.container(.plain)
    if reader.isCutOff { throw .cutOff }
    try checkFree(number, isInUse: containers[number].map { engine.scene.contains($0) } ?? false)
    let home = try self.container(parent)
    if depth(of: home) >= VisibilityScene.maximumDepth { throw .tooDeep }
    containers.name(engine.add(container, to: home), number)
  }

  private mutating func addTarget(_ number: UInt32, _ reader: inout EditReader) throws(Refusal) {
    let home = reader.u32()
    _ = reader.u32()
    let frame = reader.rect()
    if reader.isCutOff { throw .cutOff }
    try checkFree(number, isInUse: targets[number].map { engine.scene.contains($0) } ?? false)
    targets.name(engine.add(SceneTarget(frame: frame), to: try container(home)), number)
  }

  private mutating func addCover(_ number: UInt32, _ reader: inout EditReader) throws(Refusal) {
    let home = reader.u32()
    let flags = reader.u32()
    let frame = reader.rect()
    if reader.isCutOff { throw .cutOff }
    try checkFree(number, isInUse: covers[number].map { engine.scene.contains($0) } ?? false)
    let cover = SceneCover(frame: frame, isFriendly: flags & 1 != 0)
    covers.name(engine.add(cover, to: try container(home)), number)
  }

  private mutating func addViewport(_ number: UInt32, _ reader: inout EditReader) throws(Refusal) {
    let container = reader.u32()
    _ = reader.u32()
    let margins = reader.margins()
    let scrollMargins = reader.margins()
    if reader.isCutOff { throw .cutOff }
    try checkFree(number, isInUse: viewports[number].map { engine.contains($0) } ?? false)
    let viewport = VisibilityViewport(
      try self.container(container), margins: margins, scrollMargins: scrollMargins)
    viewports.name(engine.add(viewport), number)
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
