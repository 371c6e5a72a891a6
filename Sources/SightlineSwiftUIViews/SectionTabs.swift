#if canImport(SwiftUI) && !os(watchOS)
import SightlineAppleViews
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
/// top has reached the bar. A frame that scrolls updates no view unless the selection changes. The
/// bar scrolls along to keep the selected tab in its middle, as far as its ends allow, and can also
/// be scrolled by hand.
///
/// Several views of one section are stacked vertically, at the leading edge and without spacing;
/// several views of a label are placed side by side.
///
/// VoiceOver reads the bar as a tab bar from iOS 17 and macOS 14 on (each tab with its label, its
/// position, and whether it is selected) and as buttons on earlier systems; the content follows.
/// Choosing a tab leaves the focus on it.
public struct SectionTabs<Section: Hashable, Label: View, Content: View> {
  private let sections: [Section]
  private let label: @MainActor (Section) -> Label
  private let content: @MainActor (Section) -> Content
  private let header: AnyView?
  private let selection: Binding<Section?>
  /// The heights of the header and of the bar over the sections; 0 without a header.
  @State private var headerHeight: CGFloat = 0
  @State private var barHeight: CGFloat = 0

  /// Creates tabs above a scroll view with a section for each.
  ///
  /// - Parameters:
  ///   - sections: the sections, in reading order, each once.
  ///   - selection: the selected section. Setting it scrolls to the section.
  ///   - label: the label of a tab.
  ///   - content: the content of a section.
  public init(
    _ sections: [Section], selection: Binding<Section?> = .constant(nil),
    @ViewBuilder label: @escaping @MainActor (Section) -> Label,
    @ViewBuilder content: @escaping @MainActor (Section) -> Content
  ) {
    self.init(sections, selection, header: nil, label: label, content: content)
  }

  /// Creates tabs below a header that scrolls away, while the tabs stay at the top.
  public init<Header: View>(
    _ sections: [Section], selection: Binding<Section?> = .constant(nil),
    @ViewBuilder header: () -> Header, @ViewBuilder label: @escaping @MainActor (Section) -> Label,
    @ViewBuilder content: @escaping @MainActor (Section) -> Content
  ) {
    let header = AnyView(VStack(spacing: 0, content: header))
    self.init(sections, selection, header: header, label: label, content: content)
  }

  private init(
    _ sections: [Section], _ selection: Binding<Section?>, header: AnyView?,
    label: @escaping @MainActor (Section) -> Label,
    content: @escaping @MainActor (Section) -> Content
  ) {
    self.sections = sections
    self.selection = selection
    self.header = header
    self.label = label
    self.content = content
  }
}

@MainActor
extension SectionTabs: View {
  /// The tabs above the scroll view.
  public var body: some View {
    TabbedScroll<NamedSections<Section>, _, _>(
      sections: sections, wanted: selection, hasBarAbove: header == nil, label: label,
      scrollTo: { $0.scrollTo(SectionPlace(section: $1), anchor: .top) },
      content: { scrollView($0, $1) })
  }

  private func scrollView(
    _ reader: SectionReader<NamedSections<Section>>, _ bar: SectionBar<Section, Label>
  ) -> some View {
    ScrollView {
      VStack(alignment: .leading, spacing: 0) {
        if let header {
          header.frame(maxWidth: .infinity)
            .onGeometryChange(for: CGFloat.self, of: { $0.size.height }) { headerHeight = $0 }
          Color.clear.frame(height: barHeight)
        }
        ForEach(onMainActor: sections, id: \.self) { section in
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
      .overlay(alignment: .top) { if header != nil { pinned(bar) } }
      .coordinateSpace(name: SectionTabsSpace.content)
      .onEnclosingScroll(
        geometry: { reader.scrolled($0) }, phase: { reader.phaseChanged($0) })
    }
    .coordinateSpace(name: SectionTabsSpace.viewport)
  }

  /// The bar below the header, or at the top of the viewport. A frame that scrolls moves it.
  private func pinned(_ bar: SectionBar<Section, Label>) -> some View {
    GeometryReader { proxy in
      bar
        .onGeometryChange(for: CGFloat.self, of: { $0.size.height }) { barHeight = $0 }
        .background(.thinMaterial)
        .visibilityCover()
        .offset(y: max(headerHeight, -proxy.frame(in: .named(SectionTabsSpace.viewport)).minY))
    }
  }
}

/// The id of a section, distinct from any id of the app.
struct SectionPlace<Section: Hashable>: Hashable {
  var section: Section
}

private enum SectionTabsSpace {
  static let content = "Sightline.SectionTabs.content"
  static let viewport = "Sightline.SectionTabs.viewport"
}

/// A tab bar and the scroll view whose sections it selects, connected by a reader.
struct TabbedScroll<Sections: TabbedSections, Label: View, Content: View> {
  typealias Section = Sections.Section

  let sections: [Section]
  /// The app's selection. Setting it scrolls to the section.
  @Binding var wanted: Section?
  /// Whether the bar is above the scroll view, or else in its content.
  let hasBarAbove: Bool
  let label: @MainActor (Section) -> Label
  let scrollTo: @MainActor (ScrollViewProxy, Section) -> Void
  let content: (SectionReader<Sections>, SectionBar<Section, Label>) -> Content
  @State private var reader = SectionReader<Sections>()
  /// The only state that updates the view.
  @State private var selection: Section?
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  init(
    sections: [Section], wanted: Binding<Section?>, hasBarAbove: Bool,
    label: @escaping @MainActor (Section) -> Label,
    scrollTo: @escaping @MainActor (ScrollViewProxy, Section) -> Void,
    content: @escaping (SectionReader<Sections>, SectionBar<Section, Label>) -> Content
  ) {
    self.sections = sections
    _wanted = wanted
    self.hasBarAbove = hasBarAbove
    self.label = label
    self.scrollTo = scrollTo
    self.content = content
  }
}

@MainActor
extension TabbedScroll: View {
  var body: some View {
    report()
    let bar = SectionBar(
      sections: sections, selection: selection ?? sections.first, label: label,
      choose: { [reader] section in reader.select(section) })
    return VStack(spacing: 0) {
      if hasBarAbove { bar }
      ScrollViewReader { scroll in
        content(reader, bar).onAppear { connect(scroll) }
      }
    }
    .onNewValue(of: sections) { selection == nil ? select(wanted) : reader.setSections($0) }
    .onNewValue(of: wanted) { select($0) }
    .onNewValue(of: reduceMotion) { reader.motion = MotionPreference(reduceMotion: $0) }
  }

  /// Reports to the bindings of this update. The app may bind another value in the next one.
  private func report() {
    // Capture the bindings, not the view, which holds the reader.
    let (selection, wanted) = ($selection, $wanted)
    reader.selectionChanged = { new in
      selection.wrappedValue = new
      if wanted.wrappedValue != new { wanted.wrappedValue = new }
    }
  }

  private func connect(_ scroll: ScrollViewProxy) {
    let scrollTo = scrollTo
    reader.scrollRequested = { request in
      let duration = request.duration
      withAnimation(duration > .zero ? .easeInOut(duration: duration.inSeconds) : nil) {
        scrollTo(scroll, request.section)
      }
    }
    reader.motion = MotionPreference(reduceMotion: reduceMotion)
    // Not when the view reappears, such as after a pop.
    if selection == nil { select(wanted) }
  }

  private func select(_ wanted: Section?) {
    // The app may choose a section in the update that adds it, or before there are any.
    reader.setSections(sections)
    if let wanted, wanted != (selection ?? sections.first) { reader.select(wanted) }
  }
}

/// The tab bar, which keeps the selected tab in its middle.
struct SectionBar<Section: Hashable, Label: View> {
  let sections: [Section]
  let selection: Section?
  let label: @MainActor (Section) -> Label
  let choose: @MainActor (Section) -> Void
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
}

@MainActor
extension SectionBar: View {
  var body: some View {
    // A separate reader, which does not find the ids in the content.
    ScrollViewReader { scroll in
      ScrollView(.horizontal, showsIndicators: false) {
        HStack(spacing: 0) {
          ForEach(onMainActor: sections, id: \.self) { section in
            Button {
              choose(section)
            } label: {
              HStack { label(section) }
                .foregroundColor(section == selection ? .accentColor : .secondary)
                .padding(.horizontal, 16).padding(.vertical, 12)
            }
            .buttonStyle(.plain)
            .accessibilityAddTraits(section == selection ? .isSelected : [])
            .id(TabPlace(section: section))
          }
        }
        .onNewWidth { _ in follow(scroll, to: selection) }
        // A new order leaves the width unchanged.
        .onNewValue(of: sections) { _ in follow(scroll, to: selection) }
      }
      .onNewWidth { _ in follow(scroll, to: selection) }
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

  /// SwiftUI stops at the ends of the bar.
  private func follow(_ scroll: ScrollViewProxy, to selection: Section?) {
    if let selection { scroll.scrollTo(TabPlace(section: selection), anchor: .center) }
  }
}

/// The identity of a tab. With a header, it is in the same scroll view as its section.
private struct TabPlace<Section: Hashable>: Hashable {
  var section: Section
}
#endif
