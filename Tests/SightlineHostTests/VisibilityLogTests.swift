import SightlineHost
import Testing

/// Tests of the lines that `visibilityLog` prints.
@MainActor
@Suite struct VisibilityLogTests {
  private let window = TileWindow(width: 400, height: 600)
  private let list = Tile(width: 400, height: 600)
  private let tiles = (0..<5).map { Tile(y: 400 * Double($0), width: 400, height: 400) }

  init() {
    list.scrolled = 0
    window.root.add(list)
    for tile in tiles { list.add(tile) }
  }

  /// Returns the lines printed while the list is at offsets, a frame each.
  private func lines(at offsets: Double...) -> [String] {
    let print = VisibilityLog.print
    defer { VisibilityLog.print = print }
    var lines: [String] = []
    VisibilityLog.print = { lines.append($0) }
    for offset in offsets {
      list.scrolled = offset
      window.needsFrame = true
      window.run(for: 16_000_000)
    }
    return lines
  }

  @Test func `a view's line has its name, its fraction and the reason, at each quarter`() {
    tiles[0].visibility.visibilityLog(of: "card 0")
    #expect(
      lines(at: 0, 40, 120, 300, 400) == [
        "card 0: up to 100 %", "card 0: down to 90 %, out of viewport",
        "card 0: down to 70 %, out of viewport", "card 0: down to 25 %, out of viewport",
        "card 0: down to 0 %, out of viewport",
      ])
  }

  @Test func `a list's lines have the ids of its items`() {
    let rows = ItemVisibility<Int>()
    rows.visibilityLog()
    for (id, tile) in tiles.enumerated() {
      rows.bind(ViewKey(tile), to: id, in: TileHost.of(window).window)
    }
    #expect(lines(at: 0).sorted() == ["0: up to 100 %", "1: up to 50 %"])
    #expect(
      lines(at: 400).sorted() == [
        "0: down to 0 %, out of viewport", "1: up to 100 %", "2: up to 50 %",
      ])
  }

  @Test func `a view's line is not an event of its window`() {
    tiles[0].visibility.visibilityLog(of: "card 0")
    list.visibility.visibilityLog()
    #expect(lines(at: 0, 40) == ["card 0: up to 100 %", "card 0: down to 90 %, out of viewport"])
  }

  @Test func `a window's lines are its events, once for several closures`() {
    VisibilitySession.shared.forgetImpressions(of: "logged card")
    list.visibility.visibilityLog()
    for _ in 0..<2 {
      tiles[1].visibility.changed(.fraction(0.5)) { _ in }
      tiles[1].visibility.impression(of: "logged card", .feed) { _ in }
    }
    #expect(lines(at: 0) == ["a view: visible at 50 %"])
    #expect(lines(at: 200) == ["logged card: seen"])
    #expect(lines(at: 700) == ["a view: not visible at 25 %, out of viewport"])
  }

  @Test func `a view that falls below a higher threshold is still visible`() {
    list.visibility.visibilityLog()
    tiles[0].visibility.crossed(.thresholds([0.5, 1])) { _ in }
    #expect(lines(at: 0) == ["a view: visible at 100 %", "a view: up to 100 %"])
    #expect(lines(at: 40) == ["a view: down to 90 %, out of viewport"])
  }
}
