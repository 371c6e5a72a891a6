import SightlineGTK
import SightlineGTKToolkit

/// The recipe apps write by hand: it measures a list's rows after each scroll, remembers the
/// visible ones, and uses a timer to report impressions.
///
/// It is the recipe of `docs/guides/migrating.md` for GTK, as found in apps and no worse: it
/// measures once per frame, after layout, skips hidden rows and forgets reused rows. Its mistakes
/// come from lists, carousels and sheets.
@MainActor
final class HandWrittenRecipe {
  var report: (Verdict.Event) -> Void = { _ in }
  private(set) var costs: [Duration] = []

  private let list: WeakObjectReference<WidgetPointer>
  private let fraction: Double
  private let dwell: Duration
  private var visible: Set<FeedItem> = []
  private var reported: Set<FeedItem> = []
  private var timers: [FeedItem: LoopSource] = [:]
  /// The first screen is measured before any scroll.
  private var needsCheck = true

  init(list: WidgetPointer, fraction: Double, dwell: Duration) {
    self.list = WeakObjectReference(list)
    self.fraction = fraction
    self.dwell = dwell
    // Also after the list's size or content changes.
    for signal in ["value-changed", "changed"] {
      Signal.connect(list.verticalAdjustment, signal) { [weak self] in self?.needsCheck = true }
    }
  }

  // MARK: Measuring

  /// Measures the bound rows after a frame, because they keep their positions until the list's
  /// layout.
  func frameEnded(_ rows: [FeedItem: WeakObjectReference<WidgetPointer>]) {
    if !needsCheck { return }
    needsCheck = false
    let begin = ContinuousClock.now
    var changes: [(FeedItem, isVisible: Bool)] = []
    for (item, row) in rows {
      guard let row = row.pointer else { continue }
      let isVisible = isVisible(row)
      if isVisible != visible.contains(item) { changes.append((item, isVisible)) }
    }
    costs.append(.now - begin)
    for (item, isVisible) in changes { set(item, isVisible) }
  }

  private func isVisible(_ row: WidgetPointer) -> Bool {
    guard let list = list.pointer, gtk_widget_get_mapped(row) != 0,
      gtk_widget_get_opacity(row) > 0.01, let bounds = row.bounds(in: list),
      let part = bounds.intersection(list.extent)
    else { return false }
    return part.area / bounds.area >= fraction
  }

  private func set(_ item: FeedItem, _ isVisible: Bool) {
    if isVisible {
      visible.insert(item)
      report(.entered(item))
      timers[item] = MainLoop.after(dwell) { [weak self] in
        self?.timers[item] = nil
        if self?.reported.insert(item).inserted == true { self?.report(.seen(item)) }
      }
    } else {
      visible.remove(item)
      timers.removeValue(forKey: item)?.cancel()
      report(.left(item))
    }
  }
}
