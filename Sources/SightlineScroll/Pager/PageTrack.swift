/// Pages of equal width side by side: their scroll offsets, and the progress that an offset shows.
///
/// Offsets are points from the left edge of the content, as toolkits report them. From right to
/// left the first page is the rightmost one and has the greatest offset.
///
/// ```swift
/// let track = PageTrack(count: 3, pageWidth: 390)
/// track.progress(at: 195)        // 0.5
/// track.page(nearestTo: 0.6)     // 1
/// ```
public struct PageTrack: Hashable, Sendable {
  /// How many pages there are.
  public let count: Int
  /// The width of a page in points; 0 while it is not known.
  public let pageWidth: Double
  /// At which end the first page is.
  public let direction: ReadingDirection

  /// Creates a track. A negative count counts as none; a width that is negative or not finite as 0.
  public init(count: Int, pageWidth: Double, direction: ReadingDirection = .leftToRight) {
    self.count = max(0, count)
    self.pageWidth = pageWidth.asExtent
    self.direction = direction
  }

  /// The offset in points that shows this progress: 0 for the first page, 0.5 halfway to the
  /// second.
  public func offset(at progress: Double) -> Double {
    guard count > 0 else { return 0 }
    return (direction == .leftToRight ? progress : Double(count - 1) - progress) * pageWidth
  }

  /// The progress that this offset in points shows. Beyond the ends it goes on, below 0 and above
  /// the last page. It is 0 where pages have no width and for an offset that is not finite.
  public func progress(at offset: Double) -> Double {
    guard count > 0, pageWidth > 0, offset.isFinite else { return 0 }
    let pages = offset / pageWidth
    return direction == .leftToRight ? pages : Double(count - 1) - pages
  }

  /// The page nearest to a progress, `nil` without pages.
  ///
  /// - Parameters:
  ///   - progress: how far along the pages.
  ///   - current: the page that counts exactly in the middle between two, so that a finger that
  ///     rests there changes nothing.
  public func page(nearestTo progress: Double, current: Int? = nil) -> Int? {
    guard let position = PagePosition(progress, count: count) else { return nil }
    if position.fraction == 0.5 { return current == position.page ? position.page : position.next }
    return position.fraction < 0.5 ? position.page : position.next
  }
}
