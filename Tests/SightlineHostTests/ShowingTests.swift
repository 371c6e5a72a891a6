import SightlineCore
import Testing

@testable import SightlineHost

/// What can show inside a container, by what shows of its parent's content.
@Suite struct ShowingTests {
  private let frame = LayoutRect(x: 10, y: 20, width: 100, height: 200)
  private let bounds = LayoutRect(x: 0, y: 0, width: 100, height: 200)
  private let clip = LayoutRect(x: 5, y: 5, width: 50, height: 50)

  private func part(_ showing: Showing) -> LayoutRect? {
    if case .part(let rect) = showing { rect } else { nil }
  }

  private func reading(
    _ clip: SceneContainer.Clip, _ appearance: SceneAppearance = .plain
  ) -> ViewReading {
    ViewReading(
      frame: frame, clip: clip, contentOffset: LayoutPoint(x: 0, y: 7), appearance: appearance)
  }

  @Test func itIsWhatTheClipLeaves() {
    let scrolled = LayoutPoint(x: 0, y: 7)
    #expect(part(Showing.everything.inside(reading(.bounds))) == bounds.offset(by: scrolled))
    #expect(part(Showing.everything.inside(reading(.rect(clip)))) == clip.offset(by: scrolled))
    let above = Showing.part(LayoutRect(x: 20, y: 0, width: 1_000, height: 60))
    let here = LayoutRect(x: 10, y: 0, width: 90, height: 40)
    #expect(part(above.inside(reading(.bounds))) == here.offset(by: scrolled))
    #expect(
      part(above.inside(reading(.rect(clip))))
        == LayoutRect(x: 10, y: 5, width: 45, height: 35).offset(by: scrolled))
    #expect(
      part(above.inside(reading(.none)))
        == LayoutRect(x: 10, y: -20, width: 1_000, height: 60).offset(by: scrolled))
  }

  @Test func itIsNothingWhereNothingIsCommon() {
    let elsewhere = Showing.part(LayoutRect(x: 500, y: 0, width: 10, height: 10))
    for inside in [
      elsewhere.inside(reading(.bounds)), elsewhere.inside(reading(.rect(clip))),
      Showing.everything.inside(reading(.none, SceneAppearance(isHidden: true))),
    ] {
      guard case .nothing = inside else {
        Issue.record("\(inside)")
        continue
      }
    }
  }

  @Test func aTransformRulesNothingOut() {
    let elsewhere = Showing.part(LayoutRect(x: 500, y: 0, width: 10, height: 10))
    let turned = SceneAppearance(transform: .rotation(cosine: 0, sine: 1))
    guard case .everything = elsewhere.inside(reading(.bounds, turned)) else {
      Issue.record("something is ruled out")
      return
    }
  }
}
