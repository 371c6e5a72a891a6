import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Every rule ignores a cut of less than a device pixel.
@Suite struct DevicePixelTests {
  @Test func `the last row of a list is fully visible at the nearest pixel`() {
    for rule in [VisibilityRule.fully, .asMuchAsFits, .fraction(1), .thresholds([1])] {
      var stage = Stage(width: 390, height: 844)
      stage.engine.pixelLength = DevicePixel.length(scale: 3)
      for row in 0..<19 {
        let frame = LayoutRect(x: 0, y: 219.375 * Double(row), width: 390, height: 219.375)
        let target = stage.target("\(row)", frame)
        if row == 18 { stage.engine.watch(target, rule) }
      }
      #expect(stage.scroll(to: 3324, at: 0) == ["18 enters"], "\(rule)")
      #expect(stage.scroll(to: 3323.7, at: 16) == ["18 leaves (out of viewport)"])
    }
  }

  @Test func `a screen with one pixel per point tolerates a cut of four tenths of a point`() {
    var stage = Stage(width: 400, height: 600)
    stage.engine.pixelLength = 1
    let last = stage.target("A", LayoutRect(x: 0, y: 900, width: 400, height: 100.4))
    stage.engine.watch(last, .fully)
    #expect(stage.scroll(to: 400, at: 0) == ["A enters"])
    #expect(stage.engine.state(of: last).fraction < 0.997, "the fraction stays exact")
  }

  @Test func `a scaled item is cut by screen pixels`() {
    withEvery([0.25, 1.0, 4], [(0.49, true), (0.51, false)]) { scale, cut in
      for rule in [VisibilityRule.fully, .allEdgesSeen, .asMuchAsFits] {
        var stage = Stage()
        let side = 100 / scale
        let box = stage.engine.add(
          SceneContainer(
            frame: LayoutRect(x: 0, y: -cut.0, width: side, height: side),
            appearance: SceneAppearance(transform: .scale(x: scale, y: scale))), to: stage.feed)
        let target = stage.target(
          "A", LayoutRect(x: 0, y: 0, width: side, height: side), in: box)
        stage.engine.watch(target, rule)
        #expect(stage.pass() == (cut.1 ? ["A enters"] : []), "\(scale), \(cut), \(rule)")
      }
    }
  }

  @Test func `a turned item is cut by pixels perpendicular to its edges`() {
    for (cut, isFull) in [(0.49, true), (0.51, false)] {
      var stage = Stage()
      let target = stage.target(
        "A", LayoutRect(x: 100, y: 100, width: 100, height: 100),
        SceneAppearance(transform: .eighthTurn))
      stage.engine.watch(target, .fully)
      let corner = 100 * 0.5.squareRoot()
      stage.cover(
        LayoutRect(x: 100, y: 100 + 2 * corner - cut * 2.0.squareRoot(), width: 1, height: 50))
      // A corner that is cut by the diagonal of a pixel loses less than a pixel of both edges.
      #expect(stage.pass() == (isFull ? ["A enters"] : []), "\(cut)")
    }
  }

  @Test func `an item fills the viewport up to a pixel`() {
    for (offset, isFilling) in [(0.33, true), (0.34, false)] {
      var stage = Stage(width: 390, height: 844)
      stage.engine.pixelLength = 1.0 / 3
      let page = stage.target("A", LayoutRect(x: 0, y: 0, width: 390, height: 844))
      stage.engine.watch(page, .share(1, of: .viewport))
      #expect(stage.scroll(to: offset, at: 0) == (isFilling ? ["A enters"] : []), "\(offset)")
    }
  }

  @Test func `a page under a bar or a turned page fills the viewport up to a pixel`() {
    for (bar, isFilling) in [(0.49, true), (0.51, false)] {
      for turn in [LayoutTransform.identity, .turned(halfTangent: 1e-9)] {
        var stage = Stage(width: 390, height: 844)
        let page = stage.target(
          "A", LayoutRect(x: -5, y: -5, width: 400, height: 860), SceneAppearance(transform: turn))
        stage.engine.watch(page, .share(1, of: .viewport))
        stage.cover(LayoutRect(x: 0, y: 844 - bar, width: 390, height: 50), in: stage.root)
        #expect(stage.pass() == (isFilling ? ["A enters"] : []), "\(bar), \(turn)")
      }
    }
  }

  @Test func `an item that is cut by less than a pixel reaches its minimum area`() {
    for (cut, isSeen) in [(0.4, true), (0.6, false)] {
      var stage = Stage(width: 1000, height: 600)
      let ad = stage.target("A", LayoutRect(x: 0, y: -cut, width: 970, height: 250))
      stage.engine.watch(ad, .fraction(0.5).minimumArea(ImpressionPolicy.largeDisplayArea))
      #expect(stage.pass() == (isSeen ? ["A enters"] : []), "\(cut)")
    }
  }

  @Test func `an item smaller than a pixel needs its middle, and some of it`() {
    for (y, isFull) in [(-0.1, true), (-0.2, false), (-0.4, false)] {
      var stage = Stage()
      let line = stage.target("A", LayoutRect(x: 0, y: y, width: 100, height: 0.33))
      stage.engine.watch(line, .fully)
      #expect(stage.pass() == (isFull ? ["A enters"] : []), "\(y)")
    }
  }

  @Test func `a new screen's scale takes effect with the next pass`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: -0.4))
    stage.engine.watch(target, .fully)
    #expect(stage.pass() == ["A enters"])
    stage.engine.pixelLength = DevicePixel.length(scale: 3)
    #expect(stage.pass() == ["A leaves (out of viewport)"])
  }

  @Test func `an invalid pixel length stops the program`() async {
    for length in [0.0, -1, .infinity, .nan] {
      #expect(DevicePixel.length(scale: length) == DevicePixel.defaultLength)
    }
    await #expect(processExitsWith: .failure) { Stage().withPixelLength(.nan) }
  }

  @Test func `positions are compared by pixels`() {
    #expect(1050.333.reaches(1050.4, pixel: 0.5) && 1050.5.reaches(1050.4, pixel: 0.5))
    #expect(!1049.9.reaches(1050.4, pixel: 0.5))
    #expect(1.0.isAt(1.4, pixel: 0.5) && 1.4.isAt(1, pixel: 0.5) && !1.0.isAt(1.6, pixel: 0.5))
  }
}

extension Stage {
  fileprivate func withPixelLength(_ length: Double) {
    let stage = self
    stage.engine.pixelLength = length
  }
}
