import SightlineHost

extension Tile {
  /// The observers of the tile's visibility. They live as long as the tile.
  var visibility: TrackedView {
    if let existing = attachment as? TrackedView { return existing }
    let view = TrackedView()
    attachment = view
    follow(window, view)
    windowChanged = { [weak self, weak view] window in
      if let self, let view { self.follow(window, view) }
    }
    return view
  }

  private func follow(_ window: TileWindow?, _ view: TrackedView) {
    view.displace()
    if let window { TileHost.of(window).window.place(view, at: ViewKey(self)) }
  }
}

/// Reads tiles.
@MainActor
final class TileTree: ViewTree {
  func parent(of key: ViewKey) -> ViewKey? { key.tile.parent.map { ViewKey($0) } }

  func read(_ key: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? {
    let tile = key.tile
    let clips = tile.scrolled != nil || tile.ownWindow != nil
    return ViewReading(
      frame: LayoutRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height),
      clip: clips ? .bounds : .none, contentOffset: LayoutPoint(x: 0, y: tile.scrolled ?? 0),
      scrolls: tile.scrolled != nil, appearance: SceneAppearance(isHidden: tile.isHidden))
  }
}

/// Runs a window's passes: after its frames, and when its alarm rings.
@MainActor
final class TileHost {
  let window: MirroredWindow

  static func of(_ window: TileWindow) -> TileHost {
    if let existing = window.attachment as? TileHost { return existing }
    let host = TileHost(window)
    window.attachment = host
    return host
  }

  private init(_ tiles: TileWindow) {
    let window = MirroredWindow(
      root: ViewKey(tiles.root), tree: TileTree(),
      requestPass: { [weak tiles] in tiles?.needsFrame = true },
      setTimer: { [weak tiles] time in tiles?.alarm = time?.nanoseconds })
    self.window = window
    window.presence.isShown = true
    tiles.frameEnded = { [unowned tiles] in window.frame(at: tiles.now) }
    tiles.alarmRang = { [unowned tiles] in window.wake(at: tiles.now) }
  }
}

extension TileWindow {
  var now: DeviceTime { DeviceTime(awake: MonotonicTime(nanoseconds: nanoseconds)) }
}

@MainActor
extension ViewKey {
  init(_ tile: Tile) { self.init(Unmanaged.passUnretained(tile).toOpaque()) }

  /// The tile of a key. A tile in the window is alive, because tiles that leave it are displaced
  /// first.
  var tile: Tile { Unmanaged<Tile>.fromOpaque(address).takeUnretainedValue() }
}
