import SightlineCore
import SightlineHost
import Testing

/// Resolving margins that count from a safe area.
@Suite struct SafeAreaReadingTests {
  private static let bounds = LayoutRect(x: 0, y: 0, width: 390, height: 844)

  private func resolve(
    _ margins: ViewportMargins, bounds: LayoutRect = bounds,
    insets: LayoutInsets = LayoutInsets(top: 47, left: 1, bottom: 34, right: 2),
    keyboardTop: Double? = nil
  ) -> ViewportMargins {
    margins.resolved {
      SafeAreaReading(bounds: bounds, insets: insets, keyboardTop: keyboardTop)
    }
  }

  @Test func `margins of the bounds are taken as given without reading the view`() {
    let margins = ViewportMargins(
      points: LayoutInsets(top: 1, left: 2, bottom: 3, right: 4), fractions: LayoutInsets(0.5))
    var wasRead = false
    let resolved = margins.resolved {
      wasRead = true
      return SafeAreaReading(bounds: Self.bounds, insets: .zero)
    }
    #expect(resolved == margins)
    #expect(!wasRead)
  }

  @Test func `the safe area shrinks every side`() {
    #expect(resolve(.safeArea) == .points(top: -47, left: -1, bottom: -34, right: -2))
  }

  @Test func `margins count from the safe area, fractions of the bounds`() {
    #expect(
      resolve(.safeArea(top: 7, bottom: -10))
        == .points(top: -40, left: -1, bottom: -44, right: -2))
    let fractions = ViewportMargins(fractions: LayoutInsets(top: 0.25))
    let resolved = resolve(
      ViewportMargins(fractions: fractions.fractions, countsFromSafeArea: true))
    #expect(resolved.points.top == -47)
    #expect(resolved.fractions == LayoutInsets(top: 0.25))
  }

  @Test(arguments: [
    (nil, 34.0), (844, 34), (1_000, 34), (820, 34), (810, 34), (809, 35), (508, 336), (0, 844),
    (-50, 844),
  ])
  func `a keyboard hides everything below its top edge, including bars`(top: Double?, inset: Double)
  {
    #expect(resolve(.safeArea, keyboardTop: top).points.bottom == -inset)
  }

  @Test func `the keyboard's frame is relative to scrolled bounds`() {
    let bounds = LayoutRect(x: 0, y: 5_000, width: 390, height: 844)
    #expect(resolve(.safeArea, bounds: bounds, keyboardTop: 5_500).points.bottom == -344)
  }

  @Test func `negative or nonfinite insets count as 0`() {
    let insets = LayoutInsets(top: -5, left: .nan, bottom: .infinity, right: 3)
    #expect(resolve(.safeArea, insets: insets, keyboardTop: .nan) == .points(right: -3))
  }
}
