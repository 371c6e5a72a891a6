#if canImport(SwiftUI) && !os(watchOS)
import SightlineCore
import SightlineHost
public import SightlineScroll
public import SwiftUI

extension View {
  /// Loads the next page when the end of the list comes near. Put it on the content of a scroll
  /// view or, with an item from the end, on a `List`.
  ///
  /// ```swift
  /// List(Array(items.enumerated()), id: \.element.id) { index, item in
  ///   Row(item).reachEndItem(index)
  /// }
  /// .onReachEnd(itemCount: items.count, when: .itemFromEnd(3)) { try await fetchPage() }
  /// ```
  ///
  /// One load at a time, checked again after the layout of its page, so that short pages follow
  /// each other until the screen is full. A load that throws is tried again when `itemCount`
  /// changes or the view appears anew, not in every frame.
  ///
  /// - Parameters:
  ///   - itemCount: how many items there are now.
  ///   - condition: when to load the next page; by default when 70 % of the content has been seen,
  ///     which needs nothing from the items. For an item from the end put `reachEndItem(_:)` on the
  ///     items.
  ///   - load: loads a page and adds it to the data; returns whether there are more.
  @MainActor
  public func onReachEnd(
    itemCount: Int, when condition: LoadMoreTrigger.Condition = .share(0.7),
    load: @escaping @MainActor () async throws -> Bool
  ) -> some View {
    modifier(OwnReachEndModifier(itemCount: itemCount, condition: condition, load: load))
  }

  /// Loads the next page when a trigger of the app's says so. The app can read what the trigger is
  /// waiting for, and retry a failed load.
  ///
  /// ```swift
  /// @State private var loading = LoadMoreTrigger(.itemFromEnd(3))
  ///
  /// ScrollView {
  ///   LazyVStack {
  ///     ForEach(Array(items.enumerated()), id: \.element.id) { index, item in
  ///       Row(item).reachEndItem(index)
  ///     }
  ///     if loading.state == .failed { Button("Try again") { loading.retry() } }
  ///   }
  ///   .onReachEnd(itemCount: items.count, loading: $loading) { try await fetchPage() }
  /// }
  /// ```
  ///
  /// A load begins whenever the trigger requests one, because of what shows or by its `retry()`.
  /// One that throws has failed and is tried again only when the app asks. One that ends because
  /// the view went off screen begins anew when it is back.
  ///
  /// - Parameters:
  ///   - itemCount: how many items there are now.
  ///   - loading: when to load. With a share put this on the scroll view's content; with an item
  ///     from the end, `reachEndItem(_:)` on the items.
  ///   - load: loads a page and adds it to the data; returns whether there are more.
  @MainActor
  public func onReachEnd(
    itemCount: Int, loading: Binding<LoadMoreTrigger>,
    load: @escaping @MainActor () async throws -> Bool
  ) -> some View {
    modifier(ReachEndModifier(itemCount: itemCount, trigger: loading, load: load))
  }

  /// Names the item that this view shows to the `onReachEnd` around it. Only the last few items are
  /// observed.
  ///
  /// - Parameter index: the item's place in the data, from 0.
  @MainActor
  public func reachEndItem(_ index: Int) -> some View {
    modifier(ReachEndItemModifier(index: index))
  }
}

/// Owns the trigger, and retries a failed load by itself.
@MainActor
private struct OwnReachEndModifier: ViewModifier {
  let itemCount: Int
  let load: @MainActor () async throws -> Bool
  @State private var trigger: LoadMoreTrigger

  init(
    itemCount: Int, condition: LoadMoreTrigger.Condition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.itemCount = itemCount
    self.load = load
    _trigger = State(initialValue: LoadMoreTrigger(condition))
  }

  func body(content: Content) -> some View {
    content
      .modifier(ReachEndModifier(itemCount: itemCount, trigger: $trigger, load: load))
      .onNewValue(of: itemCount) { _ in resetFailure() }
      .onAppear(perform: resetFailure)
  }

  private func resetFailure() {
    if trigger.state == .failed { trigger.reset() }
  }
}

@MainActor
private struct ReachEndModifier: ViewModifier {
  let itemCount: Int
  @Binding var trigger: LoadMoreTrigger
  let load: @MainActor () async throws -> Bool
  @State private var watch = ReachEndWatch()
  /// Raised for each successful load, whose items are on screen only after the next update.
  @State private var completedLoads = 0

  func body(content: Content) -> some View {
    content
      .environment(\.reachEndItems, items)
      .onEnclosingScroll(geometry: measured)
      // The value that is passed in is the new one; a captured one may be old.
      .onNewValue(
        of: Moment(itemCount: itemCount, state: trigger.state, completedLoads: completedLoads)
      ) {
        moment in change { watch.end.updated(&$0, itemCount: moment.itemCount) }
      }
      .task(id: trigger.loadNumber) { await runLoad() }
  }

  private struct Moment: Equatable {
    var itemCount: Int
    var state: LoadMoreTrigger.State
    var completedLoads: Int
  }

  private var items: ReachEndItems? {
    guard let first = trigger.condition.firstItem(of: itemCount) else { return nil }
    return ReachEndItems(first: first, watch: watch, changed: check)
  }

  /// For a share only: around a list itself there is no scroll view, or another one.
  private var measured: ((ScrollMetrics) -> Void)? {
    guard case .share = trigger.condition else { return nil }
    return { geometry in
      watch.end.measured(geometry, itemCount: itemCount)
      check()
    }
  }

  private func check() { change { watch.end.check(&$0, itemCount: itemCount) } }

  private func change(_ body: (inout LoadMoreTrigger) -> Bool) {
    var changed = trigger
    if body(&changed) { trigger = changed }
  }

  private func runLoad() async {
    guard let number = watch.end.beginLoad(trigger) else { return }
    do {
      let hasMore = try await load()
      watch.end.loaded(number, hasMore: hasMore)
      completedLoads += 1
    } catch {
      let isCancelled = Task.isCancelled
      change { watch.end.failed(number, isCancelled: isCancelled, &$0) }
    }
  }
}

/// What one `onReachEnd` has observed. None of it is displayed.
@MainActor
private final class ReachEndWatch {
  var end = ReachEnd()
}

/// What an `onReachEnd` passes to the items in it.
private struct ReachEndItems {
  /// The first item to observe.
  var first: Int
  var watch: ReachEndWatch
  var changed: @MainActor () -> Void
}

private struct ReachEndItemsKey: EnvironmentKey {
  static var defaultValue: ReachEndItems? { nil }
}

extension EnvironmentValues {
  fileprivate var reachEndItems: ReachEndItems? {
    get { self[ReachEndItemsKey.self] }
    set { self[ReachEndItemsKey.self] = newValue }
  }
}

@MainActor
private struct ReachEndItemModifier: ViewModifier {
  /// One item of one list.
  private struct Identity: Hashable {
    var list: ObjectIdentifier
    var index: Int
  }

  let index: Int
  @Environment(\.reachEndItems) private var items

  func body(content: Content) -> some View {
    // An overlay comes and goes without creating the item anew.
    content.overlay {
      if let items, index >= items.first {
        PlatformProbe(ProbeRepresentable(probe: probe(items)))
      }
    }
  }

  private func probe(_ items: ReachEndItems) -> Probe {
    let identity = Identity(list: ObjectIdentifier(items.watch), index: index)
    return Probe(id: identity, changes: .anyPixel) { isVisible in
      items.watch.end.itemChanged(index, isVisible: isVisible)
      items.changed()
    }
  }
}

#if DEBUG
struct ReachEnd_Previews: PreviewProvider {
  private struct Example: View {
    @State private var count = 5
    @State private var loading = LoadMoreTrigger(.itemFromEnd(3))
    var body: some View {
      ScrollView {
        LazyVStack {
          ForEach(0..<count, id: \.self) { Text("Item \($0)").padding().reachEndItem($0) }
          if loading.state == .failed { Button("Try again") { loading.retry() } }
        }
        .onReachEnd(itemCount: count, loading: $loading) {
          count += 10
          return count < 60
        }
      }
    }
  }

  static var previews: some View { Example() }
}
#endif
#endif
