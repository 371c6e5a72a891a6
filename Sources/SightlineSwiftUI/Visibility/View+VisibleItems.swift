#if canImport(SwiftUI) && !os(watchOS)
public import SightlineCore
import SightlineHost
public import SwiftUI

nonisolated extension View {
  /// Calls a closure with the ids of the visible items in this view whenever they change.
  ///
  /// ```swift
  /// ScrollView {
  ///   LazyVStack {
  ///     ForEach(items) { item in Card(item).visibilityItem(item.id) }
  ///   }
  /// }
  /// .onVisibleItemsChange(of: Item.ID.self, when: .fraction(0.7)) { visible = $0 }
  /// ```
  ///
  /// All changes of a frame make one call, at the same time as the closure of
  /// `onVisibilityChange(of:when:initial:perform:)`. Items with ids of other types do not count,
  /// and an item shown by several views counts once. When the view goes away, the set becomes
  /// empty.
  public func onVisibleItemsChange<ID: Hashable>(
    of type: ID.Type = ID.self, when rule: VisibilityRule? = nil,
    perform action: @escaping @MainActor (Set<ID>) -> Void
  ) -> some View {
    modifier(VisibleItemsModifier(rule: rule, action: action))
  }

  /// Does the same with a fraction of each item's area as the rule: `when: .fraction(threshold)`.
  public func onVisibleItemsChange<ID: Hashable>(
    of type: ID.Type = ID.self, threshold: Double,
    perform action: @escaping @MainActor (Set<ID>) -> Void
  ) -> some View {
    onVisibleItemsChange(of: type, when: .fraction(threshold), perform: action)
  }

  /// Identifies this view's item to all `onVisibleItemsChange` around it.
  public func visibilityItem(_ id: some Hashable) -> some View { marked(ItemMark(id: id)) }
}

private struct ItemMark: Hashable {
  let id: AnyHashable
}

private struct VisibleItemsModifier<ID: Hashable> {
  let rule: VisibilityRule?
  let action: @MainActor (Set<ID>) -> Void
  @State private var items = VisibleItems<ID>()
}

@MainActor
extension VisibleItemsModifier: ViewModifier {
  func body(content: Content) -> some View {
    items.action = action
    let container = ItemContainer(items, key: rule) { [items, rule] mark in
      guard let id = (mark.base as? ItemMark)?.id.base as? ID else { return nil }
      return .changes(rule, of: HashedID(AnyHashable(id))) {
        items.changed(id, isVisible: $1 == .visible)
      }
    }
    return content.transformEnvironment(\.itemContainers) { $0.append(container) }
  }
}

/// The visible items of a container, reported once the events of a frame have been delivered.
@MainActor
private final class VisibleItems<ID: Hashable> {
  var action: (@MainActor (Set<ID>) -> Void)?
  /// The number of lists in which each item is visible.
  private var counts: [ID: Int] = [:]
  private var reported: Set<ID> = []
  private var isReportDue = false

  nonisolated init() {}

  func changed(_ id: ID, isVisible: Bool) {
    let count = (counts[id] ?? 0) + (isVisible ? 1 : -1)
    counts[id] = count > 0 ? count : nil
    if isReportDue { return }
    isReportDue = true
    VisibilitySession.afterDelivery { self.report() }
  }

  private func report() {
    isReportDue = false
    let visible = Set(counts.keys)
    guard visible != reported else { return }
    reported = visible
    action?(visible)
  }
}
#endif
