public import SightlineCore

/// An IntersectionObserver of the browser that recorded.
public struct TraceObserver: Equatable, Sendable {
  /// The observer's number.
  public var observer: Int
  /// The node whose clip is the viewport.
  public var root: Int
  /// By how much the root's clip grows. A side has points or a fraction, not both.
  public var margins: ViewportMargins
  /// By how much the clip of every scroller between target and root grows; as ``margins``.
  public var scrollMargins: ViewportMargins
  /// The thresholds, each in 0...1; never empty.
  public var thresholds: [Double]
  /// Whether the observer tracked occlusion and opacity too (`v2`).
  public var tracksOcclusion: Bool

  /// Creates an observer.
  public init(
    _ observer: Int, root: Int, margins: ViewportMargins = .zero,
    scrollMargins: ViewportMargins = .zero,
    thresholds: [Double], tracksOcclusion: Bool = false
  ) {
    self.observer = observer
    self.root = root
    self.margins = margins
    self.scrollMargins = scrollMargins
    self.thresholds = thresholds
    self.tracksOcclusion = tracksOcclusion
  }
}

/// Every observer starts or stops to watch targets.
public struct TraceObserve: Equatable, Sendable {
  /// The step in which it happened.
  public var step: Int
  /// The targets, in order; a negative number means that its node is watched no longer.
  public var ids: [Int]

  /// Creates the line.
  public init(step: Int, ids: [Int]) {
    self.step = step
    self.ids = ids
  }
}

/// What one observer saw in one step.
public struct TraceSnapshot: Equatable, Sendable {
  /// A target that intersects.
  public struct Target: Equatable, Sendable {
    /// The target's node.
    public var id: Int
    /// Visible area ÷ target area.
    public var ratio: Double
    /// The visible part, in points, in the coordinates of the root node's viewport.
    public var intersection: LayoutRect
    /// The whole target's bounding rect, in the same coordinates.
    public var bounds: LayoutRect

    /// Creates a target's state.
    public init(_ id: Int, ratio: Double, intersection: LayoutRect, bounds: LayoutRect) {
      self.id = id
      self.ratio = ratio
      self.intersection = intersection
      self.bounds = bounds
    }
  }

  /// The step.
  public var step: Int
  /// The observer's number.
  public var observer: Int
  /// The viewport grown by its margins; `nil` where the browser did not tell.
  public var root: LayoutRect?
  /// How many targets are watched.
  public var watched: Int
  /// The targets that intersect; all others do not.
  public var targets: [Target]

  /// Creates a snapshot.
  public init(step: Int, observer: Int, root: LayoutRect?, watched: Int, targets: [Target]) {
    self.step = step
    self.observer = observer
    self.root = root
    self.watched = watched
    self.targets = targets
  }
}

/// An entry that an observer delivered.
public struct TraceEntry: Equatable, Sendable {
  /// The step in which it was delivered.
  public var step: Int
  /// The observer's number.
  public var observer: Int
  /// The target's node.
  public var id: Int
  /// When the browser took it, in milliseconds.
  public var milliseconds: Double
  /// The whole target's bounding rect, in points.
  public var bounds: LayoutRect
  /// The visible part; zero where nothing is.
  public var intersection: LayoutRect
  /// The viewport grown by its margins; `nil` where the browser did not tell.
  public var root: LayoutRect?
  /// Visible area ÷ target area.
  public var ratio: Double
  /// Whether target and viewport meet, edges included.
  public var isIntersecting: Bool
  /// Whether the browser knew the target to be unobscured; `nil` unless it tracked occlusion.
  public var isVisible: Bool?

  /// Creates an entry.
  public init(
    step: Int, observer: Int, id: Int, milliseconds: Double, bounds: LayoutRect,
    intersection: LayoutRect,
    root: LayoutRect?, ratio: Double, isIntersecting: Bool, isVisible: Bool? = nil
  ) {
    self.step = step
    self.observer = observer
    self.id = id
    self.milliseconds = milliseconds
    self.bounds = bounds
    self.intersection = intersection
    self.root = root
    self.ratio = ratio
    self.isIntersecting = isIntersecting
    self.isVisible = isVisible
  }
}
