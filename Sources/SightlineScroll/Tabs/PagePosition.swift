/// A page progress, split into the page at or before it, the next page, and the fraction between
/// them.
struct PagePosition {
  /// The page at or before the progress.
  let page: Int
  /// The next page; the same page at the end.
  let next: Int
  /// The fraction of the way from `page` to `next`, in 0...1.
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

  /// Returns the value interpolated between those of the two pages; exact at both ends.
  func mix<Value: Interpolatable>(_ a: Value, _ b: Value) -> Value {
    a.interpolated(to: b, at: fraction)
  }
}
