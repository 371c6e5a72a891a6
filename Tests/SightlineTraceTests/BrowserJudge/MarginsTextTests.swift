import SightlineCore
import Testing

@testable import SightlineTrace

@Suite struct MarginsTextTests {
  @Test func `margins use CSS order`() {
    #expect(MarginsText.parse("5px") == .points(5))
    #expect(
      MarginsText.parse("1px 2px") == .points(top: 1, left: 2, bottom: 1, right: 2))
    #expect(
      MarginsText.parse("1px 2px 3px") == .points(top: 1, left: 2, bottom: 3, right: 2))
    #expect(
      MarginsText.parse("1px 2px 3px 4px") == .points(top: 1, left: 4, bottom: 3, right: 2))
    #expect(
      MarginsText.parse("-10% 0px 100px +.5%")
        == ViewportMargins(
          points: LayoutInsets(bottom: 100), fractions: LayoutInsets(top: -0.1, left: 0.005)))
    #expect(MarginsText.parse("0") == .zero)
    #expect(MarginsText.parse("  -1.25px\t") == .points(-1.25))
  }

  @Test(arguments: [
    "", " ", "px", "%", "5", "5em", "1px 2px 3px 4px 5px", "nanpx", "infpx", "1e999px", "0x5px",
    "5 px", "1px,2px", "--1px", "1px2px", "autopx",
  ])
  func `other strings are not margins`(_ text: String) { #expect(MarginsText.parse(text) == nil) }
}
