public import SightlineCore

/// A model of the insets that apply: the distance from the start at the last movement.
public struct PlainInsets {
  /// The last geometry, as the host reported it.
  public private(set) var host: ScrollMetrics?
  /// Whether other insets apply than the host's.
  public private(set) var isHeld = false
  private var last: ScrollMetrics?

  /// Creates a model without a geometry.
  public init() {}

  /// Applies the insets of a geometry.
  public mutating func take(_ new: ScrollMetrics) -> ScrollMetrics {
    (host, last, isHeld) = (new, new, false)
    return new
  }

  /// Returns a geometry with the insets that apply.
  public mutating func seen(_ new: ScrollMetrics) -> ScrollMetrics {
    let (top, bottom) = (new.contentInsets.top, new.contentInsets.bottom)
    let range = new.contentSize.height + top + bottom - new.containerSize.height
    guard let last, last.containerSize == new.containerSize, range >= 0.5 else { return take(new) }
    host = new
    let held = last.contentInsets
    let step = new.contentOffset.y - last.contentOffset.y
    if abs(step) <= 0.5 {
      isHeld = held != new.contentInsets
      if !isHeld { return take(new) }
      self.last = with(held, new.scrolled(to: last.contentOffset))
      return with(held, new)
    }
    let distance = last.contentOffset.y + held.top
    let new = new.contentOffset.y + top
    guard let host else { return last }
    let applied = step > 0 ? max(distance, new) : min(distance, new)
    // Not by a sum, whose rounding would differ.
    let insets = LayoutInsets(
      top: abs(applied - new) <= 0.5 ? top : distance - host.contentOffset.y, bottom: bottom)
    isHeld = insets != host.contentInsets
    let seen = with(insets, host)
    self.last = seen
    return seen
  }

  private func with(_ insets: LayoutInsets, _ geometry: ScrollMetrics) -> ScrollMetrics {
    ScrollMetrics(
      contentOffset: geometry.contentOffset, contentSize: geometry.contentSize,
      containerSize: geometry.containerSize, contentInsets: insets)
  }
}
