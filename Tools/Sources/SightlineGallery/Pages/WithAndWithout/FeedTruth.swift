import SightlineGTKToolkit

/// The ground truth: after each frame, computes every item's area minus clipped and covered parts.
/// It shares no code with Sightline and is as slow as it is simple.
@MainActor
final class FeedTruth {
  private let fraction: Double
  private let dwell: Duration
  private let sheet: WeakObjectReference<WidgetPointer>
  private var begins: [FeedItem: ContinuousClock.Instant] = [:]
  /// Items visible long enough that they must have been seen, and items visible nearly as long,
  /// which may have been.
  private(set) var mustBeSeen: Set<FeedItem> = []
  private(set) var mayBeSeen: Set<FeedItem> = []

  /// Neither timers nor the times of frames are exact.
  private static let tolerance = Duration.milliseconds(60)

  init(fraction: Double, dwell: Duration, sheet: WidgetPointer) {
    self.fraction = fraction
    self.dwell = dwell
    self.sheet = WeakObjectReference(sheet)
  }

  var visible: Set<FeedItem> { Set(begins.keys) }

  /// Reads all items of a frame. Returns the items that entered and left.
  func read(
    _ items: [FeedItem: WeakObjectReference<WidgetPointer>]
  ) -> (entered: Set<FeedItem>, left: Set<FeedItem>) {
    catchUp()
    let cover = sheet.pointer.flatMap { gtk_widget_get_mapped($0) != 0 ? Self.bounds($0) : nil }
    let visible = Set(items.filter { $1.pointer.map { isVisible($0, under: cover) } ?? false }.keys)
    let before = self.visible
    let (entered, left) = (visible.subtracting(before), before.subtracting(visible))
    for item in left { begins[item] = nil }
    for item in entered { begins[item] = .now }
    return (entered, left)
  }

  /// Updates the visible times of the items.
  func catchUp() {
    let now = ContinuousClock.now
    for (item, begin) in begins {
      if now - begin >= dwell - Self.tolerance { mayBeSeen.insert(item) }
      if now - begin >= dwell + Self.tolerance { mustBeSeen.insert(item) }
    }
  }

  // MARK: Geometry

  private func isVisible(_ widget: WidgetPointer, under cover: graphene_rect_t?) -> Bool {
    guard gtk_widget_get_mapped(widget) != 0, let whole = Self.bounds(widget) else { return false }
    var part = whole
    for ancestor in widget.ancestors
    where gtk_widget_get_overflow(ancestor) == GTK_OVERFLOW_HIDDEN {
      guard let clip = Self.bounds(ancestor), let rest = Self.common(part, clip) else {
        return false
      }
      part = rest
    }
    let hidden = cover.flatMap { Self.common(part, $0) }.map(Self.area) ?? 0
    return (Self.area(part) - hidden) / Self.area(whole) >= fraction - 1e-6
  }

  private static func bounds(_ widget: WidgetPointer) -> graphene_rect_t? {
    var bounds = graphene_rect_t()
    guard let root = widget.root, gtk_widget_compute_bounds(widget, root, &bounds) != 0
    else { return nil }
    return bounds
  }

  private static func common(_ one: graphene_rect_t, _ other: graphene_rect_t) -> graphene_rect_t? {
    var (one, other, result) = (one, other, graphene_rect_t())
    return graphene_rect_intersection(&one, &other, &result) ? result : nil
  }

  private static func area(_ rect: graphene_rect_t) -> Double {
    Double(rect.size.width) * Double(rect.size.height)
  }
}
