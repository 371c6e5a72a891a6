import SightlineCore

/// An engine as JavaScript has it: with the caller's numbers for what is in it, and the memory that
/// both read and write.
final class EngineSession {
  /// Who is behind a watch of the engine.
  struct Watcher {
    var watch: UInt32
    var target: UInt32
  }

  var engine: VisibilityEngine

  var containers = Names<SceneContainer>()
  var targets = Names<SceneTarget>()
  var covers = Names<SceneCover>()
  var viewports = Names<VisibilityViewport>()
  var watches = Names<VisibilityWatch>()
  var rules: ContiguousArray<VisibilityRule?> = []
  var policies: ContiguousArray<ImpressionPolicy?> = []
  /// By the engine's own index of a watch.
  var watchers: ContiguousArray<Watcher> = []

  var input = OutputBuffer()
  var changes = OutputBuffer()
  var impressions = OutputBuffer()
  var answers = OutputBuffer()
  var report = OutputBuffer()
  /// Where in the input what was refused begins.
  var refusedAt = 0

  init(size: LayoutSize) {
    engine = VisibilityEngine(scene: VisibilityScene(size: size))
    containers.name(engine.scene.root, 0)
    viewports.name(engine.window, 0)
  }

  deinit {
    input.free()
    changes.free()
    impressions.free()
    answers.free()
    report.free()
  }

  /// Reads so many bytes of the input.
  func reader(_ size: UInt32) throws(Refusal) -> EditReader {
    refusedAt = 0
    if size > input.capacity { throw .cutOff }
    return EditReader(input.bytes, count: Int(size))
  }

  // MARK: Numbers

  func container(_ number: UInt32) throws(Refusal) -> ContainerID {
    guard let id = containers[number], engine.scene.contains(id) else { throw .unknownNumber }
    return id
  }

  func target(_ number: UInt32) throws(Refusal) -> TargetID {
    guard let id = targets[number], engine.scene.contains(id) else { throw .unknownNumber }
    return id
  }

  func cover(_ number: UInt32) throws(Refusal) -> CoverID {
    guard let id = covers[number], engine.scene.contains(id) else { throw .unknownNumber }
    return id
  }

  func viewport(_ number: UInt32) throws(Refusal) -> ViewportID {
    guard let id = viewports[number], engine.contains(id) else { throw .unknownNumber }
    return id
  }

  func watch(_ number: UInt32) throws(Refusal) -> WatchID {
    guard let id = watches[number], engine.contains(id) else { throw .unknownNumber }
    return id
  }

  func rule(_ number: UInt32) throws(Refusal) -> VisibilityRule {
    guard number < rules.count, let rule = rules[Int(number)] else { throw .unknownNumber }
    return rule
  }

  func policy(_ number: UInt32) throws(Refusal) -> ImpressionPolicy {
    guard number < policies.count, let policy = policies[Int(number)] else {
      throw .unknownNumber
    }
    return policy
  }

  /// Lets a number be given if it is small enough and free.
  func checkFree(_ number: UInt32, isInUse: Bool) throws(Refusal) {
    if number >= Names<Void>.limit { throw .numberTooLarge }
    if isInUse { throw .numberInUse }
  }
}
