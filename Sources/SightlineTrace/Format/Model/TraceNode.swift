public import SightlineCore

/// A node of a recorded scene: a target, a container or a cover, or several of them at once.
public struct TraceNode: Equatable, Sendable {
  /// What a cover does to those it hides.
  public enum Cover: UInt8, Equatable, Sendable, CaseIterable {
    /// It takes away what is drawn before it.
    case opaque
    /// It lies on top but belongs to what it covers, and takes nothing away.
    case friendly
  }

  /// The node's number; the root has 0.
  public var id: Int
  /// The number of the node around it; `nil` for the root.
  public var parent: Int?
  /// Where it is, in points, in its parent's content.
  ///
  /// A number that could not be measured is NaN here and `null` in the file.
  public var frame: LayoutRect
  /// By what it clips its descendants, in points, in its own coordinates; `nil` if it does not.
  public var clip: LayoutRect?
  /// How far its content is scrolled, in points; `nil` if it does not scroll.
  public var scroll: LayoutPoint?
  /// Its transform about its own origin; `nil` if it has none.
  public var transform: LayoutTransform?
  /// Its own opacity, 0...1.
  public var opacity: Double
  /// Whether it is not drawn.
  public var isHidden: Bool
  /// Whether its parent's scrolling does not move it.
  public var isFixed: Bool
  /// Whether it has no box at all: not displayed, or detached.
  public var isGone: Bool
  /// Its place in the paint order among its siblings; those with the same are painted as listed.
  public var z: Int
  /// What it does to those it lies on; `nil` if it is not a cover.
  public var cover: Cover?
  /// Whether it is a container even without children.
  public var isContainer: Bool
  /// Whether it is a target even before it is watched; its place among the others is then its place
  /// in the order of registration.
  public var isTarget: Bool
  /// Whether ``scroll`` only shifts the content of a container that is no scrolling one.
  public var isShift: Bool

  /// The root's number.
  public static let rootID = 0

  /// Creates a visible node that neither clips, scrolls nor covers.
  public init(_ id: Int, in parent: Int?, frame: LayoutRect) {
    self.id = id
    self.parent = parent
    self.frame = frame
    clip = nil
    scroll = nil
    transform = nil
    opacity = 1
    isHidden = false
    isFixed = false
    isGone = false
    z = 0
    cover = nil
    isContainer = false
    isTarget = false
    isShift = false
  }
}
