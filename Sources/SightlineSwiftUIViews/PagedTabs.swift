#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

/// Tabs with paged content: the underline follows the finger exactly, choosing a tab moves the
/// content, and paging selects and centres the tab.
///
/// A page is built on its first visit: when it is chosen, or when a finger brings it into view.
/// From then on it stays alive and keeps its scroll position. `onAppear` and `task` run on the
/// first visit; the environment's `isPageShown` changes when the page is chosen and left. Pages
/// passed on the way to another one are not shown, and nothing on them is visible.
///
/// ```swift
/// PagedTabs(["For you", "New"], selection: $tab) { Text($0) } page: { name in
///   ScrollView { Feed(name) }
/// }
/// ```
///
/// A label and a page are one view each, regardless of the number of views from their builders. A
/// strip of tabs wider than the view can be dragged, and returns when a page is turned. Horizontal
/// drags turn pages unless something on the page handles them: a carousel, a scroll view that can
/// still scroll that way, a slider, the actions of a row, nested pages. Beyond the first and the
/// last page, drags are left to the enclosing views. A remote doesn't drag: the focus moves between
/// the tabs, which are buttons.
///
/// ``/SightlineScroll/TabPager`` makes all decisions. A frame of a movement evaluates no label
/// or page. A scroll view on a page extends below the bars at the bottom.
///
/// VoiceOver finds the strip as a tab bar, with the tabs as buttons in reading order and the
/// selected one marked: "New. Selected. Button." The content of the selected page follows, without
/// the other pages.
public struct PagedTabs<Item: Hashable, Label: View, Page: View> {
  private let items: [Item]
  private let hasStrip: Bool
  @Binding private var selection: Item
  /// The number of times the app has rejected the item chosen by a finger.
  @State private var refusalCount = 0
  private let label: @MainActor (Item) -> Label
  private let page: @MainActor (Item) -> Page
  /// Read during updates only by the views that move in each frame.
  @State private var pager = ItemTabPager<Item>()
  @State private var scene = ItemTabPager<Item>.Scene()
  @State private var width: CGFloat = 0
  @State private var bottomInset: CGFloat = 0
  @Environment(\.layoutDirection) private var direction
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  /// Creates tabs with a page each.
  ///
  /// - Parameters:
  ///   - items: the items of the tabs, in reading order, each once.
  ///   - selection: the selected item. It does not change while a finger turns pages.
  ///   - label: the label of a tab. Several views are placed side by side.
  ///   - page: the page of a tab. Several views are stacked vertically.
  public init(
    _ items: [Item], selection: Binding<Item>,
    @ViewBuilder label: @escaping @MainActor (Item) -> Label,
    @ViewBuilder page: @escaping @MainActor (Item) -> Page
  ) {
    self.items = items
    hasStrip = true
    _selection = selection
    self.label = label
    self.page = page
  }

  /// Creates pages without a strip of tabs, for an app with its own.
  public init(
    _ items: [Item], selection: Binding<Item>,
    @ViewBuilder page: @escaping @MainActor (Item) -> Page
  ) where Label == EmptyView {
    self.items = items
    hasStrip = false
    _selection = selection
    label = { _ in EmptyView() }
    self.page = page
  }
}

@MainActor
extension PagedTabs: View {
  /// The tabs above the pages.
  public var body: some View {
    VStack(spacing: 0) {
      if hasStrip { strip }
      track
    }
    .onNewWidth { width = $0 }
    .onNewValue(of: Contents(items: items, width: width, direction: direction)) { _ in update() }
    .onNewValue(of: selection) { _ in update() }
    .onNewValue(of: refusalCount) { _ in update() }
    .onAppear(perform: update)
  }

  private struct Contents: Equatable {
    var items: [Item]
    var width: CGFloat
    var direction: LayoutDirection
  }

  // Positions count from the left in either direction, so the strip and the track are laid out left
  // to right.
  private var strip: some View {
    let tabs = tabs
    return PagerFrames(pager: $pager) { pager, now in
      tabs.offset(x: -pager.tabsOffset(at: now))
    }
    .frame(minWidth: 0, maxWidth: .infinity, alignment: .leading)
    .clipped()
    .contentShape(Rectangle())
    .onHorizontalDrag(
      canMove: { pager.canMoveStrip($0, at: MonotonicClock.now) }, overButtons: true
    ) { event in
      apply {
        $0.dragStrip(event, at: MonotonicClock.now)
        return nil
      }
    }
    .environment(\.layoutDirection, .leftToRight)
    .accessibilityElement(children: .contain)
    .accessibilityTabBar()
  }

  private var tabs: some View {
    ZStack(alignment: .topLeading) {
      ForEach(onMainActor: Array(items.enumerated()), id: \.element) { index, item in
        Button {
          selection = item
        } label: {
          HStack { label(item) }.foregroundColor(item == selection ? .accentColor : .secondary)
            .padding(.horizontal, 16).padding(.vertical, 12).fixedSize()
        }
        .buttonStyle(.plain)
        .environment(\.layoutDirection, direction)
        .accessibilityAddTraits(item == selection ? .isSelected : [])
        .accessibilitySortPriority(-Double(index))
        .onNewWidth { width in
          apply { $0.measured(Double(width), of: item, at: MonotonicClock.now) }
        }
        .offset(x: scene.tabs.indices.contains(index) ? scene.tabs[index].x : 0)
      }
    }
    .overlay(alignment: .bottomLeading) {
      PagerFrames(pager: $pager) { pager, now in
        if let underline = pager.underline(at: now) {
          Capsule().fill(.tint)
            .frame(width: underline.width, height: 3)
            .offset(x: underline.x)
        }
      }
    }
  }

  private var track: some View {
    let pages = pages
    return PagerFrames(pager: $pager) { pager, now in
      pages.offset(x: -pager.pageOffset(at: now))
    }
    .frame(minWidth: 0, maxWidth: .infinity, alignment: .leading)
    // Scroll views draw beyond the safe area at the bottom, and take touches there.
    .clipShape(EdgeClip(edges: .horizontal))
    .contentShape(EdgeClip(edges: [.horizontal, .top], reach: bottomInset))
    .onGeometryChange(for: CGFloat.self, of: { $0.safeAreaInsets.bottom }) { bottomInset = $0 }
    .onHorizontalDrag {
      pager.canMovePages($0, at: MonotonicClock.now)
    } perform: { event in
      apply { $0.dragPages(event, at: MonotonicClock.now) }
    }
    .environment(\.layoutDirection, .leftToRight)
  }

  private var pages: some View {
    ZStack(alignment: .topLeading) {
      ForEach(onMainActor: builtPages, id: \.item) { built in
        let isChosen = built.item == selection
        VStack(spacing: 0) { page(built.item) }
          .modifier(ItemListModifier())
          .environment(\.layoutDirection, direction)
          .environment(\.isPageShown, isChosen)
          .frame(minWidth: 0, maxWidth: .infinity)
          .modifier(NamedContent(isShown: isChosen))
          .opacity(built.isShown ? 1 : 0)
          .accessibilityElement(children: .contain)
          .accessibilityHidden(!isChosen)
          .offset(x: built.x)
      }
    }
  }

  /// The pages to build. The first update has no scene yet, only the selected page to lay out.
  private var builtPages: [ItemTabPager<Item>.Scene.Page] {
    if !scene.pages.isEmpty { return scene.pages.filter { items.contains($0.item) } }
    return items.contains(selection)
      ? [ItemTabPager<Item>.Scene.Page(item: selection, x: 0, isShown: true)] : []
  }

  private func update() {
    apply {
      $0.update(
        items, selection: selection, viewportWidth: Double(width),
        direction: ReadingDirection(direction), at: MonotonicClock.now)
    }
  }

  /// Applies an input, which may return a new selection.
  private func apply(_ input: (inout ItemTabPager<Item>) -> Item?) {
    var next = pager
    next.motion = MotionPreference(reduceMotion: reduceMotion)
    let item = input(&next)
    pager = next
    if scene != next.scene { scene = next.scene }
    guard let item else { return }
    selection = item
    // The app may keep another tab, or accept this one a little later.
    CommitAction {
      if selection != item && items.contains(selection) { refusalCount += 1 }
    }.request()
  }
}

/// Follows a pager in each frame in which any part of it moves.
private struct PagerFrames<Item: Hashable, Content: View> {
  @Binding var pager: ItemTabPager<Item>
  @ViewBuilder let content: @MainActor (ItemTabPager<Item>, MonotonicTime) -> Content
}

@MainActor
extension PagerFrames: View {
  var body: some View {
    let pager = pager
    TimelineView(FrameSchedule { pager.nextFrame(after: $0) }) { _ in
      content(pager, MonotonicClock.now)
    }
  }
}

/// Marks the shown page's scroll view as the one that bars follow.
private struct NamedContent {
  let isShown: Bool
}

@MainActor
extension NamedContent: ViewModifier {
  func body(content: Content) -> some View {
    #if canImport(UIKit)
    content.background(PlatformProbe(ContentScrollRepresentable(isShown: isShown)))
    #else
    content
    #endif
  }
}

#if canImport(UIKit)
private struct ContentScrollRepresentable {
  let isShown: Bool
}

@MainActor
extension ContentScrollRepresentable: PlatformRepresentable {
  typealias Shown = ContentScrollProbe

  func make(_ coordinator: Void) -> ContentScrollProbe { ContentScrollProbe() }
  func update(_ view: ContentScrollProbe, _ coordinator: Void) { view.isShown = isShown }
}
#endif

private struct IsPageShownKey: EnvironmentKey {
  static var defaultValue: Bool { true }
}

extension EnvironmentValues {
  /// Whether the enclosing page of `PagedTabs` is selected; `true` outside `PagedTabs`. It stays
  /// the same while a finger turns pages.
  ///
  /// ```swift
  /// @Environment(\.isPageShown) private var isShown
  /// var body: some View {
  ///   Player().onChange(of: isShown) { isShown in … }
  /// }
  /// ```
  public internal(set) var isPageShown: Bool {
    get { self[IsPageShownKey.self] }
    set { self[IsPageShownKey.self] = newValue }
  }
}

nonisolated extension View {
  /// Marks an ordered list of tabs, if the system has a trait for it.
  @ViewBuilder
  func accessibilityTabBar() -> some View {
    if #available(iOS 17, macOS 14, tvOS 17, *) {
      accessibilityAddTraits(.isTabBar)
    } else {
      self
    }
  }
}
#endif
