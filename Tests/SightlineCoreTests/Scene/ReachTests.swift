import Testing

@testable import SightlineCore

/// The reach of a container without a clip follows its contents, at any depth.
@Suite struct ReachTests {
  @Test func `a container moved inside a nonclipping container is found at its new position`() {
    var stage = Stage()
    let outer = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 100)), to: stage.feed)
    let inner = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 5000, width: 400, height: 100), clip: .bounds),
      to: outer)
    stage.engine.watch(stage.target("A", .square(y: 0), in: inner), .fully)
    #expect(stage.pass() == [])
    stage.engine.edit(.frame(LayoutRect(x: 0, y: 300, width: 400, height: 100), of: inner))
    #expect(stage.pass() == ["A enters"])
  }

  @Test
  func `pinned items in a nonclipping container are found outside its other contents`() {
    var stage = Stage()
    let outer = stage.engine.add(
      SceneContainer(
        frame: LayoutRect(x: 0, y: 5000, width: 400, height: 100),
        contentOffset: LayoutPoint(x: 0, y: 700)), to: stage.feed)
    stage.engine.watch(stage.target("A", .square(y: 700), in: outer), .fully)
    stage.engine.watch(
      stage.target("B", .square(y: -4800), in: outer, SceneAppearance(isPinned: true)), .fully)
    #expect(stage.pass() == ["B enters"])
    #expect(stage.scroll(to: 5000, at: nil) == ["B leaves (out of viewport)", "A enters"])
  }

  @Test func `an unmeasurable offset hides the contents, a valid one shows them again`() {
    var stage = Stage()
    stage.engine.watch(stage.target("A", .square(y: 0)), .fully)
    #expect(stage.pass() == ["A enters"])
    for bad in [Double.nan, .infinity, 1e300, 2 * Box.limit] {
      #expect(stage.scroll(to: bad, at: nil) == ["A leaves (not measurable)"], "\(bad)")
      #expect(stage.scroll(to: 0, at: nil) == ["A enters"], "\(bad)")
    }
  }

  @Test func `a container scrolled to an invalid offset and back can still be moved`() {
    var stage = Stage()
    let outer = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 100)), to: stage.feed)
    let inner = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 5000, width: 400, height: 100)), to: outer)
    stage.engine.watch(stage.target("A", .square(y: 0), in: inner), .fully)
    #expect(stage.pass() == [])
    stage.engine.edit(.scroll(inner, to: LayoutPoint(x: 0, y: .nan)))
    stage.engine.edit(.scroll(inner, to: .zero))
    #expect(stage.pass() == [])
    stage.engine.edit(.frame(LayoutRect(x: 0, y: 300, width: 400, height: 100), of: inner))
    #expect(stage.pass() == ["A enters"])
  }
}
