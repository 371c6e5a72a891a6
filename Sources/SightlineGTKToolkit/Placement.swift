#if GTK && os(Linux)
internal import CSightlineGTK
public import SightlineCore

/// A child's position, size, scale and rotation in a custom widget.
///
/// Lengths are application pixels in the parent's coordinates, with y pointing down.
public struct Placement: Hashable, Sendable {
  /// The child's left edge before scaling and rotation.
  public var x: Double
  /// The child's top edge before scaling and rotation.
  public var y: Double
  /// The width, rounded to whole pixels and at least the child's minimum.
  public var width: Double
  /// The height, rounded like the width.
  public var height: Double
  /// The scale; 1 is the natural size.
  public var scale: Double
  /// The clockwise rotation in degrees.
  public var rotation: Double
  /// The fixed point of scaling and rotation, as fractions of the child's width and height.
  public var anchor = LayoutPoint(x: 0.5, y: 0.5)

  /// Creates a placement.
  public init(
    x: Double = 0, y: Double = 0, width: Double, height: Double, scale: Double = 1,
    rotation: Double = 0
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.scale = scale
    self.rotation = rotation
  }
}

extension CustomWidget {
  /// Allocates a child. Call it from the delegate's `allocate`. The position keeps fractions of a
  /// pixel for smooth slow motion.
  public static func place(_ child: WidgetPointer, _ placement: Placement) {
    // GTK requires measuring a child before allocating it, and caches the result.
    let leastWidth = child.room(along: GTK_ORIENTATION_HORIZONTAL).minimum
    let width = max(gint(leastWidth), pixels(placement.width))
    let leastHeight = child.room(along: GTK_ORIENTATION_VERTICAL, for: Int(width)).minimum
    let height = max(gint(leastHeight), pixels(placement.height))

    let anchor = (x: placement.anchor.x * Double(width), y: placement.anchor.y * Double(height))
    var transform: OpaquePointer?  // nil is the identity; each step consumes the previous one
    if placement.scale == 1 && placement.rotation == 0 {
      transform = translated(nil, placement.x, placement.y)
    } else {
      transform = translated(nil, placement.x + anchor.x, placement.y + anchor.y)
      transform = gsk_transform_rotate(transform, Float(placement.rotation))
      transform = gsk_transform_scale(transform, Float(placement.scale), Float(placement.scale))
      transform = translated(transform, -anchor.x, -anchor.y)
    }
    gtk_widget_allocate(child, width, height, -1, transform)
  }

  private static func translated(
    _ transform: OpaquePointer?, _ x: Double, _ y: Double
  ) -> OpaquePointer? {
    var offset = graphene_point_t(x: Float(x), y: Float(y))
    return gsk_transform_translate(transform, &offset)
  }

  private static func pixels(_ length: Double) -> gint {
    gint(max(0, min(length.rounded(), Double(gint.max))))
  }
}
#endif
