#if GTK && os(Linux)
internal import CGTK

/// Where and how a custom widget shows a child.
///
/// Lengths are pixels of the application in the parent's coordinates, with y downwards.
public struct Placement: Hashable, Sendable {
  /// The child's left edge, before it is scaled and turned.
  public var x: Double
  /// The child's top edge, before it is scaled and turned.
  public var y: Double
  /// GTK gives children whole pixels: rounded, and no less than the child's minimum.
  public var width: Double
  /// As the width.
  public var height: Double
  /// 1 is the natural size.
  public var scale: Double
  /// Clockwise, in degrees.
  public var rotation: Double
  /// What stays in place when the child is scaled and turned, as fractions of its width and height.
  public var anchor: (x: Double, y: Double) {
    get { (anchorX, anchorY) }
    set { (anchorX, anchorY) = newValue }
  }
  private var anchorX = 0.5
  private var anchorY = 0.5

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
  /// Allocates a child. For use in `allocate` of the delegate. Fractions of a pixel stay in the
  /// position, so that slow motion is smooth.
  public static func place(_ child: WidgetPointer, _ placement: Placement) {
    // GTK insists on children being measured before they are allocated; it caches the answer.
    var minimumWidth: gint = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimumWidth, nil, nil, nil)
    let width = max(minimumWidth, pixels(placement.width))
    var minimumHeight: gint = 0
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &minimumHeight, nil, nil, nil)
    let height = max(minimumHeight, pixels(placement.height))

    let anchor = (x: placement.anchor.x * Double(width), y: placement.anchor.y * Double(height))
    let plain = placement.scale == 1 && placement.rotation == 0
    var transform: OpaquePointer?  // nil is the identity; each step takes over the one before
    if plain {
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
  )
    -> OpaquePointer?
  {
    var offset = graphene_point_t(x: Float(x), y: Float(y))
    return gsk_transform_translate(transform, &offset)
  }

  private static func pixels(_ length: Double) -> gint {
    gint(max(0, min(length.rounded(), Double(gint.max))))
  }
}
#endif
