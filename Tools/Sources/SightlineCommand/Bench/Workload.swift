import SightlineCore

enum Scenario: String, CaseIterable, Sendable {
  /// One tall list.
  case list
  /// A vertical feed of carousels with 100 cards each, scrolled vertically.
  case feed
  /// A square grid, scrolled diagonally.
  case grid
  /// A list in which every target's frame changes in every frame.
  case relayout
  /// The feed, with one carousel on screen being scrolled.
  case nested
  /// The list under two fixed bars, a sheet and a rotated banner.
  case covers

  var defaultTargets: Int {
    switch self {
    case .list, .feed, .nested, .covers: 100_000
    case .grid: 90_000
    case .relayout: 10_000
    }
  }
}

/// A scene under load, built once and then changed frame by frame. The recipe has the same targets
/// in the same positions.
struct Workload {
  /// A phone: 390 × 844 pt.
  static let screen = LayoutSize(width: 390, height: 844)
  /// Rows of a feed: 300 pt high, 32 pt apart.
  static let rowHeight = 300.0
  static let rowPitch = 332.0
  static let carouselLength = 100
  static let cardWidth = 140.0
  static let cardPitch = 150.0
  static let cell = LayoutSize(width: 90, height: 90)
  static let cellPitch = 100.0

  let scenario: Scenario
  let engine = VisibilityEngine(scene: VisibilityScene(size: Workload.screen))
  private(set) var targets: [TargetID] = []
  private var carousels: [ContainerID] = []
  /// The scrollable distance along each axis.
  private(set) var extent = LayoutPoint.zero
  private(set) var contentOffset = LayoutPoint.zero
  private var direction = 1.0

  init(_ scenario: Scenario, targets count: Int) {
    self.scenario = scenario
    engine.verifiesPasses = false
    // A host that fills a list knows its length.
    engine.reserveCapacity(targets: count)
    targets.reserveCapacity(count)
    switch scenario {
    case .list, .relayout: buildList(count)
    case .covers:
      buildList(count)
      addCovers()
    case .feed, .nested: buildFeed(count)
    case .grid: buildGrid(count)
    }
  }

  private mutating func add(_ frame: LayoutRect, to container: ContainerID) {
    let target = engine.add(SceneTarget(frame: frame), to: container)
    engine.watch(target, .fraction(0.5))
    targets.append(target)
  }

  private mutating func buildList(_ count: Int) {
    for row in 0..<count { add(Self.row(row, spread: 0), to: engine.root) }
    extent.y = max(0, Double(count) * Self.rowPitch - Self.screen.height)
  }

  private mutating func addCovers() {
    let screen = Self.screen
    let pinned = SceneAppearance(isPinned: true)
    let rotated = SceneAppearance(transform: .rotation(cosine: 0.8, sine: 0.6), isPinned: true)
    for (frame, appearance) in [
      (LayoutRect(x: 0, y: 0, width: screen.width, height: 88), pinned),
      (LayoutRect(x: 0, y: screen.height - 83, width: screen.width, height: 83), pinned),
      (LayoutRect(x: 100, y: 300, width: 250, height: 120), pinned),
      (LayoutRect(x: 60, y: 500, width: 200, height: 60), rotated),
    ] {
      _ = engine.add(SceneCover(frame: frame, appearance: appearance), to: engine.root)
    }
  }

  private mutating func buildFeed(_ count: Int) {
    let rows = max(1, count / Self.carouselLength)
    for row in 0..<rows {
      let frame = LayoutRect(
        x: 0, y: Double(row) * Self.rowPitch, width: Self.screen.width,
        height: Self.rowHeight)
      let carousel = engine.add(.scrollView(frame: frame), to: engine.root)
      carousels.append(carousel)
      for card in 0..<Self.carouselLength where targets.count < count {
        add(
          LayoutRect(
            x: Double(card) * Self.cardPitch, y: 0, width: Self.cardWidth,
            height: Self.rowHeight), to: carousel)
      }
    }
    if scenario == .nested {
      extent.x = Double(Self.carouselLength) * Self.cardPitch - Self.screen.width
    } else {
      extent.y = max(0, Double(rows) * Self.rowPitch - Self.screen.height)
    }
  }

  private mutating func buildGrid(_ count: Int) {
    let side = max(1, Int(Double(count).squareRoot()))
    for row in 0..<side {
      for column in 0..<side {
        add(
          LayoutRect(
            origin: LayoutPoint(
              x: Double(column) * Self.cellPitch, y: Double(row) * Self.cellPitch),
            size: Self.cell), to: engine.root)
      }
    }
    extent.x = max(0, Double(side) * Self.cellPitch - Self.screen.width)
    extent.y = max(0, Double(side) * Self.cellPitch - Self.screen.height)
  }

  /// Returns the frame of a row of the list, with extra space between rows.
  static func row(_ row: Int, spread: Double) -> LayoutRect {
    LayoutRect(x: 0, y: Double(row) * (rowPitch + spread), width: screen.width, height: rowHeight)
  }

  /// Applies one frame's changes to the scene: scrolls by a step, back and forth between the ends,
  /// with the same offsets for the engine and the recipe.
  mutating func advance(frame: Int, step: Double) {
    if scenario == .relayout {
      let spread = frame % 2 == 0 ? step : 0
      for row in targets.indices {
        engine.edit(.frame(Self.row(row, spread: spread), of: targets[row]))
      }
      return
    }
    if step == 0 { return }
    let next = LayoutPoint(
      x: extent.x > 0 ? contentOffset.x + direction * step : 0,
      y: extent.y > 0 ? contentOffset.y + direction * step : 0)
    if (0...extent.x).contains(next.x) && (0...extent.y).contains(next.y) {
      contentOffset = next
    } else {
      direction = -direction
    }
    engine.edit(.scroll(scenario == .nested ? carousels[0] : engine.root, to: contentOffset))
  }
}
