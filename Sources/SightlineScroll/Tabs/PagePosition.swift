/// A page progress: two pages (at the end, the same one twice) and the fraction between them.
struct PagePosition {
  let page: Int
  let next: Int
  let fraction: Double

  /// Creates a position; `nil` without pages. Progress beyond the ends is clamped; NaN counts as 0.
  init?(_ progress: Double, count: Int) {
    guard count > 0 else { return nil }
    let last = Double(count - 1)
    let progress = progress.isNaN ? 0 : min(max(progress, 0), last)
    page = Int(progress)
    next = min(page + 1, count - 1)
    fraction = progress - Double(page)
  }
}
