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
}

/// The items observed under one rule in the window. Ids move between widgets, so the items are
/// observed and not the widgets.
@MainActor
final class ObservedItems {
  private static var all: [Subject: ObservedItems] = [:]

  let rows = RecycledRows<ObservedItem>()
  /// The latest closure of each item, kept until its last event.
  private var actions: [ObservedItem: @MainActor (Event) -> Void] = [:]
  private var boundCounts: [ObservedItem: Int] = [:]

  /// Returns the items under a rule for changes or crossings.
  static func under(_ subject: Subject) -> ObservedItems {
    if let known = all[subject] { return known }
    let items = ObservedItems(subject)
    all[subject] = items
    return items
  }

  private init(_ subject: Subject) {
    switch subject {
    case .changes(let rule):
      rows.changed(rule) { [self] item, state in call(item, .change(state == .visible)) }
    case .crossings(let rule):
      rows.crossed(rule) { [self] item, crossing in call(item, .crossing(crossing)) }
    case .impressions, .exposures: preconditionFailure("observed by their widgets")
    }
  }

  func setAction(_ action: @escaping @MainActor (Event) -> Void, for item: ObservedItem) {
    actions[item] = action
  }

  func bind(_ widget: WidgetPointer, to item: ObservedItem) {
    boundCounts[item, default: 0] += 1
    rows.bind(widget.assumingMemoryBound(to: GtkWidget.self), to: item)
  }

  /// Called when a widget shows another item, or is gone.
  func unbind(_ item: ObservedItem) {
    boundCounts[item, default: 1] -= 1
    if boundCounts[item] == 0 { boundCounts[item] = nil }
  }

  private func call(_ item: ObservedItem, _ event: Event) {
    actions[item]?(event)
    let isLast =
      switch event {
      case .change(let isVisible): !isVisible
      case .crossing(let crossing): !crossing.isVisible && crossing.threshold == 0
      case .impression, .exposure: false
      }
    if isLast, boundCounts[item] == nil { actions[item] = nil }
  }
}
