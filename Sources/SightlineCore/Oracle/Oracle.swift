/// The reference path: what is visible of one target, worked out as plainly as it can be said.
///
/// It judges the engine, so it shares no code with it: it reads the values that a host has put into
/// the scene, and has a placement, clipping, painting order, reasons and levels of its own
/// (`Oracle+Levels`). It goes from the target up, in the window's coordinates, with polygons
/// throughout and every cover of the scene, one target at a time. Debug builds, tests and
/// `sightline verify --reference` use it; nothing else may.
package struct Oracle: Sendable {
  /// What was true of each watch after the pass that was judged last.
  var standings: [WatchID: Standing] = [:]
  var judgedPass: UInt32 = 0

  package init() {}

  /// Coordinates and scales beyond this are not measurable.
  static let farthest = 0x1p50
  /// Blink's layout unit: each edge may be cut by this much.
  static let edgeTolerance = 1.0 / 64
  /// What rounding may leave of nothing: a share, and the width of a piece in points.
  static let roundedShare = 1e-9
  static let roundedWidth = 1e-6

  /// What can be seen of a target behind some of what is in its way.
  struct View {
    var area = 0.0
    var fraction = 0.0
    var viewportShare = 0.0
    var smallerShare = 0.0
    /// Whether no edge is cut by more than the tolerance.
    var isFull = false
    /// Whether as much of it shows as the viewport can, to the same tolerance.
    var isLargest = false
    /// Whether the part that shows comes up to the edges: top, left, bottom, right.
    var edges = [false, false, false, false]
    /// Around what shows, in the window.
    var bounds: OracleRect?
  }

  /// What there is to say of a target in a viewport.
  struct Finding {
    var isMeasurable = true
    var isHidden = false
    var opacity = 1.0
    /// Its whole area in the window.
    var area = 0.0
    /// Whether it does not lie in the viewport's container.
    var isOutside = false
    /// Through the viewport, also through the clips between, also behind covers.
    var inViewport = View()
    var inClips = View()
    var uncovered = View()
  }

  static func finding(
    _ id: TargetID, in viewport: VisibilityViewport, of scene: OracleScene
  ) -> Finding {
    let target = scene.target(id)
    let rect = target.rect
    var result = Finding(isHidden: target.isHidden, opacity: target.opacity)
    guard let clip = scene.clip(of: viewport), let toWindow = target.toWindow else {
      result.isMeasurable = false
      return result
    }
    let window = scene[viewport.container].toWindow
    let shape = OraclePolygon(rect, toWindow)
    let hasArea = rect.width * rect.height > 0 && toWindow.a * toWindow.d != toWindow.b * toWindow.c
    result.area = hasArea ? shape.area : 0
    guard let depth = target.chain.firstIndex(of: viewport.container) else {
      result.isOutside = true
      return result
    }
    let between = target.chain[..<depth]
    result.isMeasurable = between.allSatisfy { scene[$0].isMeasurable }
    if !result.isMeasurable { return result }
    var clips = [OraclePolygon(clip, window)]
    let largest = OraclePolygon(rect.centred, toWindow.linear)
      .intersection(OraclePolygon(clip.centred, window.linear)).area
    let part = largestPart(of: rect, toWindow, in: clip, window)
    func view(under covers: [OraclePolygon]) -> View {
      var view = View()
      let clipped = clips.reduce(shape) { $0.intersection($1) }
      let pieces = covers.reduce([clipped]) { pieces, cover in
        pieces.flatMap { $0.subtracting(cover) }
      }
      func isFree(_ part: OraclePolygon) -> Bool {
        clips.allSatisfy { $0.contains(part) }
          && covers.allSatisfy { $0.intersection(part).area == 0 }
      }
      view.bounds = clipped.bounds()
      guard result.area > 0 else { return view }
      view.area = pieces.reduce(0) { $0 + $1.area }
      view.fraction = min(1, view.area / result.area)
      guard view.fraction > roundedShare else { return view }
      view.viewportShare = min(1, view.area / clips[0].area)
      view.smallerShare = min(1, view.area / largest)
      view.isFull = isFree(OraclePolygon(rect.shrunk(by: edgeTolerance), toWindow))
      view.isLargest = view.isFull || shape.contains(part) && isFree(part)
      view.edges = edges(of: rect, in: pieces, toWindow)
      return view
    }
    result.inViewport = view(under: [])
    if result.inViewport.fraction == 0 { return result }
    clips += between.compactMap { scene.clip(of: $0, in: viewport) }
    result.inClips = view(under: [])
    let covers = scene.covers.filter {
      target.paintPlace.lexicographicallyPrecedes(
        $0.paintPlace, by: OracleScene.PaintStep.isEarlier)
    }
    result.uncovered = view(under: covers.map { $0.shape })
    return result
  }

  /// What must show of a target for as much of it to show as the viewport can. Upright, that is
  /// along each axis the target where it fits and the viewport where it does not; otherwise the
  /// viewport.
  private static func largestPart(
    of rect: OracleRect, _ toWindow: LayoutTransform, in clip: OracleRect, _ window: LayoutTransform
  ) -> OraclePolygon {
    let inner = OraclePolygon(clip.shrunk(by: edgeTolerance), window)
    guard toWindow.isUpright, window.isUpright,
      let whole = OraclePolygon(rect, toWindow).bounds(),
      var part = OraclePolygon(rect.shrunk(by: edgeTolerance), toWindow).bounds(),
      let viewport = OraclePolygon(clip, window).bounds(), let innerViewport = inner.bounds()
    else { return inner }
    if whole.width > viewport.width {
      (part.left, part.right) = (innerViewport.left, innerViewport.right)
    }
    if whole.height > viewport.height {
      (part.top, part.bottom) = (innerViewport.top, innerViewport.bottom)
    }
    return OraclePolygon(part, .identity)
  }

  /// Which edges the pieces come up to that are more than what rounding leaves.
  private static func edges(
    of rect: OracleRect, in pieces: [OraclePolygon], _ toWindow: LayoutTransform
  ) -> [Bool] {
    guard let back = toWindow.inverse else { return [true, true, true, true] }
    var edges = [false, false, false, false]
    for piece in pieces {
      guard let extent = piece.bounds(), let own = piece.bounds(back),
        piece.area > roundedWidth * max(extent.width, extent.height)
      else { continue }
      edges[0] = edges[0] || own.top <= rect.top + edgeTolerance
      edges[1] = edges[1] || own.left <= rect.left + edgeTolerance
      edges[2] = edges[2] || own.bottom >= rect.bottom - edgeTolerance
      edges[3] = edges[3] || own.right >= rect.right - edgeTolerance
    }
    return edges
  }
}

extension LayoutTransform {
  fileprivate var isUpright: Bool { b == 0 && c == 0 }
}
