import SightlineCore
import Testing

@testable import SightlineHost

/// The part that can show inside a container, given the part of its parent's content.
@Suite struct ShowingTests {
  private let frame = LayoutRect(x: 10, y: 20, width: 100, height: 200)
  private let bounds = LayoutRect(x: 0, y: 0, width: 100, height: 200)
  private let clip = LayoutRect(x: 5, y: 5, width: 50, height: 50)

  private func part(_ showing: Showing) -> LayoutRect? {
    if case .part(let rect) = showing { rect } else { nil }
  }

  private func node(
    _ clip: SceneContainer.Clip, _ appearance: SceneAppearance = .plain
  ) -> MirrorNode {
    let scene = VisibilityScene(size: LayoutSize(width: 1, height: 1))
    let reading = ViewReading(
      frame: frame, clip: clip, contentOffset: LayoutPoint(x: 0, y: 7), appearance: appearance)
    return MirrorNode("view", in: .none, reading, scene.root)
  }

  @Test func `the showing rect is cut by the clip`() {
    let scrolled = LayoutPoint(x: 0, y: 7)
    #expect(part(Showing.everything.inside(node(.bounds))) == bounds.offset(by: scrolled))
    #expect(part(Showing.everything.inside(node(.rect(clip)))) == clip.offset(by: scrolled))
    let above = Showing.part(LayoutRect(x: 20, y: 0, width: 1_000, height: 60))
    let here = LayoutRect(x: 10, y: 0, width: 90, height: 40)
    #expect(part(above.inside(node(.bounds))) == here.offset(by: scrolled))
    #expect(
      part(above.inside(node(.rect(clip))))
        == LayoutRect(x: 10, y: 5, width: 45, height: 35).offset(by: scrolled))
    #expect(
      part(above.inside(node(.none)))
        == LayoutRect(x: 10, y: -20, width: 1_000, height: 60).offset(by: scrolled))
  }

  @Test func `the showing rect is empty without overlap`() {
    let elsewhere = Showing.part(LayoutRect(x: 500, y: 0, width: 10, height: 10))
    for inside in [
      elsewhere.inside(node(.bounds)), elsewhere.inside(node(.rect(clip))),
      Showing.everything.inside(node(.none, SceneAppearance(isHidden: true))),
    ] {
      guard case .nothing = inside else {
        Issue.record("\(inside)")
        continue
      }
    }
  }

  @Test func `the showing rect is mapped back through a transform`() {
    // A quarter turn about the frame's origin: (x, y) becomes (-y, x).
    let turned = SceneAppearance(transform: .rotation(cosine: 0, sine: 1))
    let shown = Showing.part(LayoutRect(x: -30, y: 40, width: 10, height: 10))
    #expect(
      part(shown.inside(node(.bounds, turned)))
        == LayoutRect(x: 20, y: 30, width: 10, height: 10).offset(by: LayoutPoint(x: 0, y: 7)))
    let elsewhere = Showing.part(LayoutRect(x: 500, y: 0, width: 10, height: 10))
    guard case .nothing = elsewhere.inside(node(.bounds, turned)) else {
      Issue.record("a rect outside shows")
      return
    }
  }

  @Test func `a singular transform excludes nothing`() {
    let elsewhere = Showing.part(LayoutRect(x: 500, y: 0, width: 10, height: 10))
    let flat = SceneAppearance(transform: .scale(x: 1, y: 0))
    guard case .everything = elsewhere.inside(node(.bounds, flat)) else {
      Issue.record("something is ruled out")
      return
    }
  }

  @Test func `a viewport shows as far as its margins reach`() {
    let elsewhere = Showing.part(LayoutRect(x: 500, y: 0, width: 10, height: 10))
    var viewport = node(.bounds)
    viewport.viewportMargins = ViewportMargins(
      points: LayoutInsets(top: 30, left: -10, bottom: .infinity, right: 0),
      fractions: LayoutInsets(top: 0, left: 0, bottom: 0, right: 0.5))
    #expect(
      part(elsewhere.inside(viewport))
        == LayoutRect(x: 0, y: -23, width: 150, height: 230))
  }
}
