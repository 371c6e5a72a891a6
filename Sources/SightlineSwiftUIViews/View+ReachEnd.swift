#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineAppleViews
import SightlineCore
import SightlineHost
public import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

nonisolated extension View {
  /// Loads the next page when the end of the list comes near. Apply it to the content of a scroll
  /// view or, with an item from the end, to a `List`.
  ///
  /// ```swift
  /// List(Array(items.enumerated()), id: \.element.id) { index, item in
  ///   Row(item).reachEndItem(index)
  /// }
  /// .onReachEnd(itemCount: items.count, when: .itemFromEnd(3)) { try await fetchPage() }
  /// ```
  ///
  /// The engine decides whether the end is visible: a list that is hidden, covered or scrolled out
  /// of view loads nothing. There is one load at a time. The list is checked again after the layout
  /// of its page, so short pages follow each other until the screen is full, and empty ones after a
  /// back-off. A load that throws is tried again when `itemCount` changes or the view appears
  /// again, not in every frame. An empty list starts over by itself; replacing one list by another
  /// requires an id.
  ///
  /// - Parameters:
  ///   - itemCount: the current number of items.
  ///   - id: the request that the items answer, such as a query or the number of refreshes. A new
  ///     one starts over, even after the last page, and cancels a running load. Change it together
  ///     with the items: those on screen are checked immediately.
  ///   - condition: when to load the next page; by default when 70 % of the content has been seen
  ///     along the scrolled axis, which needs no modifier on the items. For an item from the end,
  ///     apply `reachEndItem(_:)` to the items.
  ///   - load: loads a page and adds it to the data; returns whether there are more.
  public func onReachEnd(
    itemCount: Int, id: AnyHashable? = nil,
    when condition: LoadMoreTrigger.Condition = .share(0.7),
    load: @escaping @MainActor () async throws -> Bool
  ) -> some View {
    let trigger = LoadMoreTrigger(condition)
    return modifier(
      OwnReachEndModifier(itemCount: itemCount, id: id, trigger: trigger, load: load))
  }

  /// Loads the next page when the app's own trigger requests it. The app can read the trigger's
  /// state, and retry a failed load.
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
  /// A load that throws has failed, and is retried only by the app. A load that ends because the
  /// view went off screen begins again when the end is visible again. When the list's data is
  /// replaced, call the trigger's `reset()`, which cancels a running load; an empty list does so by
  /// itself.
  ///
  /// - Parameters:
  ///   - itemCount: the current number of items.
  ///   - loading: the trigger. With a share, apply this modifier to the scroll view's content; with
  ///     an item from the end, apply `reachEndItem(_:)` to the items.
  ///   - load: loads a page and adds it to the data; returns whether there are more.
  public func onReachEnd(
    itemCount: Int, loading: Binding<LoadMoreTrigger>,
    load: @escaping @MainActor () async throws -> Bool
  ) -> some View {
    modifier(ReachEndModifier(itemCount: itemCount, trigger: loading, load: load))
  }

  /// Identifies this view's item to the enclosing `onReachEnd`, by its position in the data, from
  /// 0. Only the last few items are observed. In a chat that grows at its start, count from its
  /// end: 0 is the newest message.
  public func reachEndItem(_ index: Int) -> some View {
    marked(EndMark(index: index))
  }
}

/// Owns the trigger, and retries a failed load automatically.
private struct OwnReachEndModifier {
  let itemCount: Int
  let id: AnyHashable?
  let condition: LoadMoreTrigger.Condition
  let load: @MainActor () async throws -> Bool
  @State private var trigger: LoadMoreTrigger

  init(
    itemCount: Int, id: AnyHashable?, trigger: LoadMoreTrigger,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.itemCount = itemCount
    self.id = id
    condition = trigger.condition
    self.load = load
    _trigger = State(initialValue: trigger)
  }
}

@MainActor
extension OwnReachEndModifier: ViewModifier {
  func body(content: Content) -> some View {
    content
      .modifier(ReachEndModifier(itemCount: itemCount, trigger: $trigger, load: load))
      .onNewValue(of: itemCount) { _ in resetFailure() }
      .onNewValue(of: id) { _ in trigger.reset() }
      .onNewValue(of: condition) { trigger.condition = $0 }
      .onAppear(perform: resetFailure)
  }

  private func resetFailure() {
    if trigger.state == .failed { trigger.reset() }
  }
}

private struct ReachEndModifier {
  let itemCount: Int
  @Binding var trigger: LoadMoreTrigger
  let load: @MainActor () async throws -> Bool
  @State private var watch = ReachEndWatch()
  @Environment(\.layoutDirection) private var direction
  /// Incremented for each successful load, whose items are on screen only after the next update.
  @State private var completedLoads = 0
}

@MainActor
extension ReachEndModifier: ViewModifier {
  func body(content: Content) -> some View {
    watch.take(itemCount: itemCount, $trigger, $completedLoads, load)
    watch.direction = ReadingDirection(direction)
    return
      content
      .transformEnvironment(\.itemContainers) { containers in
        containers.removeAll { $0.owner is ReachEndWatch }
        if let observer { containers.append(observer) }
      }
      .background(PlatformProbe(ShareRepresentable(watch: watch)))
      .onNewValue(
        of: Moment(itemCount: itemCount, trigger: trigger, completedLoads: completedLoads)
      ) { _ in watch.updated() }
      .task(id: trigger.loadNumber) { [watch, number = trigger.loadNumber] in
        await watch.loader.work(number)()
      }
  }

  private struct Moment: Equatable {
    var itemCount: Int
    var trigger: LoadMoreTrigger
    var completedLoads: Int
  }

  /// Observes the last items, and changes only with them, so an update does not affect the rows.
  private var observer: ItemContainer? {
    guard let first = trigger.condition.firstItem(of: itemCount) else { return nil }
    return ItemContainer(watch, key: first) { [watch] mark in
      guard let index = (mark.base as? EndMark)?.index, index >= first else { return nil }
      return .changes(.anyPixel, of: HashedID(mark)) {
        watch.itemChanged(index, isVisible: $1 == .visible)
      }
    }
  }
}

/// The observations of one `onReachEnd`, kept as the modifier's state. Holds the binding instead of
/// the modifier.
@MainActor
private final class ReachEndWatch {
  /// A view in the content, to find its scroll view.
  private(set) lazy var view = SentinelView()
  var direction = ReadingDirection.leftToRight
  private var itemCount = 0
  private var visibleItems: Set<Int> = []
  private var load: (@MainActor () async throws -> Bool)?
  private var turn: AppHost.TurnAction?
  private lazy var end = EndObserver { [weak self] in self?.check(isEndVisible: true) }
  private(set) lazy var loader = PageLoader(
    LoadMoreTrigger.defaultCondition,
    itemCount: { nil }, wantsCheck: { AppHost.shared.requestTurn() }, after: DeadlineTimer.after,
    load: { [weak self] in try await self?.load?() ?? false })

  nonisolated init() {}

  /// Stores the values of a view update.
  func take(
    itemCount: Int, _ trigger: Binding<LoadMoreTrigger>, _ completedLoads: Binding<Int>,
    _ load: @escaping @MainActor () async throws -> Bool
  ) {
    self.itemCount = itemCount
    self.load = load
    loader.storage = ({ trigger.wrappedValue }, { trigger.wrappedValue = $0 })
    loader.completed = { completedLoads.wrappedValue += 1 }
    view.windowChanged = { [weak self] in self?.windowChanged() }
  }

  /// Handles an update of the view.
  func updated() {
    loader.updated(itemCount: itemCount)
    checkItems()
    AppHost.shared.requestTurn()
  }

  func itemChanged(_ index: Int, isVisible: Bool) {
    if isVisible { visibleItems.insert(index) } else { visibleItems.remove(index) }
    checkItems()
  }

  private func checkItems() {
    guard let first = loader.trigger.condition.firstItem(of: itemCount) else { return }
    // The others are no longer observed.
    visibleItems = visibleItems.filter { $0 >= first }
    if visibleItems.contains(where: { $0 < itemCount }) { check(isEndVisible: true) }
  }

  private func check(isEndVisible: Bool) {
    end.stop()
    loader.check(itemCount: itemCount, isEndVisible: isEndVisible)
  }

  private func windowChanged() {
    turn = view.window == nil ? nil : turn ?? AppHost.shared.onTurn { [weak self] in self?.arm() }
    AppHost.shared.requestTurn()
  }

  /// Observes the part of the content beyond a share, after its layout.
  private func arm() {
    guard itemCount > 0, loader.state == .ready, let scrollView = view.enclosingScrollView
    else { return end.stop() }
    end.observe(
      loader.trigger.condition, of: scrollView, ScrollMetrics(scrollView), direction, in: view)
  }
}

private struct ShareRepresentable {
  let watch: ReachEndWatch
}

@MainActor
extension ShareRepresentable: PlatformRepresentable {
  typealias Shown = SentinelView

  func makeCoordinator() -> ReachEndWatch { watch }

  func make(_ watch: ReachEndWatch) -> SentinelView { watch.view }
}

/// The position of an item in the data.
private struct EndMark: Hashable {
  var index: Int
}
#endif
