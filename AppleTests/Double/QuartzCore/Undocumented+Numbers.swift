public import CoreGraphics

/// Numbers that no source gives: tests run with each of two values.
///
/// Lengths of time are in nanoseconds.
extension Undocumented {
  /// Of a screen's transition without a finger.
  public static let transitionDuration: Int64 = usual ? 350_000_000 : 500_000_000
  /// Of the rest of a transition after the finger has been lifted.
  public static let transitionRest: Int64 = usual ? 200_000_000 : 300_000_000
  /// Until a dropped cell has faded.
  public static let fadeDuration: Int64 = usual ? 300_000_000 : 250_000_000
  /// Of an animated change of the content offset.
  public static let scrollDuration: Int64 = usual ? 300_000_000 : 350_000_000
  /// The velocity at which decelerating content stops, in points per second.
  public static let restVelocity: CGFloat = usual ? 10 : 6
  /// The velocity from which a finger turns a page, in points per second.
  public static let pagingVelocity: CGFloat = usual ? 300 : 250
  /// How far content follows a finger past its edge, as a share of the finger's distance.
  public static let giveAtEdges: CGFloat = usual ? 0.5 : 0.55
  /// The angular frequency of the critically damped spring at the edges of content.
  public static let edgeSpring: CGFloat = usual ? 12 : 10
  /// The distance from the edge at which that spring has come to rest.
  public static let edgeNearness: CGFloat = usual ? 0.5 : 0.3
  /// The distance that a finger moves before it is a pan.
  public static let panSlop: CGFloat = usual ? 10 : 12
  /// On AppKit: the height of a table's rows and of its header, by default.
  public static let tableRowHeight: CGFloat = usual ? 24 : 17
  public static let tableHeaderHeight: CGFloat = usual ? 28 : 23
  /// On AppKit: the length of a thick divider.
  public static let thickDivider: CGFloat = usual ? 9 : 6
  /// The number of items after the visible ones whose cells are prefetched.
  public static let prefetchedItems = usual ? 2 : 3
}
