import SightlineTesting
import Testing

@Test func `a row is seen once half of it has been on screen for a second`() {
  let host = ScreenlessHost<Int>(size: LayoutSize(width: 390, height: 844))
  host.addColumn(of: 0..<1_000, height: 300)
  for row in 0..<1_000 { host.observe(row, for: .mrcDisplay) }
  host.scroll(to: 0)
  host.advance(by: .milliseconds(999))
  #expect(host.impressions.isEmpty)
  host.advance(by: .milliseconds(1))
  #expect(host.impressions.map(\.id) == [0, 1, 2])
}

@Test func `a row that scrolls by is not seen`() {
  let host = ScreenlessHost<Int>(size: LayoutSize(width: 390, height: 844))
  host.addColumn(of: 0..<1_000, height: 300)
  host.observe(3, .fraction(0.7))
  host.observe(3, for: .mrcDisplay)
  for offset in stride(from: 0.0, through: 3_000, by: 100) {
    host.scroll(to: offset)
    host.advance(by: .milliseconds(16))
  }
  #expect(host.changes == [.visible(3), .invisible(3, .outOfViewport)])
  #expect(host.impressions.isEmpty)
}
