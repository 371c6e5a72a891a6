import SightlineCore
import Testing

/// Carousels in feeds, margins, pinned bars, transformed ancestors.
@Suite struct NestingTests {
  /// A feed with a carousel at 500 in which ten cards of 180 pt stand 200 apart.
  private struct Carousel {
    var stage = Stage()
    let carousel: ContainerID
    var cards: [TargetID] = []

    init() {
      carousel = stage.engine.scene.add(
        .scrollView(frame: Rect(x: 0, y: 500, width: 400, height: 200)), to: stage.feed)
      for i in 0..<10 {
        let card = stage.target(
          "\(i)", Rect(x: 10 + Double(i) * 200, y: 10, width: 180, height: 180), in: carousel)
        stage.engine.watch(card, .fully)
        cards.append(card)
      }
    }

    mutating func swipe(to x: Double) {
      stage.engine.scene.setContentOffset(Point(x: x, y: 0), of: carousel)
    }
  }

  @Test func `a card is visible where the feed and the carousel both show it`() {
    var it = Carousel()
    #expect(it.stage.pass() == [])
    #expect(it.stage.scroll(to: 89, at: nil) == [])
    #expect(it.stage.scroll(to: 90, at: nil) == ["0 enters", "1 enters"])
    it.swipe(to: 11)
    #expect(it.stage.pass() == ["0 leaves (out of viewport)"])
    it.swipe(to: 190)
    #expect(it.stage.pass() == ["2 enters"])
    #expect(
      it.stage.scroll(to: 511, at: nil) == [
        "1 leaves (out of viewport)", "2 leaves (out of viewport)",
      ])
    it.swipe(to: 1600)
    #expect(it.stage.pass() == [])
    #expect(it.stage.scroll(to: 500, at: nil) == ["8 enters", "9 enters"])
  }

  @Test func `every position of both scrolls agrees with the overlap of the rects`() {
    var it = Carousel()
    it.stage.engine.verifiesPasses = false
    withEvery(stride(from: -150.0, through: 800, by: 50), stride(from: -100.0, through: 500, by: 35)) {
      y, x in
      it.stage.scroll(to: y)
      it.swipe(to: x)
      _ = it.stage.pass()
      let window = Rect(x: 0, y: 0, width: 400, height: 600)
      let frame = Rect(x: 0, y: 500 - y, width: 400, height: 200)
      for (i, card) in it.cards.enumerated() {
        let rect = Rect(
          x: 10 + Double(i) * 200 - x, y: 510 - y, width: 180, height: 180)
        let area =
          window.intersection(frame).flatMap { $0.intersection(rect) }.map(\.area) ?? 0
        #expect(isClose(it.stage.engine.state(of: card).fraction, area / rect.area))
      }
    }
  }

  @Test func `margins shrink the viewport for bars and grow it ahead of time`() {
    var stage = Stage()
    let target = stage.target("A", .square(y: 500))
    stage.engine.watch(target, .fully)
    #expect(stage.pass() == ["A enters"])
    stage.engine.setMargins(.points(bottom: -1), of: stage.engine.window)
    #expect(stage.pass() == ["A leaves (out of viewport)"])
    #expect(
      stage.engine.state(of: target).viewportRect == Rect(x: 0, y: 0, width: 400, height: 599))
    stage.engine.setMargins(.points(bottom: 300), of: stage.engine.window)
    // The feed clips at the window's edge all the same: only a scroll margin moves that.
    #expect(stage.pass() == ["A enters"])
    stage.engine.scene.setFrame(.square(y: 550), of: target)
    #expect(stage.pass() == ["A leaves (clipped)"])
    let ahead = stage.engine.add(
      Viewport(stage.root, margins: .points(bottom: 300), scrollMargins: .points(300)))
    stage.engine.watch(target, .fully, in: ahead)
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `margins may be fractions of the viewport`() {
    var stage = Stage()
    let margins = Margins(
      points: Insets(top: -10), fractions: Insets(top: -0.1, left: -0.25, bottom: 0.5, right: 0))
    stage.engine.setMargins(margins, of: stage.engine.window)
    let target = stage.target("A", .square(y: 0))
    #expect(
      stage.engine.state(of: target).viewportRect == Rect(x: 100, y: 70, width: 300, height: 830))
  }

  @Test func `margins that are not finite move nothing`() {
    var stage = Stage()
    stage.engine.setMargins(
      Margins(points: Insets(.nan), fractions: Insets(.infinity)), of: stage.engine.window)
    stage.engine.watch(stage.target("A", .square(y: 500)), .fully)
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `margins that leave no viewport leave nothing visible`() {
    var stage = Stage()
    stage.engine.watch(stage.target("A", Rect(x: 0, y: 0, width: 400, height: 600)), .anyPixel)
    #expect(stage.pass() == ["A enters"])
    stage.engine.setMargins(.points(top: -400, bottom: -400), of: stage.engine.window)
    #expect(stage.pass() == ["A leaves (out of viewport)"])
  }

  @Test func `a pinned target stays while the content scrolls`() {
    var stage = Stage()
    stage.engine.watch(
      stage.target("bar", .square(y: 0), Appearance(isPinned: true)), .fully)
    stage.engine.watch(stage.target("row", .square(y: 0)), .fully)
    #expect(stage.pass() == ["bar enters", "row enters"])
    #expect(stage.scroll(to: 5000, at: nil) == ["row leaves (out of viewport)"])
  }

  @Test func `several viewports judge by themselves`() {
    var stage = Stage()
    let inner = stage.engine.scene.add(
      .scrollView(frame: Rect(x: 0, y: 500, width: 400, height: 400)), to: stage.feed)
    let viewport = stage.engine.add(Viewport(inner))
    let target = stage.target("A", .square(y: 300), in: inner)
    let inWindow = stage.engine.watch(target, .fully)
    let inInner = stage.engine.watch(target, .fully, in: viewport)
    // What lies above a viewport's container does not clip for it.
    #expect(stage.pass() == ["A enters"])
    #expect((stage.engine.level(of: inWindow), stage.engine.level(of: inInner)) == (0, 1))
    #expect(stage.scroll(to: 300, at: nil) == ["A enters"])
    stage.engine.scene.setContentOffset(Point(x: 0, y: 301), of: inner)
    #expect(stage.pass() == ["A leaves (clipped)", "A leaves (out of viewport)"])
    // But it hides, fades and covers.
    stage.engine.scene.setContentOffset(.zero, of: inner)
    #expect(stage.pass() == ["A enters", "A enters"])
    stage.engine.scene.setAppearance(Appearance(isHidden: true), of: stage.feed)
    #expect(stage.pass() == ["A leaves (hidden)", "A leaves (hidden)"])
    stage.engine.scene.setAppearance(.plain, of: stage.feed)
    stage.cover(Rect(x: 0, y: 0, width: 400, height: 600), in: stage.root)
    #expect(stage.pass() == [])
  }

  @Test func `a removed viewport is heard of no more`() {
    var stage = Stage()
    let viewport = stage.engine.add(Viewport(stage.feed))
    let target = stage.target("A", .square(y: 0))
    let watch = stage.engine.watch(target, .fully, in: viewport)
    #expect(stage.pass() == ["A enters"])
    stage.engine.remove(viewport)
    #expect(!stage.engine.contains(watch))
    #expect(stage.pass() == [])
    stage.engine.scene.remove(target)
    #expect(stage.pass() == [])
  }

  @Test func `when a viewport's container goes, everything watched in it has left`() {
    var stage = Stage()
    let inner = stage.engine.scene.add(
      .scrollView(frame: Rect(x: 0, y: 0, width: 400, height: 400)), to: stage.feed)
    let viewport = stage.engine.add(Viewport(inner))
    let target = stage.target("A", .square(y: 0), in: inner)
    stage.engine.watch(target, .fully, in: viewport)
    #expect(stage.pass() == ["A enters"])
    stage.engine.scene.move(target, to: stage.feed)
    stage.engine.scene.remove(inner)
    #expect(stage.pass() == ["A leaves (not measurable)"])
    #expect(stage.pass() == [])
  }

  @Test func `scaled and mirrored ancestors count as they are drawn`() {
    var stage = Stage()
    let zoom = stage.engine.scene.add(
      Container(
        frame: Rect(x: 400, y: 0, width: 400, height: 600),
        appearance: Appearance(transform: .scale(x: -1, y: 2))), to: stage.feed)
    // Mirrored at x = 400 and twice as high: it is drawn at 300...400, 500...700.
    let target = stage.target("A", Rect(x: 0, y: 250, width: 100, height: 100), in: zoom)
    let state = stage.engine.state(of: target)
    #expect(state.boundingRect == Rect(x: 300, y: 500, width: 100, height: 200))
    #expect(isClose(state.fraction, 0.5))
    stage.engine.watch(target, .fraction(0.5))
    stage.engine.watch(target, .fraction(0.51))
    #expect(stage.pass() == ["A enters"])
  }

  @Test func `a rotated ancestor's exact area counts`() {
    var stage = Stage()
    let turned = stage.engine.scene.add(
      Container(
        frame: Rect(x: 0, y: 100, width: 100, height: 100),
        appearance: Appearance(transform: .eighthTurn)), to: stage.feed)
    // Its diagonal lies on the window's left edge; the right half of it is visible.
    let whole = stage.target("A", Rect(x: 0, y: 0, width: 100, height: 100), in: turned)
    #expect(isClose(stage.engine.state(of: whole).fraction, 0.5))
    // Of its lower left quarter nothing is, of the upper right everything.
    let quarter = stage.target("B", Rect(x: 0, y: 50, width: 50, height: 50), in: turned)
    #expect(isClose(stage.engine.state(of: quarter).fraction, 0, within: 1e-6))
    let other = stage.target("C", Rect(x: 50, y: 0, width: 50, height: 50), in: turned)
    #expect(isClose(stage.engine.state(of: other).fraction, 1))
    for target in [whole, quarter, other] { stage.engine.watch(target, .fraction(0.4)) }
    #expect(stage.pass() == ["A enters", "C enters"])
  }

  @Test func `a rotated clip cuts with its exact shape`() {
    var stage = Stage()
    // A square of 100 on its tip at (200, 100), clipping a target far larger than itself.
    let lens = stage.engine.scene.add(
      Container(
        frame: Rect(x: 200, y: 100, width: 100, height: 100), clip: .bounds,
        appearance: Appearance(transform: .eighthTurn)), to: stage.feed)
    let target = stage.target("A", Rect(x: -200, y: -200, width: 500, height: 500), in: lens)
    #expect(isClose(stage.engine.state(of: target).fraction, 10_000.0 / 250_000))
    stage.engine.watch(target, .fraction(0.04))
    stage.engine.watch(target, .fraction(0.0401))
    #expect(stage.pass() == ["A enters"])
  }
}
