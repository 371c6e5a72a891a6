/// A page progress, split into the page at or before it, the next one, and how far it is between
/// them.
struct PagePosition {
  /// The page at or before the progress.
  let page: Int
  /// The page after it; the same one at the end.
  let next: Int
  /// How far from `page` to `next`, in 0...1.
  let fraction: Double

  /// `nil` without pages. A progress beyond the ends counts as the end, NaN as 0.
  init?(_ progress: Double, count: Int) {
    guard count > 0 else { return nil }
    let last = Double(count - 1)
    let progress = progress.isNaN ? 0 : min(max(progress, 0), last)
    page = Int(progress)
    next = min(page + 1, count - 1)
    fraction = progress - Double(page)
  }

  /// The interpolated value between those of the two pages; exact at both ends.
  func mix<Value: Interpolatable>(_ a: Value, _ b: Value) -> Value {
    a.interpolated(to: b, at: fraction)
  }
}
