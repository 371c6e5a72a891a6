/// A view of the toy toolkit: a rectangle in a tree.
@MainActor
final class Tile {
  var x = 0.0, y = 0.0, width: Double, height: Double
  /// The distance its content is scrolled up; `nil` if it does not scroll.
  var scrolled: Double?
  var isHidden = false
  private(set) weak var parent: Tile?
  private(set) var children: [Tile] = []
  /// The window of a root tile.
  fileprivate(set) weak var ownWindow: TileWindow?
  /// An object attached by other code, and a closure that observes the window.
  var attachment: AnyObject?
  var windowChanged: ((TileWindow?) -> Void)?

  init(y: Double = 0, width: Double, height: Double) {
    (self.y, self.width, self.height) = (y, width, height)
  }

  var window: TileWindow? { parent?.window ?? ownWindow }

  func add(_ tile: Tile) {
    tile.remove()
    tile.parent = self
    children.append(tile)
    tile.tellWindow()
  }

  func remove() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    tellWindow()
  }

  private func tellWindow() {
    windowChanged?(window)
    for child in children { child.tellWindow() }
  }
}

/// A window of the toy toolkit, with a display and a clock moved by hand.
@MainActor
final class TileWindow {
  let root: Tile
  private(set) var nanoseconds: Int64 = 0
  var alarm: Int64?
  var needsFrame = false
  var attachment: AnyObject?
  var frameEnded: () -> Void = {}
  var alarmRang: () -> Void = {}

  init(width: Double, height: Double) {
    root = Tile(width: width, height: height)
    root.ownWindow = self
  }

  /// Advances the time, and shows a frame if one is needed.
  func run(for duration: Int64) {
    nanoseconds += duration
    if let time = alarm, time <= nanoseconds {
      alarm = nil
      alarmRang()
    }
    guard needsFrame else { return }
    needsFrame = false
    frameEnded()
  }
}
