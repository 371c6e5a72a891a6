import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

/// Section tabs and a model of them under random operations.
@Suite struct SectionSpyModelTests {
  @Test(arguments: 0..<UInt64(RandomWorlds.count))
  func `a spy agrees with plain sections after every operation`(seed: UInt64) {
    SpyWorld.run(seed: seed, steps: 100)
  }
}

private struct SpyWorld: ModelWorld {
  private var random: SeededGenerator
  private let isCoarse: Bool
  private var now = MonotonicTime.zero
  private var spy: SectionSpy
  private var model: PlainSections
  private var answers: (AnyHashable?, AnyHashable?) = (nil, nil)

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isCoarse = seed.isMultiple(of: 2)
    let layout = Self.layout(&random)
    let offset = random.oneIn(5) ? .nan : 400.0
    let motion: MotionPreference = random.oneIn(3) ? .reduced : .full
    spy = SectionSpy(layout: layout, offset: offset, motion: motion)
    model = PlainSections(layout, offset.orZero, motion)
  }

  private static func top(_ random: inout SeededGenerator) -> Double {
    if random.oneIn(8) { return [.nan, .infinity, -30][random.index(3)] }
    return Double(random.index(12) * 100)
  }

  private static func layout(_ random: inout SeededGenerator) -> SectionSpy.Layout {
    SectionSpy.Layout(
      tops: (0..<random.index(7)).map { _ in top(&random) },
      contentHeight: [900, 1000, 300, .nan][random.index(4)],
      viewportHeight: [300, 500, 0][random.index(3)], barHeight: [0, 0, 50][random.index(3)])
  }

  mutating func act() -> String {
    now = random.time(after: now, isCoarse: isCoarse)
    answers = (nil, nil)
    switch random.index(12) {
    case 0:
      let motion: MotionPreference = random.oneIn(3) ? .reduced : .full
      (spy.motion, model.motion) = (motion, motion)
      return "\(motion)"
    case 1...2:
      answers = (spy.scrollStopped(), model.scrollStopped())
      return "stop"
    case 3...4:
      let (index, animated) = (random.index(9) - 1, !random.oneIn(3))
      answers = (
        spy.select(index, animated: animated, at: now), model.select(index, animated, now)
      )
      return "select \(index), animated: \(animated)"
    case 5...6: return update()
    default:
      let offset = offset()
      answers = (spy.scrolled(to: offset, at: now), model.scrolled(offset, now))
      return "scrolled to \(offset)"
    }
  }

  /// An offset, often the target of a scroll or the edge of a section, or just past it.
  private mutating func offset() -> Double {
    if random.oneIn(9) { return [.nan, .infinity, -80][random.index(3)] }
    if random.oneIn(3) { return Double(random.index(1000)) }
    let edge = spy.layout.tops.indices.randomElement(using: &random).flatMap {
      spy.layout.edge(of: $0)
    }
    let place = [model.request?.target, model.rest, edge, model.offset][random.index(4)]
    return (place ?? 0) + [0, 0, 0.5, -0.5, 0.75, -0.75, 1e-7, -1e-5][random.index(8)]
  }

  private mutating func update() -> String {
    var layout = spy.layout
    var selection: Int?
    switch random.index(6) {
    case 0: layout = Self.layout(&random)
    case 1: layout.contentHeight = [900, 1000, 300][random.index(3)]
    case 2: layout.barHeight = [0, 50][random.index(2)]
    case 3:
      for index in layout.tops.indices where random.oneIn(2) {
        layout.tops[index] = Self.top(&random)
      }
    case 4:
      layout.tops.insert(Self.top(&random), at: 0)
      selection = model.selection.map { $0 + 1 }
    default: selection = random.index(9) - 1
    }
    answers = (
      spy.update(layout, selection: selection, at: now),
      model.update(layout, selection: selection, now)
    )
    return "\(layout), \(String(describing: selection))"
  }

  mutating func difference() -> String? {
    firstDifference([
      ("answer", answers.0, answers.1), ("selection", spy.selection, model.selection),
      ("offset", spy.offset, model.offset), ("layout", spy.layout, model.layout),
    ]).map { "\($0)\n\(spy)\n\(model)" }
  }
}
