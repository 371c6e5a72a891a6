import Testing

@testable import SightlineGallery

/// Tests of the positions of the window's parts at every width.
@Suite struct ShellLayoutTests {
  private func layout(
    _ width: Int, list: Bool = true, events: Bool = true, code: Bool = false, scale: Double = 1
  ) -> ShellLayout {
    ShellLayout(
      width: width, height: 820, textScale: scale,
      shows: ShellLayout.Parts(list: list, events: events, code: code))
  }

  @Test(arguments: [
    (360, 1, ShellLayout.Form.narrow), (639, 1, .narrow), (640, 1, .medium), (999, 1, .medium),
    (1_000, 1, .wide), (1_180, 1, .wide), (1_180, 1.5, .medium), (720, 1.5, .narrow),
  ])
  func `large text uses the layout of a smaller window`(
    _ width: Int, _ scale: Double, _ form: ShellLayout.Form
  ) {
    #expect(ShellLayout.form(width: width, textScale: scale) == form)
  }

  @Test func `a narrow window shows one of the three panes`() {
    #expect(layout(360, list: false, events: false).page.width == 360)
    for narrow in [layout(360, events: false), layout(360, list: false)] {
      #expect(narrow.page.isEmpty)
      #expect(narrow.list.width + narrow.events.width == 360)
    }
  }

  @Test func `panes do not overlap and the page fills the rest at all widths`() {
    for width in 320...1_600 {
      for scale in [1, 1.25, 1.5] {
        for shows in 0..<8 {
          let layout = layout(
            width, list: shows & 1 > 0, events: shows & 2 > 0, code: shows & 4 > 0, scale: scale)
          let parts = [layout.list, layout.page, layout.code, layout.events]
            .filter { !$0.isEmpty }
          let area = parts.reduce(0) { $0 + $1.width * $1.height }
          #expect(area == width * 820, "\(width) at \(scale): \(layout)")
          #expect(parts.allSatisfy { $0.x >= 0 && $0.x + $0.width <= width && $0.y >= 0 })
          if !layout.page.isEmpty, layout.form != .narrow {
            #expect(layout.page.width >= 360, "\(width) at \(scale)")
          }
        }
      }
    }
  }

  @Test func `from 1,100 pixels on, code is beside the page, above the events`() {
    let wide = layout(1_180, code: true)
    #expect(wide.page.height == 820 && wide.code.x > wide.page.x)
    #expect(wide.code.width == wide.events.width && wide.events.y == wide.code.height)
  }

  @Test(arguments: [360, 800, 1_090])
  func `in a smaller window code takes at most a third of the page`(_ width: Int) {
    let small = layout(width, list: false, events: false, code: true)
    #expect(small.code.y == small.page.height && small.code.height * 2 <= small.page.height)
  }

  @Test func `in right-to-left layout the list is on the right`() {
    let layout = layout(1_180)
    let list = layout.list.mirrored(in: 1_180)
    #expect(list.x + list.width == 1_180)
    #expect(layout.events.mirrored(in: 1_180).x == 0)
  }
}
