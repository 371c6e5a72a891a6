import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Non-finite numbers, everywhere a host can set them.
@Suite struct NotMeasurableTests {
  static let bad = [Double.nan, .infinity, -.infinity, 1e300, -1e300]

  private static func transform(with bad: Double, at place: Int) -> LayoutTransform {
    var numbers = [1.0, 0, 0, 1, 0, 0]
    numbers[place] = bad
    return LayoutTransform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  private static func rect(with bad: Double, at place: Int) -> LayoutRect {
    var numbers = [0.0, 0, 100, 100]
    numbers[place] = bad
    return LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  @Test func `a target's transform`() {
    withEvery(NotMeasurableTests.bad, 0..<6) { bad, place in
      var stage = Stage()
      let target = stage.target("A", .square(y: 0))
      stage.engine.watch(target, .anyPixel)
      #expect(stage.pass() == ["A enters"])
      let transform = NotMeasurableTests.transform(with: bad, at: place)
      stage.engine.edit(.appearance(SceneAppearance(transform: transform), of: target))
      #expect(stage.pass() == ["A leaves (not measurable)"], "\(transform)")
      let state = stage.engine.state(of: target)
      #expect(state.fraction == 0 && state.boundingRect == nil)
      stage.engine.edit(.appearance(.plain, of: target))
      #expect(stage.pass() == ["A enters"])
    }
  }

  @Test func `a container's frame, clip, transform and offset`() {
    withEvery(NotMeasurableTests.bad, 0..<16) { bad, place in
      var stage = Stage()
      let good = SceneContainer(
        frame: LayoutRect(x: 0, y: 0, width: 400, height: 600), clip: .bounds)
      let container = stage.engine.add(good, to: stage.feed)
      let inner = stage.engine.add(good, to: container)
      stage.engine.watch(stage.target("A", .square(y: 0), in: inner), .anyPixel)
      #expect(stage.pass() == ["A enters"])
      var broken = good
      switch place {
      case 0..<4: broken.frame = NotMeasurableTests.rect(with: bad, at: place)
      case 4..<8: broken.clip = .rect(NotMeasurableTests.rect(with: bad, at: place - 4))
      case 8..<14:
        broken.appearance.transform = NotMeasurableTests.transform(with: bad, at: place - 8)
      case 14: broken.contentOffset.x = bad
      default: broken.contentOffset.y = bad
      }
      stage.engine.edit(.container(broken, for: container))
      let left = stage.pass()
      #expect(left.count == 1 && left[0].hasPrefix("A leaves"), "\(bad) at \(place): \(left)")
      stage.engine.edit(.container(good, for: container))
      #expect(stage.pass() == ["A enters"], "\(bad) at \(place)")
    }
  }

  @Test func `a cover's transform`() {
    withEvery(NotMeasurableTests.bad, 0..<6) { bad, place in
      var stage = Stage()
      let target = stage.target("A", .square(y: 0))
      stage.engine.watch(target, .fully)
      let cover = stage.cover(.square(y: 0))
      #expect(stage.pass() == [])
      let transform = NotMeasurableTests.transform(with: bad, at: place)
      stage.engine.edit(
        .cover(
          SceneCover(frame: .square(y: 0), appearance: SceneAppearance(transform: transform)),
          for: cover))
      #expect(stage.pass() == ["A enters"], "\(transform)")
      #expect(stage.engine.state(of: target).reason == nil)
    }
  }

  @Test func `a viewport's margins`() {
    for bad in NotMeasurableTests.bad {
      var stage = Stage()
      let viewport = stage.engine.add(
        VisibilityViewport(
          stage.root, margins: .points(bad),
          scrollMargins: ViewportMargins(fractions: LayoutInsets(bad))))
      let target = stage.target("A", .square(y: 0))
      stage.engine.watch(target, .anyPixel)
      // `pass` checks that both paths agree on any such number, and that the next valid one takes
      // effect.
      _ = stage.pass()
      stage.engine.edit(.margins(.zero, of: viewport))
      _ = stage.pass()
      #expect(stage.engine.state(of: target).viewportRect.isFinite)
    }
  }

  @Test func `coordinates within the limit are measurable`() {
    var stage = Stage()
    let far = Box.limit / 4
    stage.engine.watch(stage.target("A", LayoutRect(x: 0, y: far, width: 100, height: 100)), .fully)
    #expect(stage.pass() == [])
    #expect(stage.scroll(to: far - 100, at: nil) == ["A enters"])
    #expect(stage.scroll(to: far + 1, at: nil) == ["A leaves (out of viewport)"])
  }

  @Test func `a scale beyond the limit`() {
    withEvery([1e300, Box.limit * 2, -1e16], [true, false]) { scale, isOfContainer in
      var stage = Stage()
      let container = stage.engine.add(
        SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), to: stage.feed)
      let inner = stage.engine.add(
        SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 100, height: 100)), to: container)
      // So narrow that it would have a normal width.
      let target = stage.target(
        "A", LayoutRect(x: 0, y: 0, width: 100 / abs(scale), height: 100), in: inner)
      stage.engine.watch(target, .anyPixel)
      stage.engine.watch(stage.target("B", .square(y: 0)), .fully)
      let look = SceneAppearance(transform: .scale(x: scale, y: 1))
      if isOfContainer {
        stage.engine.edit(.appearance(look, of: container))
      } else {
        stage.engine.edit(.appearance(look, of: target))
      }
      #expect(stage.pass() == ["B enters"], "\(scale)")
      #expect(stage.engine.state(of: target).reason == .notMeasurable, "\(scale)")
      stage.engine.edit(.appearance(.plain, of: container))
      stage.engine.edit(.appearance(.plain, of: target))
      _ = stage.pass()
      #expect(stage.engine.state(of: target).reason != .notMeasurable)
    }
  }

  @Test func `scales exceeding the limit only when combined`() {
    var stage = Stage()
    var container = stage.feed
    var targets: [TargetID] = []
    for level in 1...3 {
      container = stage.engine.add(
        SceneContainer(
          frame: LayoutRect(x: 0, y: 0, width: 1, height: 1),
          appearance: SceneAppearance(transform: .scale(x: 1e6, y: 1e6))), to: container)
      targets.append(
        stage.target("\(level)", LayoutRect(x: 0, y: 0, width: 1, height: 1), in: container))
      stage.engine.watch(targets[level - 1], .anyPixel)
    }
    // The second one is so large that its visible fraction is negligible.
    #expect(stage.pass() == ["1 enters"])
    #expect(
      targets.map { stage.engine.state(of: $0).reason } == [
        .outOfViewport, .outOfViewport, .notMeasurable,
      ])
    // Other properties are still reported.
    #expect(stage.engine.state(of: targets[2]).opacity == 1)
  }

  @Test func `nothing is visible in a collapsed ancestor`() {
    var stage = Stage()
    let flat = stage.engine.add(
      SceneContainer(
        frame: LayoutRect(x: 100, y: 100, width: 100, height: 100),
        appearance: SceneAppearance(transform: .scale(x: 0, y: 1))), to: stage.feed)
    let target = stage.target("A", .square(y: 0), in: flat)
    stage.engine.watch(target, .fully)
    #expect(stage.pass() == [])
    #expect(stage.engine.state(of: target).reason == .zeroArea)
    #expect(
      stage.engine.state(of: target).boundingRect
        == LayoutRect(x: 100, y: 100, width: 0, height: 100))
    stage.engine.edit(.appearance(.plain, of: flat))
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.appearance(SceneAppearance(transform: .scale(x: 0, y: 1)), of: flat))
    #expect(stage.pass() == ["A leaves (zero area)"])
  }
}
