import SightlineScroll
import SightlineTestSupport
import Testing

@Suite struct RGBColorTests {
  @Test func `opaque colours interpolate per component, like in toolkits`() {
    let black = ColorComponents(red: 0, green: 0, blue: 0)
    let white = ColorComponents(red: 1, green: 1, blue: 1)
    for step in 0...10 {
      let grey = Double(step) / 10
      #expect(
        black.interpolated(to: white, at: grey)
          == ColorComponents(red: grey, green: grey, blue: grey))
    }
  }

  @Test func `fading out keeps the hue`() {
    let red = ColorComponents(red: 1, green: 0.5, blue: 0, alpha: 0.8)
    for step in 1..<10 {
      let fraction = Double(step) / 10
      let mixed = red.interpolated(to: .transparent, at: fraction)
      #expect(isClose(mixed.red, 1) && isClose(mixed.green, 0.5) && mixed.blue == 0)
      #expect(isClose(mixed.alpha, 0.8 * (1 - fraction)))
    }
    #expect(red.interpolated(to: .transparent, at: 1) == .transparent)
    #expect(red.interpolated(to: .transparent, at: 0) == red)
  }

  @Test func `extrapolation to zero alpha is transparent`() {
    let black = ColorComponents(red: 0, green: 0, blue: 0)
    let white = ColorComponents(red: 1, green: 1, blue: 1, alpha: 0.5)
    #expect(black.interpolated(to: white, at: 2) == .transparent)
    #expect(black.interpolated(to: white, at: 3) == .transparent)
  }

  @Test func `components are clamped to their range`() {
    let numbers = [-Double.infinity, -0.1, 0, 0.5, 1, 1.1, .infinity, .nan]
    withEvery(numbers, numbers, [-3.0, 0, 0.3, 1, 7]) { first, second, fraction in
      let color = ColorComponents(red: first, green: second, blue: first, alpha: second)
        .interpolated(
          to: ColorComponents(red: second, green: first, blue: 0, alpha: first), at: fraction)
      for component in [color.red, color.green, color.blue, color.alpha] {
        #expect((0...1).contains(component))
      }
    }
  }
}
