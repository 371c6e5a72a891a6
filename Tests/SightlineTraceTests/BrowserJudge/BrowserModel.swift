import SightlineCore

@testable import SightlineTrace

/// A model of a browser's IntersectionObserver (version 1), applied to the nodes of a trace.
///
/// It was derived by comparison with Chromium's recorded verdicts: bounding boxes instead of
/// shapes, inclusive edges, whole pixels, 32-bit ratios, and neither opacity nor covers. Every
/// recording is measured against it. It is simple and slow, and shares only rectangles and
/// transforms with the engine.
struct BrowserModel {
  /// An observer's result for a target.
  struct Answer: Equatable {
    var isIntersecting = false
    /// The number of the observer's thresholds reached.
    var reached = 0
    var ratio = 0.0
    /// The visible part, the whole target and the viewport, in points of the window.
    var intersection = LayoutRect.zero
    var bounds = LayoutRect.zero
    var root = LayoutRect.zero

    /// The result for a target without a box, or outside the observer's root.
    static let nothing = Answer()
  }

  /// A node on the path down to a target.
  private struct Step {
    var node: TraceNode
    var place: BrowserPlace

    /// Returns the place of a node inside this one.
    func inner(_ child: TraceNode) -> BrowserPlace {
      let offset = child.isFixed ? .zero : node.scroll ?? .zero
      return place.inner(
        at: LayoutPoint(x: child.frame.minX, y: child.frame.minY) - offset,
        child.transform ?? .identity)
    }
  }

  /// Traces of web pages write the axis along which a box doesn't clip as ±1e7.
  private static let unboundedExtent = 2e7

  /// Returns an observer's result for a target.
  ///
  /// - Complexity: O(depth).
  static func answer(of id: Int, for observer: TraceObserver, in scene: TraceScene) -> Answer {
    guard let target = scene.node(id), target.isMeasurable,
      let path = path(downTo: target.parent ?? id, scene),
      let top = path.firstIndex(where: { $0.node.id == observer.root })
    else { return .nothing }
    let root = path[top]
    let clip = rootClip(observer, root.node)
    let own = path[path.count - 1].inner(target)
    let box = target.box
    var answer = Answer()
    answer.bounds = own.toWindow.boundingBox(of: box).rect
    answer.root = root.place.toWindow.boundingBox(of: clip).rect
    var visible: Box? = clipped(box, own, path[(top + 1)...], root.place, observer)
    visible = visible?.intersection(
      root.node.scrolls ? clip.grown(by: observer.scrollMargins, for: clip) : clip)
    guard let visible, !visible.isInverted else { return answer }
    let part = root.place.toWindow.boundingBox(of: visible)
    answer.isIntersecting = true
    answer.intersection = part.rect
    answer.ratio = ratio(of: part, to: own.toWindow.boundingBox(of: box))
    answer.reached = observer.thresholds.count { Float($0) <= Float(answer.ratio) }
    return answer
  }

  /// Returns an observer's viewport in its root's coordinate space, before scroll margins.
  private static func rootClip(_ observer: TraceObserver, _ root: TraceNode) -> Box {
    let clip = ownClip(root)
    return observer.margins == .zero ? clip : clip.grown(by: observer.margins, for: clip)
  }

  /// Returns the clip of a root. Browsers use the frame of a root that clips along only one axis.
  private static func ownClip(_ root: TraceNode) -> Box {
    guard let clip = root.clip, max(clip.width, clip.height) < unboundedExtent else {
      return root.box
    }
    return Box(clip)
  }

  /// Returns the margins of the root's clip in points, or `nil` if the browser uses a clip other
  /// than the recorded one, which exact margins cannot express.
  static func exactMargins(of observer: TraceObserver, _ root: TraceNode) -> LayoutInsets? {
    if let clip = root.clip, max(clip.width, clip.height) >= unboundedExtent { return nil }
    return observer.margins.inWholePoints(of: ownClip(root))
  }

  /// Returns the nodes from the root down to a node, with their places, or `nil` if one of them has
  /// no box.
  private static func path(downTo id: Int, _ scene: TraceScene) -> [Step]? {
    var nodes: [TraceNode] = []
    var next: Int? = id
    while let id = next {
      guard let node = scene.node(id), node.isMeasurable else { return nil }
      nodes.append(node)
      next = node.parent
    }
    guard let root = nodes.popLast() else { return nil }
    var path = [Step(node: root, place: BrowserPlace())]
    for node in nodes.reversed() {
      path.append(Step(node: node, place: path[path.count - 1].inner(node)))
    }
    return path
  }

  /// Clips a box by everything between it and the root. Returns the result in the root's coordinate
  /// space, or `nil` if nothing is left.
  ///
  /// - Parameter path: the nodes in between, from the root down.
  private static func clipped(
    _ box: Box, _ own: BrowserPlace, _ path: ArraySlice<Step>, _ root: BrowserPlace,
    _ observer: TraceObserver
  ) -> Box? {
    var source = (box: box, place: own)
    var clips: [(box: Box, place: BrowserPlace)] = []
    for step in path.reversed() {
      guard let clip = step.node.clip.map(Box.init) else { continue }
      if step.node.scrolls && observer.scrollMargins != .zero {
        // A scrolling container with a margin clips separately; others clip together.
        guard let part = mapped(source, clips, to: step.place) else { return nil }
        source.box = part.intersection(clip.grown(by: observer.scrollMargins, for: clip))
        if source.box.isInverted { return nil }
        source.place = step.place
        clips.removeAll()
      } else {
        clips.append((clip, step.place))
      }
    }
    return mapped(source, clips, to: root)
  }

  /// Maps a box and all clips to another space as bounding boxes, and clips there.
  private static func mapped(
    _ source: (box: Box, place: BrowserPlace), _ clips: [(box: Box, place: BrowserPlace)],
    to destination: BrowserPlace
  ) -> Box? {
    guard let transform = source.place.transform(to: destination) else { return nil }
    var box = transform.boundingBox(of: source.box)
    for clip in clips {
      guard let transform = clip.place.transform(to: destination) else { return nil }
      box = box.intersection(transform.boundingBox(of: clip.box))
    }
    return box.isInverted ? nil : box
  }

  /// Returns the area ratio in 32-bit arithmetic, or 1 if the whole is empty.
  private static func ratio(of part: Box, to whole: Box) -> Double {
    let (width, height) = (Float(whole.width), Float(whole.height))
    if width == 0 || height == 0 { return 1 }
    return Double(min(1, Float(part.width) * Float(part.height) / (width * height)))
  }
}

extension TraceNode {
  /// The node's box in its own coordinate space.
  fileprivate var box: Box { Box(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height) }

  /// Whether scroll margins apply to the node.
  fileprivate var scrolls: Bool { scroll != nil && !isShift }

  /// Whether the node has a box and only usable numbers.
  fileprivate var isMeasurable: Bool {
    !isGone && Box(frame).isMeasurable && transform?.isFinite ?? true
      && clip.map { Box($0).isMeasurable } ?? true && scroll?.isFinite ?? true
  }
}

extension Box {
  fileprivate func grown(by margins: ViewportMargins, for clip: Box) -> Box {
    grown(by: margins.inWholePoints(of: clip)).withinLimit
  }
}

extension ViewportMargins {
  /// Returns the margins for a clip of this size as a browser computes them: in 32-bit arithmetic,
  /// in which 20.8 % of 187.5 px is 38.99999, and truncated to whole points, giving 38 instead of
  /// 39.
  fileprivate func inWholePoints(of clip: Box) -> LayoutInsets {
    func side(_ points: Double, _ fraction: Double, _ extent: Double) -> Double {
      let share = (Double(Float(extent) * Float(fraction * 100)) / 100).rounded(.towardZero)
      let sum = points + share
      return sum.isFinite ? max(-2 * Box.limit, min(2 * Box.limit, sum)) : 0
    }
    return LayoutInsets(
      top: side(points.top, fractions.top, clip.height),
      left: side(points.left, fractions.left, clip.width),
      bottom: side(points.bottom, fractions.bottom, clip.height),
      right: side(points.right, fractions.right, clip.width))
  }
}
