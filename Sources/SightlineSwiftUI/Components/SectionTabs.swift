#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineCore
import SightlineScroll
public import SwiftUI

/// Tabs over one long scroll: scrolling moves the selected tab, tapping a tab scrolls to its section.
///
/// All decisions are ``SightlineScroll/SectionSpy``'s: the selected section is the last one whose top has
/// reached the bar; a scroll to a section selects it at once and nothing on the way.
public struct SectionTabs<Section: Hashable, Label: View, Content: View>: View {
  private let sections: [Section]
  private let label: (Section) -> Label
  private let content: (Section) -> Content
  @State private var tops: [Section: CGFloat] = [:]
  @State private var geometry = ScrollMetrics(
    contentSize: .zero, containerSize: .zero)
  @State private var spy = SectionSpy(
    layout: SectionSpy.Layout(tops: [], contentHeight: 0, viewportHeight: 0))
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  /// Creates tabs above a scroll view with a part for each.
  public init(
    _ sections: [Section], @ViewBuilder label: @escaping (Section) -> Label,
    @ViewBuilder content: @escaping (Section) -> Content
  ) {
    self.sections = sections
    self.label = label
    self.content = content
  }

  /// The tabs above the scroll view.
  public var body: some View {
    ScrollViewReader { scroll in
      VStack(spacing: 0) {
        bar(scroll)
        ScrollView {
          VStack(alignment: .leading, spacing: 0) {
            ForEach(sections, id: \.self) { section in
              content(section)
                .frame(maxWidth: .infinity, alignment: .leading)
                .onGeometryChange(for: CGFloat.self) {
                  $0.frame(in: .named(SectionTabsSpace.name)).minY
                } action: {
                  tops[section] = $0
                }
                .id(section)
            }
          }
          .coordinateSpace(name: SectionTabsSpace.name)
          .onEnclosingScroll(geometry: scrolled, phase: phaseChanged)
        }
      }
    }
    .onNewValue(of: layout) { _ in _ = spy.update(layout, at: MonotonicClock.now) }
  }

  private func bar(_ scroll: ScrollViewProxy) -> some View {
    ScrollView(.horizontal, showsIndicators: false) {
      HStack(spacing: 0) {
        ForEach(Array(sections.enumerated()), id: \.element) { index, section in
          Button {
            select(index, scroll)
          } label: {
            label(section).padding(.horizontal, 16).padding(.vertical, 12)
          }
          .buttonStyle(.plain)
          .foregroundColor(index == spy.selection ? .accentColor : .secondary)
          .accessibilityAddTraits(index == spy.selection ? .isSelected : [])
        }
      }
    }
  }

  private var layout: SectionSpy.Layout {
    SectionSpy.Layout(
      tops: sections.map { Double(tops[$0] ?? .nan) },
      contentHeight: geometry.contentSize.height, viewportHeight: geometry.containerSize.height)
  }

  private func scrolled(_ geometry: ScrollMetrics) {
    self.geometry = geometry
    _ = spy.scrolled(to: geometry.distance(along: .vertical), at: MonotonicClock.now)
  }

  private func phaseChanged(_ change: ScrollPhaseChange) {
    if change.to == .interacting { spy.beginDragging() }
    if change.to == .idle { _ = spy.scrollStopped() }
  }

  private func select(_ index: Int, _ scroll: ScrollViewProxy) {
    spy.motion = MotionPreference(reduceMotion: reduceMotion)
    let update = spy.select(index, at: MonotonicClock.now)
    guard let move = update.scroll else { return }
    withAnimation(move.isImmediate ? nil : .easeInOut(duration: move.duration.seconds)) {
      scroll.scrollTo(sections[index], anchor: .top)
    }
  }
}

enum SectionTabsSpace {
  static let name = "Sightline.SectionTabs"
}

#if DEBUG
struct SectionTabs_Previews: PreviewProvider {
  static var previews: some View {
    SectionTabs(["Overview", "Rooms", "Reviews"]) {
      Text($0)
    } content: { name in
      ForEach(0..<12, id: \.self) { Text("\(name) \($0)").padding() }
    }
  }
}
#endif
#endif
