#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
import SightlineScroll
public import SwiftUI

/// Tabs with paged content: the underline follows the finger exactly, choosing a tab moves the
/// content, paging selects and centres the tab. Every page stays alive and so keeps its own scroll
/// position.
///
/// ```swift
/// PagedTabs(["For you", "New"], selection: $tab) { Text($0) } page: { name in
///   ScrollView { Feed(name) }
/// }
/// ```
///
/// A label and a page are one view each, whatever their builders return. A strip of tabs that is
/// wider than the view can be dragged, and comes back when a page is turned. Horizontal drags turn
/// pages unless something on the page wants them: a carousel, a scroll view that can still scroll
/// that way, a slider, the actions of a row, pages within the page. Beyond the first and the last
/// page they are left to what is around.
///
/// ``SightlineScroll/PagerTabSync`` makes all decisions. Create the content of many or heavy pages
/// lazily.
///
/// VoiceOver finds the strip as a tab bar, with the tabs as buttons in reading order and the chosen
/// one selected: "New. Selected. Button." After it comes what is on the chosen page, and nothing of
/// the others.
public struct PagedTabs<Item: Hashable, Label: View, Page: View>: View {
  private let items: [Item]
  @Binding private var selection: Item
  private let label: (Item) -> Label
  private let page: (Item) -> Page
  @State private var pager = TabPager<Item>()
  @State private var width: CGFloat = 0
  @Environment(\.layoutDirection) private var direction
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  /// Creates tabs with a page each.
  ///
  /// - Parameters:
  ///   - items: what the tabs stand for, in reading order, each once.
  ///   - selection: the chosen one. It does not change while a finger turns pages.
  ///   - label: the label of a tab. Several views stand side by side.
  ///   - page: the page of a tab. Several views stand one below the other.
  public init(
    _ items: [Item], selection: Binding<Item>, @ViewBuilder label: @escaping (Item) -> Label,
    @ViewBuilder page: @escaping (Item) -> Page
  ) {
    self.items = items
    _selection = selection
    self.label = label
    self.page = page
  }

  /// The tabs above the pages.
  public var body: some View {
    VStack(spacing: 0) {
      tabs
      pages
    }
    // As wide as it is offered, not as wide as its contents were.
    .frame(minWidth: 0, maxWidth: .infinity, alignment: .leading)
    .onNewWidth { width = $0 }
    .onNewValue(of: Contents(items: items, width: width, direction: direction)) { _ in update() }
    .onNewValue(of: selection) { _ in update() }
    .onAppear(perform: update)
  }

  private struct Contents: Equatable {
    var items: [Item]
    var width: CGFloat
    var direction: LayoutDirection
  }

  // Positions count from the left in either direction, so these two are laid out that way.
  @MainActor
  private var tabs: some View {
    ZStack(alignment: .topLeading) {
      ForEach(Array(items.enumerated()), id: \.element) { index, item in
        Button {
          selection = item
        } label: {
          HStack { label(item) }.padding(.horizontal, 16).padding(.vertical, 12).fixedSize()
        }
        .buttonStyle(.plain)
        .environment(\.layoutDirection, direction)
        .foregroundColor(item == selection ? .accentColor : .secondary)
        .accessibilityAddTraits(item == selection ? .isSelected : [])
        .accessibilitySortPriority(-Double(index))
        .onNewWidth { width in
          apply { $0.measured(Double(width), of: item, at: MonotonicClock.now) }
        }
        .offset(x: pager.place(of: index)?.x ?? 0)
      }
    }
    .overlay(alignment: .bottomLeading) {
      if let underline = pager.underline {
        Capsule().fill(.tint)
          .frame(width: underline.width, height: 3)
          .offset(x: underline.x)
      }
    }
    .offset(x: -pager.tabsOffset)
    .frame(width: width > 0 ? width : nil, alignment: .leading)
    .clipped()
    .contentShape(Rectangle())
    .onHorizontalDrag(
      canMove: { pager.canMoveStrip($0, at: MonotonicClock.now) }, overButtons: true
    ) { event in
      apply { $0.dragStrip(event, at: MonotonicClock.now) }
    }
    .environment(\.layoutDirection, .leftToRight)
    .accessibilityElement(children: .contain)
    .accessibilityTabBar()
  }

  @MainActor
  private var pages: some View {
    HStack(spacing: 0) {
      ForEach(direction == .leftToRight ? items : items.reversed(), id: \.self) { item in
        VStack(spacing: 0) { page(item) }
          .environment(\.layoutDirection, direction)
          .frame(width: width)
          .accessibilityElement(children: .contain)
          .accessibilityHidden(item != selection)
      }
    }
    .offset(x: -pager.pageOffset)
    .frame(width: width > 0 ? width : nil, alignment: .leading)
    .clipped()
    .contentShape(Rectangle())
    .onHorizontalDrag {
      pager.canMovePages($0, at: MonotonicClock.now)
    } perform: { event in
      apply { $0.dragPages(event, at: MonotonicClock.now) }
    }
    .environment(\.layoutDirection, .leftToRight)
  }

  private func update() {
    apply {
      $0.update(
        items, selection: selection, viewportWidth: Double(width),
        direction: ReadingDirection(direction), at: MonotonicClock.now)
    }
  }

  private func apply(_ input: (inout TabPager<Item>) -> TabPager<Item>.Update) {
    var next = pager
    next.motion = MotionPreference(reduceMotion: reduceMotion)
    let update = input(&next)
    withAnimation(Animation(update.animation)) { pager = next }
    if let item = update.selection { selection = item }
  }
}

extension Animation {
  /// The pager's own animation, so that a finger catches what moves where it is seen.
  fileprivate init?<Item>(_ style: TabPager<Item>.AnimationStyle) {
    switch style {
    case .immediate: return nil
    case .easeInOut(let duration): self = .easeInOut(duration: duration.inSeconds)
    case .decelerating(let duration):
      let easing = Carousel.deceleration
      self = .timingCurve(easing.x1, easing.y1, easing.x2, easing.y2, duration: duration.inSeconds)
    }
  }
}

extension View {
  /// Marks an ordered list of tabs, where the system has a trait for it.
  @ViewBuilder
  func accessibilityTabBar() -> some View {
    if #available(iOS 17, macOS 14, tvOS 17, *) {
      accessibilityAddTraits(.isTabBar)
    } else {
      self
    }
  }
}

#if DEBUG
struct PagedTabs_Previews: PreviewProvider {
  private struct Example: View {
    @State private var tab = "For you"
    var body: some View {
      PagedTabs(["For you", "New", "Following"], selection: $tab) {
        Text($0)
      } page: { name in
        ScrollView { ForEach(0..<30, id: \.self) { Text("\(name) \($0)").padding() } }
      }
    }
  }

  static var previews: some View { Example() }
}
#endif
#endif
