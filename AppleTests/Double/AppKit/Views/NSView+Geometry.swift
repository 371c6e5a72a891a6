import QuartzCore

extension NSView {
  public var frame: CGRect {
    get {
      NSView.frameReads += 1
      return storedFrame
    }
    set {
      guard newValue != storedFrame else { return }
      let (old, oldBounds) = (storedFrame.size, storedBounds.size)
      storedFrame = newValue
      if newValue.size != old {
        // Scaled bounds keep their scale.
        storedBounds.size = CGSize(
          width: scaled(oldBounds.width, from: old.width, to: newValue.width),
          height: scaled(oldBounds.height, from: old.height, to: newValue.height))
        resized(from: Undocumented.boundsResizeSubviews ? oldBounds : old)
      }
      CATransaction.shared.setNeedsCommit()
      if postsFrameChangedNotifications { post(NSView.frameDidChangeNotification) }
      superview?.subviewFrameChanged(self)
    }
  }

  private func scaled(_ length: CGFloat, from old: CGFloat, to new: CGFloat) -> CGFloat {
    old == 0 ? new : length * new / old
  }

  /// With turned bounds, the rectangle in their coordinates that contains the frame. Witness:
  /// GNUstep's tests "checked against AppKit": of 100×100 turned by 30°, (0, −50, 136.6, 136.6).
  public var bounds: CGRect {
    get {
      storedBoundsRotation == 0
        ? storedBounds : storedBounds.applying(boundsTurn.inverted())
    }
    set {
      guard newValue != storedBounds else { return }
      let old = storedBounds.size
      storedBounds = newValue
      if newValue.size != old {
        if Undocumented.boundsResizeSubviews { resized(from: old) } else { needsLayout = true }
      }
      CATransaction.shared.setNeedsCommit()
      if postsBoundsChangedNotifications { post(NSView.boundsDidChangeNotification) }
    }
  }

  public func setFrameOrigin(_ origin: NSPoint) { frame.origin = origin }
  public func setFrameSize(_ size: NSSize) { frame.size = size }
  public func setBoundsOrigin(_ origin: NSPoint) { bounds.origin = origin }
  public func setBoundsSize(_ size: NSSize) { bounds.size = size }

  /// The rotation in degrees, about the frame's origin, above −180 and up to 180. Witness:
  /// GNUstep's tests "checked against AppKit": 405 reads 45, 360 reads 0, −45 stays.
  public var frameRotation: CGFloat {
    get { storedRotation }
    set {
      let turned = newValue.truncatingRemainder(dividingBy: 360)
      storedRotation = turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned
      CATransaction.shared.setNeedsCommit()
      if postsFrameChangedNotifications { post(NSView.frameDidChangeNotification) }
    }
  }

  /// The rotation of the coordinates in it, in degrees; its frame stays. Witness: as for `bounds`.
  public var boundsRotation: CGFloat {
    get { storedBoundsRotation }
    set {
      storedBoundsRotation = newValue
      CATransaction.shared.setNeedsCommit()
      if postsBoundsChangedNotifications { post(NSView.boundsDidChangeNotification) }
    }
  }

  private var boundsTurn: CGAffineTransform {
    CGAffineTransform(rotationAngle: storedBoundsRotation * .pi / 180)
  }

  /// Apple: true if the view or an ancestor has ever been turned.
  public var isRotatedFromBase: Bool {
    storedRotation != 0 || storedBoundsRotation != 0 || superview?.isRotatedFromBase ?? false
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }

  // MARK: Conversion

  /// The transform from the view's own coordinates to its parent's, or to those of its window,
  /// which point up.
  private var toSuperview: CGAffineTransform {
    let (frame, bounds) = (storedFrame, storedBounds)
    let scale = CGSize(
      width: bounds.width == 0 ? 1 : frame.width / bounds.width,
      height: bounds.height == 0 ? 1 : frame.height / bounds.height)
    let turn = storedBoundsRotation == 0 ? .identity : boundsTurn
    var result =
      turn
      .concatenating(CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY))
      .concatenating(CGAffineTransform(scaleX: scale.width, y: scale.height))
    if isFlipped != (superview?.isFlipped ?? false) {
      result = result.concatenating(
        CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: frame.height))
    }
    if storedRotation != 0 {
      result = result.concatenating(
        CGAffineTransform(rotationAngle: storedRotation * .pi / 180))
    }
    return result.concatenating(CGAffineTransform(translationX: frame.minX, y: frame.minY))
  }

  private var toWindow: CGAffineTransform {
    var result = toSuperview
    var current = superview
    while let view = current {
      result = result.concatenating(view.toSuperview)
      current = view.superview
    }
    return result
  }

  /// Returns the transform to another view, or to the window if it is `nil`.
  private func transform(to other: NSView?) -> CGAffineTransform {
    toWindow.concatenating(other.map { $0.toWindow.inverted() } ?? .identity)
  }

  public func convert(_ point: NSPoint, to view: NSView?) -> NSPoint {
    point.applying(transform(to: view))
  }

  public func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
    point.applying(transform(to: view).inverted())
  }

  public func convert(_ rect: NSRect, to view: NSView?) -> NSRect {
    rect.applying(transform(to: view))
  }

  public func convert(_ rect: NSRect, from view: NSView?) -> NSRect {
    rect.applying(transform(to: view).inverted())
  }

  /// The part of the view that its ancestors do not clip. Without a window it has no bounds.
  /// Witness: GNUstep's tests "checked against AppKit": its origin is −CGFLOAT_MAX / 2, its size
  /// CGFLOAT_MAX; zero in a hidden view.
  public var visibleRect: NSRect {
    guard !isHiddenOrHasHiddenAncestor else { return .zero }
    guard window != nil else {
      let (start, length) = (-CGFloat.greatestFiniteMagnitude / 2, CGFloat.greatestFiniteMagnitude)
      return CGRect(x: start, y: start, width: length, height: length)
    }
    var area = bounds
    var ancestor = superview
    while let current = ancestor {
      area = area.intersection(convert(current.bounds, from: current))
      ancestor = current.superview
    }
    return area.isNull ? .zero : area
  }

  /// The part of the view that the title bar covers.
  public var safeAreaInsets: NSEdgeInsets {
    guard let window else { return NSEdgeInsets() }
    let place = convert(bounds, to: nil)
    let (area, frame) = (window.contentLayoutRect, window.frame.size)
    return NSEdgeInsets(
      top: max(0, min(place.maxY, frame.height) - area.maxY), left: 0,
      bottom: max(0, area.minY - max(0, place.minY)), right: 0)
  }

  // MARK: Resizing

  private func resized(from old: CGSize) {
    if autoresizesSubviews { resizeSubviews(withOldSize: old) }
    needsLayout = true
  }
}
