import SightlineCore

/// The recipe apps use today: every view reports its rectangle through a preference key, so each
/// frame builds an array of all IDs and rectangles, walks it and calls a closure for each view.
struct PreferenceRecipe {
  private var layout: [LayoutRect]
  private let offsets: [Bool]
  private var isVisible: [Bool]
  private let closures: [(LayoutRect, LayoutRect) -> Bool]

  /// Copies the frames of a workload's targets in the unscrolled window.
  init(_ workload: Workload) {
    let scene = workload.engine.scene
    layout = workload.targets.map { target in
      var frame = scene.target(target).frame
      let container = scene.container(of: target)
      if container != scene.root {
        frame = frame.offset(by: scene.container(container).frame.origin)
      }
      return frame
    }
    // In `nested`, only the first carousel moves.
    offsets = workload.targets.indices.map {
      workload.scenario != .nested || $0 < Workload.carouselLength
    }
    isVisible = Array(repeating: false, count: layout.count)
    closures = layout.map { _ in
      { rect, viewport in
        guard let visible = rect.intersection(viewport) else { return false }
        return visible.area >= 0.5 * rect.area
      }
    }
  }

  mutating func relayout(spread: Double) {
    for row in layout.indices { layout[row] = Workload.row(row, spread: spread) }
  }

  mutating func pass(contentOffset: LayoutPoint) {
    let viewport = LayoutRect(origin: .zero, size: Workload.screen)
    let move = LayoutPoint(x: -contentOffset.x, y: -contentOffset.y)
    var entries: [(id: Int, rect: LayoutRect)] = []
    for id in layout.indices {
      entries.append((id, offsets[id] ? layout[id].offset(by: move) : layout[id]))
    }
    for entry in entries {
      let isVisible = closures[entry.id](entry.rect, viewport)
      if isVisible != self.isVisible[entry.id] {
        self.isVisible[entry.id] = isVisible
      }
    }
  }
}
