import SightlineCore

/// An engine for JavaScript: maps the caller's numbers to handles and owns the memory shared with
/// the caller.
struct EngineSession: ~Copyable {
  /// The caller's numbers for a watch of the engine.
  struct Watcher {
    var id: WatchID
    var watch: UInt32
    var target: UInt32
    /// The index in `formerWatchers` of the previous watcher with the same index.
    var former = 0
  }

  let engine: VisibilityEngine
  /// The total time that the device has slept.
  var asleep = Duration.zero

  var containers = Names<SceneContainer>()
  var targets = Names<SceneTarget>()
  var covers = Names<SceneCover>()
  var viewports = Names<VisibilityViewport>()
  var watches = Names<VisibilityWatch>()
  var rules: ContiguousArray<VisibilityRule?> = []
  var policies: ContiguousArray<ImpressionPolicy?> = []
  /// Watchers by the engine's index of their watch.
  var watchers: ContiguousArray<Watcher> = []
  /// Watchers whose index was reused since the last pass. The next pass may still report on them.
  var formerWatchers: ContiguousArray<Watcher> = []

  var input = OutputBuffer()
  var changes = OutputBuffer()
  var impressions = OutputBuffer()
  var answers = OutputBuffer()
  var report = OutputBuffer()
  /// The byte offset in the input of the refused record.
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

  /// Returns a reader for the first `size` bytes of the input.
  mutating func reader(_ size: UInt32) throws(Refusal) -> EditReader {
    refusedAt = 0
    if size > input.capacity { throw .cutOff }
    return EditReader(input.bytes, count: Int(size))
  }

  // MARK: Numbers

  mutating func name(_ id: WatchID, _ watch: UInt32, _ target: UInt32) {
    let index = Int(id.index)
    var watcher = Watcher(id: id, watch: watch, target: target)
    while watchers.count <= index { watchers.append(watcher) }
    if watchers[index].id != id {
      watcher.former = formerWatchers.count
      formerWatchers.append(watchers[index])
      watchers[index] = watcher
    }
    watches.name(id, watch)
  }

  func watcher(_ id: WatchID) -> Watcher {
    var watcher = watchers[Int(id.index)]
    while watcher.id != id { watcher = formerWatchers[watcher.former] }
    return watcher
  }

  @inline(never)
  func container(_ number: UInt32) throws(Refusal) -> ContainerID {
    guard let id = containers[number], engine.scene.contains(id) else { throw .unknownNumber }
    return id
  }

  @inline(never)
  func target(_ number: UInt32) throws(Refusal) -> TargetID {
    guard let id = targets[number], engine.scene.contains(id) else { throw .unknownNumber }
    return id
  }

  @inline(never)
  func cover(_ number: UInt32) throws(Refusal) -> CoverID {
    guard let id = covers[number], engine.scene.contains(id) else { throw .unknownNumber }
    return id
  }

  @inline(never)
  func viewport(_ number: UInt32) throws(Refusal) -> ViewportID {
    guard let id = viewports[number], engine.contains(id) else { throw .unknownNumber }
    return id
  }

  @inline(never)
  func watch(_ number: UInt32) throws(Refusal) -> WatchID {
    guard let id = watches[number], engine.contains(id) else { throw .unknownNumber }
    return id
  }

  @inline(never)
  func rule(_ number: UInt32) throws(Refusal) -> VisibilityRule {
    guard number < rules.count, let rule = rules[Int(number)] else { throw .unknownNumber }
    return rule
  }

  @inline(never)
  func policy(_ number: UInt32) throws(Refusal) -> ImpressionPolicy {
    guard number < policies.count, let policy = policies[Int(number)] else {
      throw .unknownNumber
    }
    return policy
  }

  /// Throws unless a number is within the limit and free.
  @inline(never)
  func checkFree(_ number: UInt32, isInUse: Bool) throws(Refusal) {
    if number >= Names<Void>.limit { throw .numberTooLarge }
    if isInUse { throw .numberInUse }
  }
}
