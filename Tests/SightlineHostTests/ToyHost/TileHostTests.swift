import SightlineHost
import SightlineTesting
import Testing

/// The host of the article *Writing a host*, which shows the files in this folder.
@MainActor
struct TileHostTests {
  private let window = TileWindow(width: 400, height: 600)
  private let list = Tile(width: 400, height: 600)
  private let tiles = (0..<20).map { Tile(y: 200 * Double($0), width: 400, height: 200) }

  init() {
    MirroredWindow.verifyFrames()
    list.scrolled = 0
    window.root.add(list)
    for tile in tiles { list.add(tile) }
  }

  /// Scrolls as the toolkit would, followed by a frame.
  private func scroll(to offset: Double) {
    list.scrolled = offset
    frame()
  }

  private func frame() {
    window.needsFrame = true
    window.run(for: 16_000_000)
  }

  @Test func `a tile is visible while fully shown`() {
    var states: [VisibilityState] = []
    tiles[3].visibility.changed { states.append($0) }
    frame()
    #expect(states == [])
    scroll(to: 199)
    #expect(states == [])
    scroll(to: 200)
    #expect(states == [.visible])
    scroll(to: 601)
    #expect(states == [.visible, .invisible])
  }

  @Test func `a tile that moves is found among many`() {
    var visible: Set<Int> = []
    for (index, tile) in tiles.enumerated() {
      let row = Tile(width: 400, height: 200)
      tile.add(row)
      row.visibility.changed { state in
        if state == .visible { visible.insert(index) } else { visible.remove(index) }
      }
    }
    frame()
    #expect(visible == [0, 1, 2])
    tiles[1].y = 1_000
    frame()
    #expect(visible == [0, 2])
    tiles[9].y = 150
    frame()
    #expect(visible == [0, 2, 9])
  }

  @Test func `an invisible tile has a reason`() {
    var reasons: [InvisibilityReason?] = []
    tiles[0].visibility.crossed(.fraction(0.5)) { reasons.append($0.reason) }
    frame()
    tiles[0].isHidden = true
    frame()
    tiles[0].isHidden = false
    frame()
    scroll(to: 150)
    #expect(reasons == [nil, .hidden, nil, .outOfViewport])
  }

  @Test func `an impression is reported on time without a frame`() {
    VisibilitySession.shared.forgetImpressions(of: "toy tile")
    var count = 0
    tiles[1].visibility.impression(of: "toy tile", .mrcDisplay) { _ in count += 1 }
    frame()
    window.run(for: 999_000_000)
    #expect(count == 0)
    window.run(for: 1_000_000)
    #expect(count == 1)
    #expect(!window.needsFrame)
  }

  @Test func `a removed tile leaves and can return`() {
    var visits: [InvisibilityReason?] = []
    tiles[0].visibility.crossed(.anyPixel) { visits.append($0.reason) }
    frame()
    tiles[0].remove()
    window.run(for: 0)
    #expect(visits == [nil, .removed])
    list.add(tiles[0])
    window.run(for: 0)
    #expect(visits == [nil, .removed, nil])
  }

  @Test func `a tile moving to another window continues there`() {
    let other = TileWindow(width: 400, height: 100)
    var fractions: [Double] = []
    tiles[0].visibility.crossed(.thresholds([0.5, 1])) { fractions.append($0.fraction) }
    frame()
    #expect(fractions == [1, 1])
    other.root.add(tiles[0])
    window.run(for: 0)
    other.run(for: 0)
    #expect(fractions == [1, 1, 0, 0, 0.5])
  }

  @Test func `a dismissed window shows nothing`() {
    var states: [VisibilityState] = []
    tiles[0].visibility.changed { states.append($0) }
    frame()
    let mirrored = TileHost.of(window).window
    mirrored.presence.isMinimized = true
    window.run(for: 0)
    mirrored.presence.isMinimized = false
    window.run(for: 0)
    mirrored.close(at: window.now)
    #expect(states == [.visible, .invisible, .visible, .invisible])
  }

  @Test func `margins shrink the window`() {
    var states: [VisibilityState] = []
    tiles[0].visibility.changed { states.append($0) }
    frame()
    let mirrored = TileHost.of(window).window
    mirrored.viewportMargins = .points(-10)
    window.run(for: 0)
    #expect(states == [.visible, .invisible])
    #expect(mirrored.viewportMargins == .points(-10))
  }

  @Test func `an inspector draws visible tiles`() {
    tiles[2].visibility.changed(.fraction(0.7)) { _ in }
    tiles[3].visibility.changed(.fraction(0.7)) { _ in }
    scroll(to: 100)
    let marks = TileHost.of(window).window.inspectorMarks(at: window.now.awake)
    #expect(marks.map(\.visible.minY) == [300, 500])
    #expect(marks.map(\.isVisible) == [true, false])
  }

  @Test func `an item moving to another tile within a frame does not leave`() {
    let mirrored = TileHost.of(window).window
    let rows = ItemVisibility<String>()
    var log: [String] = []
    rows.changed { log.append("\($0) \($1)") }
    rows.bind(ViewKey(tiles[0]), to: "a", in: mirrored)
    rows.bind(ViewKey(tiles[1]), to: "b", in: mirrored)
    frame()
    #expect(log.sorted() == ["a visible", "b visible"])
    rows.bind(ViewKey(tiles[0]), to: "b", in: mirrored)
    rows.bind(ViewKey(tiles[1]), to: "c", in: mirrored)
    frame()
    #expect(log.dropFirst(2).sorted() == ["a invisible", "c visible"])
  }
}
