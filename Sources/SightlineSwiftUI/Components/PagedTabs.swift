#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
import SightlineScroll
public import SwiftUI

/// Tabs with paged content: the underline follows the finger exactly, choosing a tab moves the content,
/// paging selects and centres the tab. Every page stays alive and so keeps its own scroll position.
///
/// ```swift
/// PagedTabs(["For you", "New"], selection: $tab) { Text($0) } page: { name in
///   ScrollView { Feed(name) }
/// }
/// ```
///
/// All decisions are ``SightlineScroll/PagerTabSync``'s. For many or heavy pages, make their content
/// lazily.
public struct PagedTabs<Item: Hashable, Label: View, Page: View>: View {
  private let items: [Item]
  @Binding private var selection: Item
  private let label: (Item) -> Label
  private let page: (Item) -> Page
  @State private var sync: PagerTabSync?
  @State private var labelWidths: [Item: CGFloat] = [:]
  @State private var width: CGFloat = 0
  /// The content's offset when the finger began to move it.
  @State private var dragStart: Double?
  @Environment(\.layoutDirection) private var direction
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  /// Creates tabs with a page each.
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
    .onGeometryChange(for: CGFloat.self) {
      $0.size.width
    } action: {
      width = $0
    }
    .onNewValue(of: layout) { _ in relayout() }
    .onNewValue(of: selection) { _ in select(selection) }
    .onAppear(perform: relayout)
  }

  // Places count from the left whatever the direction, so these two are laid out that way.
  private var tabs: some View {
    ZStack(alignment: .topLeading) {
      ForEach(Array(items.enumerated()), id: \.element) { index, item in
        Button {
          selection = item
        } label: {
          label(item).padding(.horizontal, 16).padding(.vertical, 12).fixedSize()
        }
        .buttonStyle(.plain)
        .environment(\.layoutDirection, direction)
        .foregroundColor(item == selection ? .accentColor : .secondary)
        .accessibilityAddTraits(item == selection ? .isSelected : [])
        .onGeometryChange(for: CGFloat.self) {
          $0.size.width
        } action: {
          labelWidths[item] = $0
        }
        .offset(x: layout.strip.tabs.indices.contains(index) ? layout.strip.tabs[index].x : 0)
      }
    }
    .overlay(alignment: .bottomLeading) {
      if let underline = sync?.underline {
        Capsule().fill(.tint)
          .frame(width: underline.width, height: 3)
          .offset(x: underline.x)
      }
    }
    .offset(x: -(sync?.tabsOffset ?? 0))
    .frame(width: width > 0 ? width : nil, alignment: .leading)
    .clipped()
    .environment(\.layoutDirection, .leftToRight)
    .accessibilityElement(children: .contain)
  }

  private var pages: some View {
    HStack(spacing: 0) {
      ForEach(direction == .leftToRight ? items : items.reversed(), id: \.self) { item in
        page(item)
          .environment(\.layoutDirection, direction)
          .frame(width: width)
          .accessibilityHidden(item != selection)
      }
    }
    .offset(x: -(sync?.pageOffset ?? 0))
    .frame(width: width > 0 ? width : nil, alignment: .leading)
    .clipped()
    .contentShape(Rectangle())
    #if !os(tvOS)
    .simultaneousGesture(drag)
    #endif
    .environment(\.layoutDirection, .leftToRight)
  }

  private var layout: PagerTabSync.Layout {
    let direction = ReadingDirection(direction)
    return PagerTabSync.Layout(
      strip: TabStrip(
        widths: items.map { Double(labelWidths[$0] ?? 0) }, viewportWidth: Double(width),
        direction: direction), pageWidth: Double(width), direction: direction)
  }

  private func relayout() {
    guard width > 0 else { return }
    let index = items.firstIndex(of: selection) ?? 0
    guard var next = sync else {
      sync = PagerTabSync(layout: layout, selection: index)
      return
    }
    apply(next.update(layout, selection: index, at: MonotonicClock.now), to: &next)
  }

  private func select(_ item: Item) {
    guard var next = sync, let index = items.firstIndex(of: item), index != next.selection else {
      return
    }
    next.motion = MotionPreference(reduceMotion: reduceMotion)
    let update = next.select(index, at: MonotonicClock.now)
    apply(update, to: &next)
  }

  #if !os(tvOS)
  private var drag: some Gesture {
    DragGesture(minimumDistance: 12)
      .onChanged { value in
        let (x, y) = (value.translation.width, value.translation.height)
        guard var next = sync, dragStart != nil || abs(x) > abs(y) else { return }
        let start = dragStart ?? next.pageOffset
        if dragStart == nil { next.beginDragging() }
        dragStart = start
        let update = next.pagesScrolled(to: start - Double(x), at: MonotonicClock.now)
        // The binding changes when the finger is gone: until then it is where the drag began.
        apply(update, to: &next, selects: false)
      }
      .onEnded { value in
        guard dragStart != nil, var next = sync else { return }
        dragStart = nil
        next.motion = MotionPreference(reduceMotion: reduceMotion)
        let rest = value.predictedEndTranslation.width - value.translation.width
        let update = next.endDragging(velocity: -Double(rest) * 4, at: MonotonicClock.now)
        apply(update, to: &next)
      }
  }
  #endif

  private func apply(
    _ update: PagerTabSync.Update, to next: inout PagerTabSync, selects: Bool = true
  ) {
    // SwiftUI carries a move out: what the content reports is where it is going.
    if let move = update.pages { _ = next.pagesScrolled(to: move.offset, at: MonotonicClock.now) }
    if let move = update.tabs { next.tabsScrolled(to: move.offset) }
    let duration = max(update.pages?.duration ?? .zero, update.tabs?.duration ?? .zero)
    if duration > .zero {
      withAnimation(.easeInOut(duration: duration.seconds)) { sync = next }
    } else {
      sync = next
    }
    if selects, let index = next.selection, items.indices.contains(index), items[index] != selection
    {
      selection = items[index]
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
