import CSightlineGTK
import SightlineCore
import SightlineGTK
import SightlineHost

/// The events of one modifier.
enum Event {
  case crossing(VisibilityCrossing)
  case change(Bool)
  case impression(Impression)
  case exposure(ExposureEvent)

  /// The threshold that the event opens or closes, if any.
  var threshold: Int? {
    switch self {
    case .crossing(let crossing): crossing.threshold
    case .change: 0
    // An exposure belongs to the id and continues in the view that shows it now.
    case .exposure, .impression: nil
    }
  }

  /// The event that closes this one if its view shows another item; `nil` if it is not open.
  @MainActor var closing: Event? {
    switch self {
    case .change(true): return .change(false)
    case .crossing(var crossing) where crossing.isVisible:
      (crossing.visibility, crossing.reason) = (.invisible, .removed)
      // The hosts' clock is GLib's.
      crossing.time = MonotonicTime(nanoseconds: Int64(g_get_monotonic_time()) * 1_000)
      return .crossing(crossing)
    case .change, .crossing, .exposure, .impression: return nil
    }
  }
}

/// The subject of a modifier.
enum Subject: Hashable {
  case changes(VisibilityRule)
  case crossings(VisibilityRule)
  case impressions(ImpressionPolicy)
  case exposures(VisibilityRule)
}

/// The identity of an item: its id, and the call site where that is part of it.
struct ObservedItem: Hashable {
  var id: AnyHashable
  var site: String?

  init(_ id: some Hashable) { self.id = AnyHashable(id) }

  init(_ id: some Hashable, _ file: StaticString, _ line: UInt) {
    self.id = AnyHashable(id)
    site = "\(file):\(line)"
  }

  /// The identity in the session: the id, if the call site is not part of it.
  var key: AnyHashable { site == nil ? id : AnyHashable(self) }
}

/// The items observed under one rule or policy in the window. Ids move between widgets, so the
/// items are observed, not the widgets.
@MainActor
final class ObservedItems {
  private static var all: [Subject: ObservedItems] = [:]

  private let rows = ItemVisibility<AnyHashable>()
  /// The latest closure of each item, kept until its last event.
  private var actions: [AnyHashable: @MainActor (Event) -> Void] = [:]
  private var boundCounts: [AnyHashable: Int] = [:]
  /// Whether an item may have a last event after its last widget is gone.
  private let hasLastEvents: Bool

  /// Returns the items under a rule or policy.
  static func under(_ subject: Subject) -> ObservedItems {
    if let existing = all[subject] { return existing }
    let items = ObservedItems(subject)
    all[subject] = items
    return items
  }

  private init(_ subject: Subject) {
    if case .impressions = subject { hasLastEvents = false } else { hasLastEvents = true }
    switch subject {
    case .changes(let rule):
      rows.changed(rule) { [self] item, state in call(item, .change(state == .visible)) }
    case .crossings(let rule):
      rows.crossed(rule) { [self] item, crossing in call(item, .crossing(crossing)) }
    case .impressions(let policy):
      rows.impression(policy) { [self] item, impression in call(item, .impression(impression)) }
    case .exposures(let rule):
      rows.exposure(rule) { [self] item, exposure in call(item, .exposure(exposure)) }
    }
  }

  func setAction(_ action: @escaping @MainActor (Event) -> Void, for item: ObservedItem) {
    actions[item.key] = action
  }

  func bind(_ widget: WidgetPointer, to item: ObservedItem) {
    boundCounts[item.key, default: 0] += 1
    rows.bind(widget.assumingMemoryBound(to: GtkWidget.self), to: item.key)
  }

  /// Called when a widget shows another item, or is gone.
  func unbind(_ item: ObservedItem) {
    let count = boundCounts[item.key, default: 1] - 1
    boundCounts[item.key] = count > 0 ? count : nil
    if count == 0, !hasLastEvents { actions[item.key] = nil }
  }

  private func call(_ item: AnyHashable, _ event: Event) {
    actions[item]?(event)
    let isLast =
      switch event {
      case .change(let isVisible): !isVisible
      case .crossing(let crossing): !crossing.isVisible && crossing.threshold == 0
      case .exposure(let exposure): !exposure.isVisible
      case .impression: false
      }
    if isLast, boundCounts[item] == nil { actions[item] = nil }
  }
}
