#if canImport(SwiftUI) && !os(watchOS)
import SightlineApple
import SightlineAppleViews
import SightlineCore
import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

/// Tabs over one long scroll: scrolling moves the selected tab, and tapping a tab scrolls to its
/// section.
///
/// ```swift
/// SectionTabs(["Overview", "Rooms", "Reviews"]) {
///   Photo(hotel)
/// } label: {
///   Text($0)
/// } content: { name in
///   Chapter(name)
/// }
/// ```
///
/// ``/SightlineScroll/SectionSpy`` makes all decisions. The selected section is the last one whose
/// top has reached the bar. A scroll to a section selects it immediately and none on the way. A
/// frame that scrolls updates no view unless the selection changes. The bar scrolls along to keep
/// the selected tab in its middle, as far as its ends allow, and can be scrolled by hand.
///
/// The sections must differ from one another. Several views of one section are stacked vertically,
/// at the leading edge and without spacing; several views of a label are placed side by side.
///
/// VoiceOver reads the bar as a tab bar from iOS 17 and macOS 14 on (each tab with its label, its
/// position, and whether it is selected) and as buttons on earlier systems; the content follows.
/// Choosing a tab leaves the focus on it.
public struct SectionTabs<Section: Hashable, Label: View, Content: View>: View {
  private let sections: [Section]
  private let label: (Section) -> Label
  private let content: (Section) -> Content
  private let header: AnyView?
  @Binding private var wanted: Section?
  @State private var reader = SectionReader<Section>()
  /// The only state that updates the view.
  @State private var selection: Section?
  /// The heights of the header and of the bar over the sections; 0 without a header.
  @State private var headerHeight: CGFloat = 0
  @State private var barHeight: CGFloat = 0
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  /// Creates tabs above a scroll view with a section for each.
  ///
  /// - Parameters:
  ///   - sections: the sections, in reading order, each once.
  ///   - selection: the selected section. Setting it scrolls to the section.
  ///   - label: the label of a tab.
  ///   - content: the content of a section.
  public init(
    _ sections: [Section], selection: Binding<Section?> = .constant(nil),
    @ViewBuilder label: @escaping (Section) -> Label,
    @ViewBuilder content: @escaping (Section) -> Content
  ) {
    self.init(sections, selection, header: nil, label: label, content: content)
  }

  /// Creates tabs below a header in a scroll view with a section for each. The header scrolls away,
  /// and the tabs stay at the top.
  public init<Header: View>(
    _ sections: [Section], selection: Binding<Section?> = .constant(nil),
    @ViewBuilder header: () -> Header, @ViewBuilder label: @escaping (Section) -> Label,
    @ViewBuilder content: @escaping (Section) -> Content
  ) {
    let header = AnyView(VStack(spacing: 0, content: header))
    self.init(sections, selection, header: header, label: label, content: content)
  }

  private init(
    _ sections: [Section], _ selection: Binding<Section?>, header: AnyView?,
    label: @escaping (Section) -> Label, content: @escaping (Section) -> Content
  ) {
    self.sections = sections
    _wanted = selection
    self.header = header
    self.label = label
    self.content = content
  }

  /// The tabs above the scroll view.
  public var body: some View {
    VStack(spacing: 0) {
      if header == nil { bar }
      ScrollViewReader { scroll in
        ScrollView {
          VStack(alignment: .leading, spacing: 0) {
            if let header {
              header.frame(maxWidth: .infinity)
                .onGeometryChange(for: CGFloat.self, of: { $0.size.height }) { headerHeight = $0 }
              Color.clear.frame(height: barHeight)
            }
            ForEach(sections, id: \.self) { section in
              VStack(alignment: .leading, spacing: 0) { content(section) }
                .frame(maxWidth: .infinity, alignment: .leading)
                .onGeometryChange(for: CGFloat.self) { [barHeight] in
                  $0.frame(in: .named(SectionTabsSpace.content)).minY - barHeight
                } action: {
                  reader.place(section, at: Double($0))
                }
                // A scroll to the section ends below a bar over it.
                .padding(.top, barHeight)
                .id(SectionPlace(section: section))
                .padding(.top, -barHeight)
            }
          }
          .overlay(alignment: .top) { if header != nil { pinnedBar } }
          .coordinateSpace(name: SectionTabsSpace.content)
          .onEnclosingScroll(
            geometry: { reader.scrolled($0) }, phase: { reader.phaseChanged($0) })
        }
        .coordinateSpace(name: SectionTabsSpace.viewport)
        .onAppear {
          // Capture the binding, not the view, which holds the reader.
          let (selection, wanted) = ($selection, $wanted)
          reader.selectionChanged = { new in
            selection.wrappedValue = new
            if wanted.wrappedValue != new { wanted.wrappedValue = new }
          }
          reader.scrollRequested = { wanted in
            let duration = wanted.duration
            withAnimation(duration > .zero ? .easeInOut(duration: duration.inSeconds) : nil) {
              scroll.scrollTo(SectionPlace(section: wanted.section), anchor: .top)
            }
          }
          reader.motion = MotionPreference(reduceMotion: reduceMotion)
          reader.setSections(sections)
          select(self.wanted)
        }
      }
    }
    .onNewValue(of: sections) { reader.setSections($0) }
    .onNewValue(of: wanted) { select($0) }
    .onNewValue(of: reduceMotion) { reader.motion = MotionPreference(reduceMotion: $0) }
  }
}

@MainActor
extension SectionTabs {
  private var bar: SectionBar<Section, Label> {
    SectionBar(
      sections: sections, selection: selection ?? sections.first, label: label,
      choose: { section in reader.select(section) })
  }

  /// The bar below the header, or at the top of the viewport. A frame that scrolls moves it.
  private var pinnedBar: some View {
    let bar = bar
    return GeometryReader { proxy in
      bar
        .onGeometryChange(for: CGFloat.self, of: { $0.size.height }) { barHeight = $0 }
        .background(.thinMaterial)
        .visibilityCover()
        .offset(y: max(headerHeight, -proxy.frame(in: .named(SectionTabsSpace.viewport)).minY))
    }
  }

  private func select(_ wanted: Section?) {
    if let wanted, wanted != (selection ?? sections.first) { reader.select(wanted) }
  }
}

/// The tab bar, which keeps the selected tab in its middle.
private struct SectionBar<Section: Hashable, Label: View>: View {
  let sections: [Section]
  let selection: Section?
  let label: (Section) -> Label
  let choose: (Section) -> Void
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  var body: some View {
    // A separate reader, which does not find the ids in the content.
    ScrollViewReader { scroll in
      ScrollView(.horizontal, showsIndicators: false) {
        HStack(spacing: 0) {
          ForEach(sections, id: \.self) { section in
            Button {
              choose(section)
            } label: {
              StyledTab(isSelected: section == selection) { label(section) }
                .padding(.horizontal, 16).padding(.vertical, 12)
            }
            .buttonStyle(.plain)
            .accessibilityAddTraits(section == selection ? .isSelected : [])
            .id(TabPlace(section: section))
          }
        }
        .onNewWidth { _ in follow(scroll) }
      }
      .onNewWidth { _ in follow(scroll) }
      .onNewValue(of: selection) { selection in
        withAnimation(
          reduceMotion ? nil : .easeInOut(duration: SectionSpy.scrollDuration.inSeconds)
        ) {
          follow(scroll, to: selection)
        }
      }
      .accessibilityElement(children: .contain)
      .accessibilityTabBar()
    }
  }

  private func follow(_ scroll: ScrollViewProxy) { follow(scroll, to: selection) }

  /// SwiftUI stops at the ends of the bar.
  private func follow(_ scroll: ScrollViewProxy, to selection: Section?) {
    if let selection { scroll.scrollTo(TabPlace(section: selection), anchor: .center) }
  }
}

/// The identity of a tab, in the same scroll view as its section if there is a header.
private struct TabPlace<Section: Hashable>: Hashable {
  var section: Section
}

/// The id of a section in its scroll view, distinct from any id of the app.
private struct SectionPlace<Section: Hashable>: Hashable {
  var section: Section
}

private enum SectionTabsSpace {
  static let content = "Sightline.SectionTabs.content"
  static let viewport = "Sightline.SectionTabs.viewport"
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
