import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Margins, and several viewports in one scene.
@Suite struct ViewportTests {
  @Test func `margins shrink the viewport for bars and grow it ahead of time`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 500))
    stage.engine.watch(target, .fully)
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.margins(.points(bottom: -1), of: stage.engine.window))
    #expect(stage.pass() == ["A leaves (out of viewport)"])
    #expect(
      stage.engine.state(of: target).viewportRect == LayoutRect(x: 0, y: 0, width: 400, height: 599)
    )
    stage.engine.edit(.margins(.points(bottom: 300), of: stage.engine.window))
    // The feed still clips at the window's edge: only a scroll margin extends that.
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.frame(.square(y: 550), of: target))
    #expect(stage.pass() == ["A leaves (out of viewport)"])
    let ahead = stage.engine.add(
      VisibilityViewport(stage.root, margins: .points(bottom: 300), scrollMargins: .points(300)))
    stage.engine.watch(target, .fully, in: ahead)
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `scroll margins extend past scrolling clips but not past other clips`() {
    for scrolls in [true, false] {
      var stage = Stage()
      let box = stage.engine.add(
        SceneContainer(
          frame: LayoutRect(x: 0, y: 0, width: 400, height: 100), clip: .bounds, scrolls: scrolls),
        to: stage.feed)
      let target = stage.target("A", .square(y: 150), in: box)
      let ahead = stage.engine.add(VisibilityViewport(stage.root, scrollMargins: .points(300)))
      stage.engine.watch(target, .fully, in: ahead)
      #expect(stage.pass() == (scrolls ? ["A enters"] : []))
      #expect(stage.engine.state(of: target, in: ahead).fraction == (scrolls ? 1 : 0))
    }
  }

  @Test func `margins may be fractions of the viewport`() {
    var stage = Stage()
    let margins = ViewportMargins(
      points: LayoutInsets(top: -10),
      fractions: LayoutInsets(top: -0.1, left: -0.25, bottom: 0.5, right: 0))
    stage.engine.edit(.margins(margins, of: stage.engine.window))
    let target = stage.target("A", .square(y: 0))
    #expect(
      stage.engine.state(of: target).viewportRect
        == LayoutRect(x: 100, y: 70, width: 300, height: 830))
  }

  @Test func `non-finite margins have no effect`() {
    var stage = Stage()
    stage.engine.edit(
      .margins(
        ViewportMargins(points: LayoutInsets(.nan), fractions: LayoutInsets(.infinity)),
        of: stage.engine.window))
    stage.engine.watch(stage.target("A", .square(y: 500)), .fully)
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `margins that leave no viewport leave nothing visible`() {
    var stage = Stage()
    stage.engine.watch(
      stage.target("A", LayoutRect(x: 0, y: 0, width: 400, height: 600)), .anyPixel)
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.margins(.points(top: -400, bottom: -400), of: stage.engine.window))
    #expect(stage.pass() == ["A leaves (out of viewport)"])
  }

  @Test func `several viewports are judged independently`() {
    var stage = Stage()
    let inner = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 500, width: 400, height: 400)), to: stage.feed)
    let viewport = stage.engine.add(VisibilityViewport(inner))
    let target = stage.target("A", .square(y: 300), in: inner)
    let inWindow = stage.engine.watch(target, .fully)
    let inInner = stage.engine.watch(target, .fully, in: viewport)
    // Ancestors of a viewport's container do not clip for it.
    #expect(stage.pass() == ["A enters"])
    #expect((stage.engine.level(of: inWindow), stage.engine.level(of: inInner)) == (0, 1))
    #expect(stage.scroll(to: 300, at: nil) == ["A enters"])
    stage.engine.edit(.scroll(inner, to: LayoutPoint(x: 0, y: 301)))
    #expect(stage.pass() == ["A leaves (out of viewport)", "A leaves (out of viewport)"])
    // But they hide, fade and cover.
    stage.engine.edit(.scroll(inner, to: .zero))
    #expect(stage.pass() == ["A enters", "A enters"])
    stage.engine.edit(.appearance(SceneAppearance(isHidden: true), of: stage.feed))
    #expect(stage.pass() == ["A leaves (hidden)", "A leaves (hidden)"])
    stage.engine.edit(.appearance(.plain, of: stage.feed))
    stage.cover(LayoutRect(x: 0, y: 0, width: 400, height: 600), in: stage.root)
    #expect(stage.pass() == [])
  }

  @Test func `a removed viewport reports nothing`() {
    var stage = Stage()
    let viewport = stage.engine.add(VisibilityViewport(stage.feed))
    let target = stage.target("A", .square(y: 0))
    let watch = stage.engine.watch(target, .fully, in: viewport)
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.removeViewport(viewport))
    #expect(!stage.engine.contains(watch))
    #expect(stage.pass() == [])
    stage.engine.edit(.remove(target))
    #expect(stage.pass() == [])
  }

  @Test func `removing a viewport's container makes everything watched in it leave`() {
    var stage = Stage()
    let inner = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 400)), to: stage.feed)
    let viewport = stage.engine.add(VisibilityViewport(inner))
    let target = stage.target("A", .square(y: 0), in: inner)
    stage.engine.watch(target, .fully, in: viewport)
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.move(target, to: stage.feed))
    stage.engine.edit(.remove(inner))
    #expect(stage.pass() == ["A leaves (not measurable)"])
    #expect(stage.pass() == [])
  }

  @Test func `an unmeasurable or flat ancestor affects a viewport`() {
    var stage = Stage()
    let outer = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)), to: stage.feed)
    let inner = stage.engine.add(
      .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)), to: outer)
    let viewport = stage.engine.add(VisibilityViewport(inner))
    let target = stage.target("A", .square(y: 0), in: inner)
    stage.engine.watch(target, .fully, in: viewport)
    #expect(stage.pass() == ["A enters"])
    let good = stage.engine.scene.container(outer)
    var bad = good
    bad.frame = LayoutRect(x: .nan, y: 0, width: 400, height: 600)
    stage.engine.edit(.container(bad, for: outer))
    #expect(stage.pass() == ["A leaves (not measurable)"])
    stage.engine.edit(.container(good, for: outer))
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.scroll(outer, to: LayoutPoint(x: 0, y: .infinity)))
    #expect(stage.pass() == ["A leaves (not measurable)"])
    stage.engine.edit(.scroll(outer, to: .zero))
    #expect(stage.pass() == ["A enters"])
    stage.engine.edit(.appearance(SceneAppearance(transform: .scale(x: 1, y: 0)), of: outer))
    #expect(stage.pass() == ["A leaves (zero area)"])
  }

  @Test func `huge finite margins reach as far as anything can be measured`() {
    for margins in [
      ViewportMargins.points(1e300), .points(.greatestFiniteMagnitude), .points(Box.limit),
      ViewportMargins(fractions: LayoutInsets(1e300)),
    ] {
      var stage = Stage()
      let ahead = stage.engine.add(
        VisibilityViewport(stage.root, margins: margins, scrollMargins: margins))
      let target = stage.target("A", .square(y: 1e9))
      stage.engine.watch(target, .fully, in: ahead)
      #expect(stage.pass() == ["A enters"], "\(margins)")
      let state = stage.engine.state(of: target, in: ahead)
      #expect(state.viewportRect.maxY == Box.limit && state.viewportRect.minX == -Box.limit)
      #expect(state.viewportShare > 0 && state.smallerShare == 1)
    }
    // In the other direction, they leave nothing.
    for margin in [-1e300, -Box.limit] {
      var stage = Stage()
      let target = stage.target("A", .square(y: 0))
      stage.engine.watch(target, .anyPixel)
      #expect(stage.pass() == ["A enters"])
      stage.engine.edit(.margins(.points(margin), of: stage.engine.window))
      #expect(stage.pass() == ["A leaves (out of viewport)"])
      #expect(stage.engine.state(of: target).viewportRect.area == 0)
    }
  }

  @Test func `a scrolling viewport's own scroll margins grow its clip, not its rect`() {
    var stage = Stage()
    let viewport = stage.engine.add(
      VisibilityViewport(stage.feed, margins: .points(bottom: 50), scrollMargins: .points(100)))
    let target = stage.target("A", LayoutRect(x: 0, y: 650, width: 400, height: 100))
    stage.engine.watch(target, .fully, in: viewport)
    #expect(stage.pass() == ["A enters"])
    let state = stage.engine.state(of: target, in: viewport)
    #expect(state.viewportRect == LayoutRect(x: 0, y: 0, width: 400, height: 650))
    // Shares refer to the clip.
    #expect(isClose(state.viewportShare, 400 * 100 / (600.0 * 850)))
    // They do not grow a viewport that does not scroll, only scrolling containers in it.
    let pane = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600), clip: .bounds),
      to: stage.feed)
    let still = stage.engine.add(VisibilityViewport(pane, scrollMargins: .points(100)))
    let below = stage.target("B", LayoutRect(x: 0, y: 600, width: 400, height: 100), in: pane)
    #expect(stage.engine.reason(below, isNotVisibleUnder: .anyPixel, in: still) == .outOfViewport)
  }

  @Test func `nothing is visible in an unmeasurable or removed viewport`() {
    for isRemoved in [true, false] {
      var stage = Stage()
      let inner = stage.engine.add(
        .scrollView(frame: LayoutRect(x: 0, y: 0, width: 400, height: 400)), to: stage.feed)
      let viewport = stage.engine.add(VisibilityViewport(inner))
      let target = stage.target("A", .square(y: 0), SceneAppearance(opacity: 0.5))
      let within = stage.target("B", .square(y: 0), in: inner)
      stage.engine.watch(within, .fully, in: viewport)
      stage.engine.watch(target, .fully)
      #expect(stage.pass() == ["A enters", "B enters"])
      if isRemoved {
        stage.engine.edit(.remove(inner))
      } else {
        stage.engine.edit(.frame(LayoutRect(x: .nan, y: 0, width: 1, height: 1), of: inner))
      }
      let reason = isRemoved ? InvisibilityReason.removed : .notMeasurable
      #expect(stage.pass() == ["B leaves (\(reason))"])
      #expect(stage.engine.contains(viewport))
      let state = stage.engine.state(of: target, in: viewport)
      #expect(state.reason == .notMeasurable && state.fraction == 0 && !state.isIntersecting)
      #expect(state.viewportRect == .zero && state.visibleRect == nil && state.opacity == 0.5)
      // A watch in it is kept, but nothing holds.
      stage.engine.watch(target, .anyPixel, in: viewport)
      #expect(stage.pass() == [])
    }
  }

  /// A search for the targets of a viewport ends early if few of very many are watched in it.
  @Test func `another viewport's expensive search does not affect finding covers`() {
    var stage = Stage()
    let sheet = stage.engine.add(
      SceneContainer(frame: LayoutRect(x: 0, y: 0, width: 400, height: 600)), to: stage.root)
    stage.cover(.square(y: 0, side: 300), in: sheet)
    let target = stage.target("A", .square(y: 0))
    let other = stage.engine.add(VisibilityViewport(stage.feed))
    stage.engine.watch(target, .anyPixel)
    stage.engine.watch(target, .anyPixel, in: other)
    for i in 0..<400 { stage.target("\(i)", .square(y: 0)) }
    for y in 0..<4 { #expect(stage.scroll(to: Double(y), at: nil) == []) }
  }
}
