internal import SightlineCore

/// The reference path: a plain computation of a target's visibility.
///
/// It checks the engine, so it shares no code with it: it reads only the host's values in the
/// scene, with its own placement, clipping, painting order, reasons and levels (`Oracle+Levels`).
/// It works from the target up, in window coordinates, with polygons throughout and every cover of
/// the scene, one target at a time. Only for tests and
/// `sightline verify --reference`.
public struct Oracle: Sendable {
  /// The state of each watch after the last judged pass.
  var standings: [WatchID: Standing] = [:]
  /// The pass judged last, and the replacements of policies before it.
  var passNumber: UInt32 = 0
  var replacementCount: UInt32 = 0

  /// Creates an oracle that has judged no pass.
  public init() {}

  /// The limit beyond which coordinates and scales are not measurable.
  static let farthest = 0x1p50
  /// The largest residues of rounding: a share, and the width of a piece in points.
  static let roundedShare = 1e-9
  static let roundedWidth = 1e-6

  /// The visible part of a target behind some of its obstacles.
  struct View {
    var area = 0.0
    var fraction = 0.0
    var viewportShare = 0.0
    var smallerShare = 0.0
    /// Whether every edge is cut by less than a pixel.
    var isFull = false
    /// Whether it shows as much as the viewport can, with the same tolerance.
    var isLargest = false
    /// Whether it fills the viewport, with the same tolerance.
    var isFilling = false
    /// Whether the visible part reaches the edges: top, left, bottom, right.
    var edges = [false, false, false, false]
    /// The bounds of the clipped target, in the window.
    var bounds: OracleRect?
  }

  /// The visibility of a target in a viewport.
  struct Finding {
    var isMeasurable = true
    var isHidden = false
    var opacity = 1.0
    /// The whole area in the window.
    var area = 0.0
    /// Whether it lies outside the viewport's container in the tree.
    var isOutside = false
    /// The view through the viewport and the scrolling containers in between, then also through
    /// other clips, then also behind covers.
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
    let pixel = scene.pixelLength
    let filled = OraclePolygon(clip.shrunk(by: pixel, window), window)
    let part = largestPart(of: rect, toWindow, in: clip, window, pixel: pixel)
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
      view.isFull = isFree(OraclePolygon(rect.shrunk(by: pixel, toWindow), toWindow))
      view.isLargest = view.isFull || shape.contains(part) && isFree(part)
      view.isFilling = shape.contains(filled) && isFree(filled)
      view.edges = edges(of: rect, in: pieces, toWindow, pixel: pixel)
      return view
    }
    clips += between.filter(scene.scrolls).compactMap { scene.clip(of: $0, in: viewport) }
    result.inViewport = view(under: [])
    if result.inViewport.fraction == 0 { return result }
    clips += between.filter { !scene.scrolls($0) }.compactMap { scene.clip(of: $0, in: viewport) }
    result.inClips = view(under: [])
    let covers = scene.covers.filter {
      target.paintPlace.lexicographicallyPrecedes(
        $0.paintPlace, by: OracleScene.PaintStep.isEarlier)
    }
    result.uncovered = view(under: covers.map { $0.shape })
    return result
  }

  /// The part of a target that must be visible for it to show as much as the viewport can. If both
  /// are upright, each axis takes the target if it fits and the viewport otherwise; else, the
  /// viewport.
  private static func largestPart(
    of rect: OracleRect, _ toWindow: LayoutTransform, in clip: OracleRect,
    _ window: LayoutTransform, pixel: Double
  ) -> OraclePolygon {
    let inner = OraclePolygon(clip.shrunk(by: pixel, window), window)
    guard toWindow.isUpright, window.isUpright,
      let whole = OraclePolygon(rect, toWindow).bounds(),
      var part = OraclePolygon(rect.shrunk(by: pixel, toWindow), toWindow).bounds(),
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

  /// The edges reached by pieces larger than the residues of rounding.
  private static func edges(
    of rect: OracleRect, in pieces: [OraclePolygon], _ toWindow: LayoutTransform, pixel: Double
  ) -> [Bool] {
    guard let back = toWindow.inverse else { return [true, true, true, true] }
    let reached = rect.shrunk(by: pixel, toWindow)
    var edges = [false, false, false, false]
    for piece in pieces {
      guard let extent = piece.bounds(), let own = piece.bounds(back),
        piece.area > roundedWidth * max(extent.width, extent.height)
      else { continue }
      edges[0] = edges[0] || own.top <= reached.top
      edges[1] = edges[1] || own.left <= reached.left
      edges[2] = edges[2] || own.bottom >= reached.bottom
      edges[3] = edges[3] || own.right >= reached.right
    }
    return edges
  }
}

extension LayoutTransform {
  fileprivate var isUpright: Bool { b == 0 && c == 0 }
}
