import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineTrace

@Suite struct TraceSceneTests {
  /// Applies changes one by one, using only the content of each.
  private struct Mirror {
    var nodes: [Int: TraceNode] = [:]

    func depth(of id: Int) -> Int {
      var (depth, next) = (0, Optional(id))
      while let id = next, depth <= nodes.count {
        depth += 1
        next = nodes[id]?.parent
      }
      return depth
    }

    mutating func carryOut(_ changes: [TraceSceneChange]) {
      for change in changes {
        switch change {
        case .add(let node):
          #expect(nodes[node.id] == nil)
          #expect(node.parent == nil || nodes[node.parent ?? -1] != nil)
          nodes[node.id] = node
        case .set(let new, let old):
          #expect(nodes[new.id] == old)
          #expect(new.parent == nil || nodes[new.parent ?? -1] != nil)
          nodes[new.id] = new
        case .remove(let id):
          #expect(nodes.removeValue(forKey: id) != nil)
          #expect(nodes.values.allSatisfy { $0.parent != id })
        }
        if nodes.count < 100 {
          for id in nodes.keys { #expect(depth(of: id) <= nodes.count, "a cycle at \(id)") }
        }
      }
    }
  }

  private func node(_ id: Int, in parent: Int) -> TraceNode {
    TraceNode(id: id, parent: parent, frame: .zero)
  }

  private func move(_ id: Int, to parent: Int) -> TraceNodePatch {
    patch(node(id, in: parent), ["p"])
  }

  /// Returns a patch that copies these fields from a node.
  private func patch(_ node: TraceNode, _ keys: [String] = []) -> TraceNodePatch {
    TraceNodePatch(
      node: node, fields: FieldSet((["id"] + keys).map { TraceNode.format.field($0) }))
  }

  /// Returns a scene in step 0 with a root and these nodes.
  private func scene(_ nodes: [TraceNode] = []) throws -> TraceScene {
    var scene = TraceScene(file: "test")
    try scene.accept(.step(TraceStep(step: 0, milliseconds: 0)), number: 1)
    try scene.accept(.node(TraceNode(id: 0, parent: nil, frame: .zero)), number: 2)
    for (index, node) in nodes.enumerated() { try scene.accept(.node(node), number: 3 + index) }
    try scene.accept(.app(TraceApp(step: 0, beginsSession: true)), number: 3 + nodes.count)
    return scene
  }

  /// Returns nodes 1, 2, ..., each the child of the previous one.
  private func chain(_ count: Int) -> [TraceNode] { (1...count).map { node($0, in: $0 - 1) } }

  private func changes(
    _ scene: inout TraceScene, set: [TraceNodePatch] = [], add: [TraceNode] = [], rm: [Int] = []
  ) throws(TraceError) -> [TraceSceneChange] {
    try scene.accept(
      .delta(TraceDelta(step: 0, set: set, add: add, remove: rm)), number: 99)
    return scene.changes
  }

  private func problem(
    _ scene: TraceScene, set: [TraceNodePatch] = [], add: [TraceNode] = [], rm: [Int] = []
  ) -> TraceError.Problem? {
    var scene = scene
    do throws(TraceError) {
      _ = try changes(&scene, set: set, add: add, rm: rm)
      return nil
    } catch {
      #expect(error.line == 99)
      return error.problem
    }
  }

  @Test(arguments: Fixture.allCases)
  func `fixtures build complete scenes`(_ fixture: Fixture) throws {
    var reader = TraceReader(bytes: try fixture.bytes, file: fixture.rawValue)
    var scene = TraceScene(file: fixture.rawValue)
    var mirror = Mirror()
    while let (number, line) = try reader.next() {
      try scene.accept(line, number: number)
      mirror.carryOut(scene.changes)
    }
    try scene.finish(lastLine: reader.lineNumber)
    #expect(mirror.nodes.count == scene.nodeCount)
    #expect(mirror.nodes.values.allSatisfy { scene.node($0.id) == $0 })
    #expect(scene.nodeCount == (fixture == .blocks ? 102 : 101))
    #expect(scene.observed.count == (fixture == .blocks ? 101 : 93))
  }

  @Test func `node lines can list children before their parents`() throws {
    var scene = TraceScene(file: "test")
    let root = TraceNode(id: 0, parent: nil, frame: .zero)
    var changes: [TraceSceneChange] = []
    for (index, next) in [root, node(3, in: 2), node(1, in: 0), node(2, in: 1)].enumerated() {
      try scene.accept(.node(next), number: index + 1)
      changes += scene.changes
    }
    try scene.finish(lastLine: 4)
    #expect(
      changes + scene.changes == [
        .add(root), .add(node(3, in: 0)), .add(node(1, in: 0)), .add(node(2, in: 1)),
        .set(node(3, in: 2), old: node(3, in: 0)),
      ])
  }

  @Test func `a line's changes apply in the listed order`() throws {
    var scene = try scene()
    #expect(
      try changes(&scene, add: [node(1, in: 0), node(2, in: 1), node(3, in: 2)])
        == [.add(node(1, in: 0)), .add(node(2, in: 1)), .add(node(3, in: 2))])
    #expect(try changes(&scene, rm: [3, 2, 1]) == [.remove(3), .remove(2), .remove(1)])
    #expect(scene.nodeCount == 1)
    #expect(try changes(&scene, add: [node(3, in: 0)]) == [.add(node(3, in: 0))])
    #expect(
      try changes(&scene, set: [move(3, to: 4), move(3, to: 0)], add: [node(4, in: 0)], rm: [3])
        == [
          .add(node(4, in: 0)), .set(node(3, in: 4), old: node(3, in: 0)),
          .set(node(3, in: 0), old: node(3, in: 4)), .remove(3),
        ])
  }

  @Test func `children can move out of a node removed on the same line`() throws {
    var scene = try scene([node(1, in: 0), node(2, in: 1)])
    #expect(
      try changes(&scene, set: [move(2, to: 9)], add: [node(9, in: 0)], rm: [1])
        == [
          .add(node(9, in: 0)), .set(node(2, in: 9), old: node(2, in: 1)),
          .remove(1),
        ])
  }

  @Test func `parent and child swap in two moves`() throws {
    var scene = try scene([node(1, in: 0), node(2, in: 1)])
    #expect(
      try changes(&scene, set: [move(2, to: 0), move(1, to: 2)])
        == [
          .set(node(2, in: 0), old: node(2, in: 1)),
          .set(node(1, in: 2), old: node(1, in: 0)),
        ])
  }

  @Test func `unchanged fields are not changes`() throws {
    var scene = try scene([node(1, in: 0)])
    let keys = ["p", "opacity"]
    #expect(try changes(&scene, set: [patch(node(1, in: 0), keys)]).isEmpty)
    var new = node(1, in: 0)
    new.z = 4
    let patch = patch(new, keys + ["z"])
    #expect(try changes(&scene, set: [patch]) == [.set(new, old: node(1, in: 0))])
    #expect(scene.node(1) == new)
  }

  @Test func `inconsistent trees are errors`() throws {
    let scene = try scene([node(1, in: 0), node(2, in: 1), node(3, in: 2)])
    #expect(problem(scene, set: [patch(node(9, in: 0))]) == .unknownNode(9, key: "set"))
    #expect(problem(scene, rm: [9]) == .unknownNode(9, key: "rm"))
    #expect(problem(scene, add: [node(9, in: 8)]) == .unknownNode(8, key: "p"))
    #expect(problem(scene, set: [move(2, to: 8)]) == .unknownNode(8, key: "p"))
    #expect(problem(scene, add: [node(9, in: 3)], rm: [3]) == .childStays(3, child: 9))
    #expect(problem(scene, add: [node(2, in: 0)]) == .duplicateNode(2))
    #expect(problem(scene, add: [node(9, in: 0), node(9, in: 0)]) == .duplicateNode(9))
    #expect(problem(scene, rm: [3, 3]) == .unknownNode(3, key: "rm"))
    #expect(problem(scene, rm: [2]) == .childStays(2, child: 3))
    #expect(problem(scene, rm: [0]) == .rootMoved)
    #expect(problem(scene, set: [move(0, to: 1)]) == .rootMoved)
    #expect(problem(scene, add: [TraceNode(id: 9, parent: nil, frame: .zero)]) == .secondRoot(9))
    #expect(problem(scene, set: [move(1, to: 1)]) == .cycle(1))
    #expect(problem(scene, set: [move(1, to: 3)]) == .cycle(1))
    #expect(problem(scene, set: [move(1, to: 2), move(2, to: 0)]) == .cycle(1))
    #expect(problem(scene, add: [node(8, in: 9), node(9, in: 8)]) == .unknownNode(9, key: "p"))
  }

  @Test func `errors in node lines refer to those lines`() throws {
    func error(_ nodes: [TraceNode]) -> TraceError? {
      var scene = TraceScene(file: "test")
      do throws(TraceError) {
        for (index, node) in nodes.enumerated() { try scene.accept(.node(node), number: index + 1) }
        try scene.finish(lastLine: nodes.count)
        return nil
      } catch { return error }
    }
    let root = TraceNode(id: 0, parent: nil, frame: .zero)
    let cases: [([TraceNode], Int, TraceError.Problem)] = [
      ([root, node(2, in: 1), node(1, in: 7)], 3, .unknownNode(7, key: "p")),
      ([root, node(2, in: 1), node(1, in: 2)], 2, .cycle(2)),
      ([root, node(2, in: 2)], 2, .cycle(2)),
      ([root, node(1, in: 0), node(1, in: 0)], 3, .duplicateNode(1)),
      ([root, node(1, in: 0), root], 3, .duplicateNode(0)),
      ([root, TraceNode(id: 4, parent: nil, frame: .zero)], 2, .secondRoot(4)),
      ([node(0, in: 1)], 1, .rootMoved), ([node(1, in: 0)], 1, .missingRoot),
    ]
    for (nodes, line, problem) in cases {
      #expect(error(nodes) == TraceError(file: "test", line: line, problem: problem))
    }
  }

  @Test func `depth is limited`() throws {
    let limit = TraceScene.maximumDepth
    let deepest = try scene(chain(limit))
    #expect(problem(deepest, add: [node(1_000, in: limit)]) == .tooDeep(1_000, limit: limit))
    #expect(problem(deepest, add: [node(1_000, in: limit - 1)]) == nil)
    // A move takes its whole subtree along.
    let forked = try scene(chain(limit - 1) + [node(1_000, in: 0), node(1_001, in: 1_000)])
    #expect(problem(forked, set: [move(1_000, to: limit - 1)]) == .tooDeep(1_000, limit: limit))
    #expect(problem(forked, set: [move(1_000, to: limit - 2)]) == nil)
    #expect(
      problem(try scene(), add: chain(limit + 1)) == .tooDeep(limit + 1, limit: limit))
  }

  @Test func `steps and times only increase`() throws {
    func error(_ steps: TraceStep...) -> TraceError? {
      var scene = TraceScene(file: "test")
      do throws(TraceError) {
        for (index, step) in steps.enumerated() { try scene.accept(.step(step), number: index + 1) }
        return nil
      } catch { return error }
    }
    #expect(error(TraceStep(step: 0, milliseconds: 5), TraceStep(step: 3, milliseconds: 5)) == nil)
    #expect(
      error(TraceStep(step: 3, milliseconds: 0), TraceStep(step: 3, milliseconds: 1))?.problem
        == .stepBackwards(3, previous: 3))
    #expect(
      error(TraceStep(step: 0, milliseconds: 1), TraceStep(step: 1, milliseconds: 0.5))
        == TraceError(file: "test", line: 2, problem: .timeBackwards(step: 1)))
    #expect(
      error(
        TraceStep(0, at: MonotonicTime(nanoseconds: 5)),
        TraceStep(1, at: MonotonicTime(nanoseconds: 4)))
        != nil)
  }

  @Test(arguments: [
    (#"{"k":"d","s":1}"#, TraceError.Problem.wrongStep(1, current: 0)),
    (#"{"k":"observe","s":0,"ids":[5]}"#, .unknownNode(5, key: "ids")),
    (#"{"k":"observe","s":0,"ids":[-5]}"#, .unknownNode(5, key: "ids")),
    (#"{"k":"view","s":0,"v":1,"root":9}"#, .unknownNode(9, key: "root")),
    (#"{"k":"view","s":0,"v":1,"rm":true}"#, .unknownView(1)),
    (#"{"k":"view","s":0,"v":0,"root":1}"#, .viewMoved(0)),
    (#"{"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1]}}"#, .duplicateWatch(0)),
    (#"{"k":"watch","s":0,"w":9,"id":8,"v":0,"rule":{"thr":[1]}}"#, .unknownNode(8, key: "id")),
    (#"{"k":"watch","s":0,"w":9,"id":1,"v":3,"rule":{"thr":[1]}}"#, .unknownView(3)),
    (#"{"k":"unwatch","s":0,"w":9}"#, .unknownWatch(9)),
  ])
  func linesThatContradictAreErrors(_ line: String, _ problem: TraceError.Problem) {
    let before =
      meta + stepZero + root + """
        {"k":"node","id":1,"p":0,"frame":[0,0,9,9]}
        {"k":"node","id":2,"p":0,"frame":[0,0,9,9]}
        {"k":"view","s":0,"v":0,"root":0}
        {"k":"view","s":0,"v":7,"root":2}
        {"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1]}}
        {"k":"watch","s":0,"w":1,"id":1,"v":0,"rule":{"thr":[1]}}
        {"k":"unwatch","s":0,"w":1}

        """
    #expect(failure(in: before, checkingScene: true) == nil)
    #expect(
      failure(in: before + line, checkingScene: true)
        == TraceError(file: "test", line: 11, problem: problem))
  }

  @Test func `a watch of the root has its number until it ends`() throws {
    let watch = #"{"k":"watch","s":0,"w":4,"id":0,"v":0,"rule":{"thr":[1]}}"# + "\n"
    let before = meta + stepZero + root + #"{"k":"view","s":0,"v":0,"root":0}"# + "\n" + watch
    #expect(
      failure(in: before + watch, checkingScene: true)
        == TraceError(file: "test", line: 6, problem: .duplicateWatch(4)))
    let ended = before + #"{"k":"unwatch","s":0,"w":4}"# + "\n"
    #expect(failure(in: ended + watch, checkingScene: true) == nil)
  }

  @Test func `reports can follow the end`() throws {
    _ = try read(
      meta + stepZero + root + """
        {"k":"node","id":1,"p":0,"frame":[0,0,9,9]}
        {"k":"observe","s":0,"ids":[1]}
        {"k":"view","s":0,"v":0,"root":0}
        {"k":"view","s":0,"v":0,"root":0,"margin":[1,1,1,1]}
        {"k":"watch","s":0,"w":0,"id":1,"v":0,"rule":{"thr":[1]},"see":{"id":4}}
        {"k":"d","s":0,"rm":[1]}
        {"k":"unwatch","s":0,"w":0}
        {"k":"ev","s":0,"w":0,"on":false,"f":0,"why":"removed"}
        {"k":"imp","s":0,"w":0,"id":4,"ns":0,"n":1}
        {"k":"observe","s":0,"ids":[-1]}
        {"k":"view","s":0,"v":0,"rm":true}
        {"k":"view","s":0,"v":0,"root":0}
        """, checkingScene: true)
  }

  @Test(arguments: [
    #"{"k":"d","s":1}"#, #"{"k":"view","s":1,"v":0,"root":0}"#,
    #"{"k":"watch","s":1,"w":0,"id":0,"v":0,"rule":{"thr":[1]}}"#, #"{"k":"unwatch","s":1,"w":0}"#,
    #"{"k":"app","s":1,"active":false}"#, #"{"k":"ev","s":1,"w":0,"on":true,"f":1}"#,
    #"{"k":"imp","s":1,"w":0,"id":1,"ns":0,"n":1}"#, #"{"k":"exp","s":1,"w":0,"id":1,"on":true}"#,
    #"{"k":"observe","s":1,"ids":[0]}"#,
  ])
  func `a line of another step is an error`(line: String) {
    let text = meta + stepZero + root + line + "\n"
    #expect(failure(in: text, checkingScene: true)?.problem == .wrongStep(1, current: 0))
  }

  @Test func `a trace with steps needs a root`() {
    #expect(failure(in: meta, checkingScene: true) == nil)
    #expect(failure(in: meta + stepZero, checkingScene: true)?.problem == .missingRoot)
  }

  @Test(arguments: 0..<40) func `random changes can be applied one by one`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var scene = try scene()
    var mirror = Mirror(nodes: [0: TraceNode(id: 0, parent: nil, frame: .zero)])
    var next = 1
    for _ in 0..<60 {
      // Change a separate tree at will; the line is the difference.
      var wanted = mirror.nodes.mapValues { $0.parent }
      var fresh: Set<Int> = []
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        wanted[next] = wanted.keys.sorted().randomElement(using: &random)
        fresh.insert(next)
        next += 1
      }
      func isBelow(_ id: Int, _ top: Int) -> Bool {
        var current = Optional(id)
        while let id = current {
          if id == top { return true }
          current = wanted[id] ?? nil
        }
        return false
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let ids = wanted.keys.sorted()
        guard let id = ids.randomElement(using: &random), id != 0,
          let parent = ids.randomElement(using: &random), !isBelow(parent, id)
        else { continue }
        wanted[id] = parent
      }
      if let top = wanted.keys.sorted().randomElement(using: &random), top != 0,
        !fresh.contains(top)
      {
        let below = wanted.keys.filter { isBelow($0, top) }
        if !below.contains(where: fresh.contains) { for id in below { wanted[id] = nil } }
      }
      // Parents are added and moved before children, and removed after them.
      func depth(_ id: Int) -> Int { 1 + ((wanted[id] ?? nil).map(depth) ?? 0) }
      let add = wanted.keys.filter(fresh.contains).sorted { (depth($0), $0) < (depth($1), $1) }
      let rm = mirror.nodes.keys.filter { wanted[$0] == nil }
        .sorted { (mirror.depth(of: $0), $0) > (mirror.depth(of: $1), $1) }
      let set = mirror.nodes.values.filter {
        $0.id != 0 && wanted[$0.id] != nil && wanted[$0.id] != .some($0.parent)
      }.sorted { (depth($0.id), $0.id) < (depth($1.id), $1.id) }
      mirror.carryOut(
        try changes(
          &scene, set: set.map { move($0.id, to: (wanted[$0.id] ?? nil) ?? 0) },
          add: add.map { node($0, in: (wanted[$0] ?? nil) ?? 0) }, rm: rm))
      #expect(mirror.nodes.mapValues { $0.parent } == wanted, "seed \(seed)")
      #expect(scene.nodeCount == wanted.count)
    }
  }
}
