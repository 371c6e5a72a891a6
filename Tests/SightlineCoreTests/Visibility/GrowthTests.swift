import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Doubling any input at most doubles the work, apart from a logarithm. Work is counted in steps,
/// so the result is the same on every machine.
@Suite struct GrowthTests {
  /// A kind of input: a scene of a size and operations on it.
  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    /// The number of times the work may double when the input does.
    var power = 1
    var sizes = [1_000, 2_000, 4_000]
    let run: @Sendable (_ count: Int, _ world: inout World) -> Void

    var testDescription: String { name }
  }

  @Test(arguments: inputs) func `doubling the input at most doubles the work`(_ input: Input) {
    let work = input.sizes.map { size in
      var world = World()
      input.run(size, &world)
      return world.engine.work
    }
    for i in 1..<work.count {
      let (size, larger) = (input.sizes[i - 1], input.sizes[i])
      var limit = GrowthTests.slack
      for _ in 0..<input.power { limit *= Double(larger) / Double(size) }
      // A logarithm.
      limit *=
        Double(larger.bitWidth - larger.leadingZeroBitCount)
        / Double(size.bitWidth - size.leadingZeroBitCount)
      #expect(
        Double(work[i]) <= Double(work[i - 1]) * limit,
        "\(input.name): \(work[i - 1]) steps for \(size), \(work[i]) for \(larger)")
    }
    // A counter that never counts would pass all checks above.
    #expect(work[0] >= input.sizes[0])
  }

  /// If the search for a viewport's targets gives up, each of its watches is looked up instead.
  @Test func `the way down to a watched target is counted`() {
    func work(watching target: Int) -> Int {
      var world = World()
      for _ in 0..<400 { world.watch(.cell(0), times: 0) }
      var inner = world.engine.scene.root
      for _ in 0..<150 { inner = world.container(.whole, in: inner) }
      world.watch(.cell(0), in: inner, times: 0)
      world.viewport(watching: target)
      world.pass()
      let before = world.engine.work
      world.scroll(to: 1)
      return world.engine.work - before
    }
    // About half of it is the descent itself: 151 steps.
    #expect(work(watching: 400) - work(watching: 0) > 250)
  }

  @Test func `the way up to the reason of a leave is counted`() {
    func work(depth: Int) -> Int {
      var world = World()
      var inner = world.container(.whole, SceneAppearance(transform: .eighthTurn))
      for _ in 0..<depth { inner = world.container(.whole, in: inner) }
      world.watch(.cell(0), .plain, .anyPixel, in: inner)
      world.pass()
      let before = world.engine.work
      world.scroll(to: 9_000)
      #expect(world.engine.changes.count == 1)
      return world.engine.work - before
    }
    #expect(work(depth: 150) - work(depth: 50) >= 100)
  }

  @Test func `a removed viewport with scroll margins costs nothing`() {
    func work(addingViewport: Bool) -> Int {
      let engine = VisibilityEngine(scene: VisibilityScene(size: .init(width: 100, height: 100)))
      let page = engine.add(
        .scrollView(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), to: engine.root)
      for i in 0..<100 {
        let list = engine.add(
          .scrollView(frame: LayoutRect(x: 200, y: Double(i), width: 10, height: 10)), to: page)
        engine.watch(engine.add(SceneTarget(frame: .cell(0)), to: list), .anyPixel)
      }
      engine.pass(at: .zero)
      if addingViewport {
        let viewport = engine.add(
          VisibilityViewport(engine.root, scrollMargins: ViewportMargins(points: LayoutInsets(500)))
        )
        engine.pass(at: .zero + .seconds(1))
        engine.edit(.removeViewport(viewport))
      }
      var before = 0
      for turn in 2...3 {
        before = engine.work
        engine.edit(.scroll(page, to: LayoutPoint(x: 0, y: Double(turn))))
        engine.pass(at: .zero + .seconds(turn))
      }
      return engine.work - before
    }
    #expect(work(addingViewport: true) == work(addingViewport: false))
  }

  /// Slack for constant work and for the depths of random trees.
  private static let slack = 1.25

  // MARK: The inputs

  static let inputs: [Input] = targets + covers + watches + viewports + containers + answers

  private static let targets = [
    Input(name: "targets in view, scrolled") { count, world in
      for i in 0..<count { world.watch(.cell(i)) }
      world.pass()
      for y in 1...4 { world.scroll(to: Double(y)) }
    },
    Input(name: "targets that exist, in random order") { count, world in
      var random = SeededGenerator(seed: 1)
      for _ in 0..<count { world.watch(.cell(0).offset(y: Double(random.index(count * 100)))) }
      for y in 0..<200 { world.scroll(to: Double(y)) }
    },
    Input(name: "targets on one spot, toggling") { count, world in
      for _ in 0..<count { world.watch(.cell(0)) }
      for turn in 0..<6 { world.scroll(to: turn % 2 == 0 ? 0 : 9_000) }
    },
    Input(name: "turned targets on one spot, toggling") { count, world in
      for _ in 0..<count { world.watch(.cell(0), SceneAppearance(transform: .eighthTurn)) }
      for turn in 0..<4 { world.scroll(to: turn % 2 == 0 ? 0 : 9_000) }
    },
    Input(name: "moves in one pass") { count, world in
      for i in 0..<count { world.watch(.cell(i)) }
      world.pass()
      for turn in 0..<3 {
        for (i, target) in world.targets.enumerated() {
          world.engine.edit(.frame(.cell(i * (turn + 7) % count), of: target))
        }
        world.pass()
      }
    },
    Input(name: "removals in one pass") { count, world in
      for i in 0..<count { world.watch(.cell(i)) }
      world.pass()
      for target in world.targets.reversed() { world.engine.edit(.remove(target)) }
      world.pass()
    },
    Input(name: "removals with a pass for each") { count, world in
      for i in 0..<count { world.watch(.cell(0).offset(y: Double(i) * 100)) }
      world.pass()
      for target in world.targets.reversed() {
        world.engine.edit(.remove(target))
        world.pass()
      }
    },
    Input(name: "additions with a pass for each") { count, world in
      for i in 0..<count {
        world.watch(.cell(0).offset(y: Double(i) * 100))
        world.pass()
      }
    },
    Input(name: "watches ended after their targets") { count, world in
      for i in 0..<count { world.watch(.cell(i)) }
      world.pass()
      for target in world.targets { world.engine.edit(.remove(target)) }
      for watch in world.watches.reversed() { world.engine.edit(.unwatch(watch)) }
      world.pass()
    },
    Input(name: "identities") { count, world in
      for i in 0..<count {
        world.watch(.cell(i))
        world.engine.watch(world.targets[i], for: .feed, of: ItemIdentity(UInt64(i)))
      }
      for turn in 0..<4 { world.scroll(to: turn % 2 == 0 ? 0 : 9_000) }
    },
  ]

  private static let covers = [
    // Covers over one target are compared in pairs: see `RectRemainder` and `PolygonRemainder`.
    Input(name: "covers crossing", power: 2) { count, world in
      world.watch(.whole)
      for i in 0..<count { world.cover(.stripe(i / 2, of: count / 2, isUpright: i % 2 == 0)) }
      world.pass()
    },
    Input(name: "covers stacked") { count, world in
      world.watch(.whole)
      for i in 0..<count { world.cover(.cell(0).offset(y: Double(i % 7))) }
      world.pass()
    },
    Input(name: "covers side by side, turned", power: 2, sizes: [400, 800, 1_600]) { count, world in
      world.watch(.whole)
      for i in 0..<count {
        world.cover(
          LayoutRect(x: Double(i % 40) * 10, y: Double(i / 40) * 10, width: 4, height: 3),
          SceneAppearance(transform: .eighthTurn))
      }
      world.pass()
    },
    Input(name: "covers crossing, turned", power: 2, sizes: [50, 100, 200, 400]) { count, world in
      world.watch(.whole)
      for i in 0..<count {
        world.cover(
          .stripe(i / 2, of: count / 2, isUpright: i % 2 == 0),
          SceneAppearance(transform: .turned(halfTangent: 0.1)))
      }
      world.pass()
    },
    Input(name: "covers crossing, one of them turned", power: 2, sizes: [50, 100, 200, 400]) {
      count, world in
      world.watch(.whole)
      for i in 0..<count { world.cover(.stripe(i / 2, of: count / 2, isUpright: i % 2 == 0)) }
      world.cover(.cell(0), SceneAppearance(transform: .eighthTurn))
      world.pass()
    },
    Input(name: "targets with a cover each") { count, world in
      for i in 0..<count {
        world.watch(.cell(i))
        world.cover(
          LayoutRect(origin: LayoutRect.cell(i).origin, size: LayoutSize(width: 2, height: 2)))
      }
      world.pass()
    },
    Input(name: "opaque cards in a stack") { count, world in
      for _ in 0..<count {
        world.watch(.whole)
        world.cover(.whole)
      }
      world.pass()
    },
    Input(name: "opaque cards in a stack, the first on top") { count, world in
      for i in 0..<count {
        let appearance = SceneAppearance(zIndex: Int32(count - i))
        world.watch(.whole, appearance)
        world.cover(.whole, appearance)
      }
      world.pass()
    },
    Input(
      name: "a turned target that leaves under crossing covers", power: 2,
      sizes: [50, 100, 200, 400]
    ) { count, world in
      world.watch(.whole, SceneAppearance(transform: .eighthTurn), .anyPixel)
      world.pass()
      for i in 0..<count { world.cover(.stripe(i / 2, of: count / 2, isUpright: i % 2 == 0)) }
      world.engine.edit(.frame(.whole.offset(y: 9_000), of: world.targets[0]))
      world.pass()
    },
  ]

  private static let watches = [
    Input(name: "watches on one target") { count, world in
      world.watch(.cell(0), times: count)
      for turn in 0..<4 { world.scroll(to: turn % 2 == 0 ? 0 : 9_000) }
      for watch in world.watches { world.engine.edit(.unwatch(watch)) }
      world.pass()
    },
    Input(name: "watches on one target, ended backwards and begun again") { count, world in
      for _ in 0..<2 {
        world.watch(.cell(0), times: count)
        for watch in world.watches.reversed() { world.engine.edit(.unwatch(watch)) }
        world.watches.removeAll()
        world.pass()
      }
    },
    Input(name: "watches on one target that is removed") { count, world in
      world.watch(.cell(0), times: count)
      world.pass()
      world.engine.edit(.remove(world.targets[0]))
      world.pass()
    },
    Input(name: "thresholds", sizes: [2_000, 4_000, 8_000]) { count, world in
      let thresholds = (1...count).map { Double($0) / Double(count) }
      world.watch(.cell(0), rule: .thresholds(thresholds))
      for turn in 0..<6 { world.scroll(to: turn % 2 == 0 ? 0 : 9_000) }
    },
  ]

  private static let viewports = [
    Input(name: "viewports on one target") { count, world in
      world.watch(.cell(0))
      for i in 0..<count { world.viewport(margin: Double(i % 9), watching: 0) }
      for y in 0..<4 { world.scroll(to: Double(y)) }
    },
    Input(name: "viewports with distinct margins and scroll margins") { count, world in
      world.watch(.cell(0))
      for i in 0..<count {
        world.viewport(margin: Double(i), scrollMargin: Double(i), watching: 0)
      }
      world.pass()
      for viewport in world.viewports { world.engine.edit(.removeViewport(viewport)) }
      world.pass()
    },
    Input(name: "a viewport for each target") { count, world in
      for i in 0..<count {
        world.watch(.cell(i))
        world.viewport(margin: Double(i % 9), watching: i)
      }
      for y in 0..<4 { world.scroll(to: Double(y)) }
    },
    Input(name: "a viewport with scroll margins for each container") { count, world in
      for i in 0..<count {
        let container = world.container(.cell(i))
        world.watch(.cell(0), in: container)
        world.viewport(scrollMargin: Double(i), watching: i, in: container)
      }
      world.pass()
    },
  ]

  private static let answers = [
    Input(name: "an answer under crossing covers", power: 2) { count, world in
      world.watch(.whole)
      for i in 0..<count { world.cover(.stripe(i / 2, of: count / 2, isUpright: i % 2 == 0)) }
      world.ask()
    },
    Input(name: "an answer about a turned target under crossing covers") { count, world in
      world.watch(.cell(0), SceneAppearance(transform: .eighthTurn))
      for i in 0..<count { world.cover(.stripe(i / 2, of: count / 2, isUpright: i % 2 == 0)) }
      world.ask()
    },
  ]

  private static let containers = [
    Input(name: "containers side by side") { count, world in
      for i in 0..<count { world.watch(.cell(0), in: world.container(.cell(i))) }
      for y in 0..<4 { world.scroll(to: Double(y)) }
      for container in world.containers { world.engine.edit(.remove(container)) }
      world.pass()
    },
    Input(name: "containers nested", sizes: [120, 240, 480]) { count, world in
      var inner = world.engine.scene.root
      for _ in 0..<count { inner = world.container(.whole, in: inner) }
      world.watch(.cell(0), in: inner)
      for turn in 0..<4 { world.scroll(to: turn % 2 == 0 ? 0 : 9_000) }
    },
    Input(name: "containers nested and turned", sizes: [120, 240, 480]) { count, world in
      var inner = world.container(.whole, SceneAppearance(transform: .eighthTurn))
      for _ in 0..<count { inner = world.container(.whole, in: inner) }
      world.watch(.cell(0), in: inner)
      for turn in 0..<4 { world.scroll(to: turn % 2 == 0 ? 0 : 9_000) }
    },
    Input(name: "containers that do not clip, nested", sizes: [120, 240, 480]) { count, world in
      var inner = world.engine.scene.root
      for _ in 0..<count { inner = world.container(.whole, clips: false, in: inner) }
      world.watch(.cell(0), in: inner)
      for y in 0..<4 {
        world.engine.edit(.frame(.cell(y), of: world.targets[0]))
        world.pass()
      }
    },
  ]
}

extension LayoutRect {
  fileprivate static let whole = LayoutRect(x: 0, y: 0, width: 400, height: 400)

  /// Returns a cell of a grid of 100 columns, wholly in view up to 10,000 cells.
  fileprivate static func cell(_ index: Int) -> LayoutRect {
    LayoutRect(x: Double(index % 100) * 4, y: Double(index / 100) * 4, width: 4, height: 4)
  }

  /// Returns one of the parallel stripes across `whole`, each a quarter of their pitch wide.
  fileprivate static func stripe(_ index: Int, of count: Int, isUpright: Bool) -> LayoutRect {
    let pitch = 400 / Double(count)
    let start = Double(index) * pitch
    return isUpright
      ? LayoutRect(x: start, y: 0, width: pitch / 4, height: 400)
      : LayoutRect(x: 0, y: start, width: 400, height: pitch / 4)
  }

  fileprivate func offset(y: Double) -> LayoutRect { offset(by: LayoutPoint(x: 0, y: y)) }
}
