/// A row of pages of equal width, which converts between scroll offsets and page progress.
///
/// Offsets are points from the left edge of the content. From right to left, the first page is the
/// rightmost one and has the greatest offset.
///
/// ```swift
/// let track = PageTrack(count: 3, pageWidth: 390)
/// track.progress(at: 195)        // 0.5
/// track.page(nearestTo: 0.6)     // 1
/// ```
public struct PageTrack: Hashable, Sendable {
  /// The number of pages.
  public let count: Int
  /// The width of a page in points; 0 while unknown.
  public let pageWidth: Double
  /// The reading direction.
  public let direction: ReadingDirection

  /// Creates a track. A negative count and a negative or non-finite width count as 0.
  public init(count: Int, pageWidth: Double, direction: ReadingDirection = .leftToRight) {
    self.count = max(0, count)
    self.pageWidth = pageWidth.asExtent
    self.direction = direction
  }

  /// Returns the offset in points for a progress: 0 for the first page, 0.5 halfway to the second.
  public func offset(at progress: Double) -> Double {
    guard count > 0 else { return 0 }
    return (direction == .leftToRight ? progress : Double(count - 1) - progress) * pageWidth
  }

  /// Returns the progress for an offset in points, even beyond the ends; 0 while pages have no
  /// width.
  public func progress(at offset: Double) -> Double {
    guard count > 0, pageWidth > 0, offset.isFinite else { return 0 }
    let pages = offset / pageWidth
    return direction == .leftToRight ? pages : Double(count - 1) - pages
  }

  /// Returns the page nearest to a progress, or `nil` without pages. Exactly halfway between two,
  /// the current one is preferred, so that a finger at rest there changes nothing.
  public func page(nearestTo progress: Double, current: Int? = nil) -> Int? {
    guard let position = PagePosition(progress, count: count) else { return nil }
    if position.fraction == 0.5 { return current == position.page ? position.page : position.next }
    return position.fraction < 0.5 ? position.page : position.next
  }
}
