import SightlineCore
import SightlineHost
import Testing

@Suite struct ViewReadingTests {
  private let frame = LayoutRect(x: 10, y: 20, width: 100, height: 50)

  private func area(_ transform: LayoutTransform, border: LayoutRect? = nil) -> LayoutRect {
    ViewReading(
      frame: frame, border: border, appearance: SceneAppearance(transform: transform)
    ).area
  }

  @Test func `a plain view's area is its frame`() {
    #expect(area(.identity) == frame)
  }

  @Test func `a translation is left to the engine`() {
    #expect(area(.translation(x: 0, y: 40)) == frame)
    #expect(area(.scale(x: 2, y: 2).about(LayoutPoint(x: 50, y: 25))) == frame)
  }

  @Test func `a border begins where the transform puts its corner`() {
    let border = LayoutRect(x: -5, y: -5, width: 110, height: 60)
    #expect(area(.identity, border: border) == LayoutRect(x: 5, y: 15, width: 110, height: 60))
    #expect(
      area(.scale(x: 2, y: 2), border: border) == LayoutRect(x: 0, y: 10, width: 110, height: 60))
  }

  @Test func `an unplaceable view equals itself`() {
    #expect(ViewReading.unmeasurable == .unmeasurable)
    #expect(!ViewReading.unmeasurable.frame.isFinite)
  }
}
