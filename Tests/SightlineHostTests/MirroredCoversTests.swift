import SightlineCore
import SightlineHost
import SightlineTestSupport
import Testing

/// A window with a page, covered by a sheet in its own holder.
@MainActor
@Suite struct MirroredCoversTests {
  private let tree = Sheets()
  private let window: MirroredWindow
  private let onPage = ViewSlot()
  private let onSheet = ViewSlot()
  private let log = Log()

  private final class Log {
    var lines: [String] = []
  }

  init() {
    window = .shown(root: "window", of: tree, frame: Sheets.frame)
    let log = log
    _ = onPage.changed(.fully) { log.lines.append("card \($0)") }
    _ = onSheet.changed(.fully) { log.lines.append("button \($0)") }
    window.place(onPage, at: "card")
    look(at: 0)
    log.lines = []
  }

  private func look(at milliseconds: Int) {
    window.mirror.keepContainers(for: tree.hasSheet ? ["holder"] : [])
    window.frame(at: .zero + .milliseconds(milliseconds))
    #expect(window.mirror.firstMismatch == nil)
  }

  @Test func `an added cover hides views below its holder`() {
    tree.hasSheet = true
    look(at: 16)
    #expect(log.lines == ["card invisible"])
  }

  @Test func `a cover does not hide its contents`() {
    tree.hasSheet = true
    window.place(onSheet, at: "button")
    look(at: 16)
    #expect(log.lines.sorted() == ["button visible", "card invisible"])
  }

  @Test func `a cover stays when its last view is removed`() {
    tree.hasSheet = true
    window.place(onSheet, at: "button")
    look(at: 16)
    log.lines = []
    window.displace(onSheet)
    look(at: 32)
    look(at: 48)
    #expect(log.lines == ["button invisible"])
  }

  @Test func `a removed cover leaves nothing behind`() {
    let before = window.engine.scene.containerCount
    tree.hasSheet = true
    look(at: 16)
    #expect(window.engine.scene.containerCount == before + 1)
    tree.hasSheet = false
    look(at: 32)
    #expect(window.engine.scene.containerCount == before)
    #expect(log.lines == ["card invisible", "card visible"])
  }

  @Test func `an unchanged cover is mirrored once`() {
    tree.hasSheet = true
    for time in 1...3 {
      look(at: 16 * time)
      #expect(window.engine.scene.coverCount == 1)
    }
  }

  @Test func `a friendly cover hides nothing`() {
    tree.hasSheet = true
    tree.isFriendly = true
    look(at: 16)
    #expect(log.lines == [])
  }

  @Test func `a cover counts as one of a frame's reads`() {
    tree.hasSheet = true
    look(at: 16)
    look(at: 32)
    // The page, its card, the holder and the sheet.
    #expect(window.mirror.readCount == 4)
  }

  @Test func `a sheet can be presented twice`() {
    for time in 0..<3 {
      log.lines = []
      tree.hasSheet = true
      window.place(onSheet, at: "button")
      look(at: 100 * time + 16)
      #expect(log.lines.sorted() == ["button visible", "card invisible"], "time \(time)")
      log.lines = []
      tree.hasSheet = false
      window.displace(onSheet)
      look(at: 100 * time + 32)
      #expect(log.lines.sorted() == ["button invisible", "card visible"], "time \(time)")
      #expect(window.engine.scene.coverCount == 0)
    }
  }
}

@MainActor
private final class Sheets: ViewTree {
  static let frame = LayoutRect(x: 0, y: 0, width: 100, height: 100)
  var hasSheet = false
  var isFriendly = false
  private let parents: [ViewKey: ViewKey] = [
    "page": "window", "card": "page", "holder": "window", "sheet": "holder", "button": "sheet",
  ]

  func parent(of view: ViewKey) -> ViewKey? { parents[view] }

  func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    var place: Int32 = 0
    if hasSheet { place = view == "page" ? 1 : view == "holder" ? 2 : view == "sheet" ? 1 : 0 }
    let zIndex = hasSheet ? 2 * place + (surroundings.role == .cover ? 0 : 1) : 0
    var reading = ViewReading(
      frame: Self.frame, clip: view == "window" ? .bounds : .none,
      appearance: SceneAppearance(zIndex: zIndex))
    reading.mayHoldCovers = surroundings.role == .container && hasSheet && view == "holder"
    return reading
  }

  var reportsChanges: Bool { false }

  func covers(in view: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] {
    hasSheet && view == "holder" ? [(view: "sheet" as ViewKey, isFriendly: isFriendly)] : []
  }
}
