import Testing

@testable import SightlineGallery

@Suite struct PercentTests {
  private func plain(_ fraction: Double, digits: Int = 0) -> String {
    Percent.text(fraction, digits: digits).filter { $0 != "\u{2066}" && $0 != "\u{2069}" }
      .replacing("\u{A0}", with: " ")
  }

  @Test func `only complete visibility rounds to 100 percent`() {
    #expect(plain(0.9999) == "99 %")
    #expect(plain(1 - 1e-7) == "100 %")
    #expect(plain(0.559) == "55 %")
    #expect(plain(0) == "0 %")
  }

  @Test func `percentages with digits also round down`() {
    #expect(plain(0.55559, digits: 2) == "55.55 %")
    #expect(plain(0.29, digits: 1) == "29.0 %")
  }

  @Test func `numbers keep their order in right-to-left text`() {
    #expect(Percent.isolated("1 %") == "\u{2066}1 %\u{2069}")
    #expect(Percent.text(1).first == "\u{2066}" && Percent.text(1).last == "\u{2069}")
  }
}
