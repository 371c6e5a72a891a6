#if canImport(SwiftUI) && !os(watchOS)
import SightlineAppleViews
import SightlineCore
import SightlineScroll
import SightlineSwiftUI
import SwiftUI

/// A tab bar and the scroll view whose sections it selects, connected by a reader.
@MainActor
struct TabbedScroll<Sections: TabbedSections, Label: View, Content: View>: View {
  typealias Section = Sections.Section

  let sections: [Section]
  /// The app's selection. Setting it scrolls to the section.
  @Binding var wanted: Section?
  /// Whether the bar is above the scroll view, or else in its content.
  let hasBarAbove: Bool
  let label: (Section) -> Label
  let scrollTo: (ScrollViewProxy, Section) -> Void
  @ViewBuilder let content: (SectionReader<Sections>, SectionBar<Section, Label>) -> Content
  @State private var reader = SectionReader<Sections>()
  /// The only state that updates the view.
  @State private var selection: Section?
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  var body: some View {
    let bar = SectionBar(
      sections: sections, selection: selection ?? sections.first, label: label,
      choose: { [reader] section in reader.select(section) })
    VStack(spacing: 0) {
      if hasBarAbove { bar }
      ScrollViewReader { scroll in
        content(reader, bar).onAppear { connect(scroll) }
      }
    }
    .onNewValue(of: sections) { reader.setSections($0) }
    .onNewValue(of: wanted) { select($0) }
    .onNewValue(of: reduceMotion) { reader.motion = MotionPreference(reduceMotion: $0) }
  }

  private func connect(_ scroll: ScrollViewProxy) {
    // Capture the bindings, not the view, which holds the reader.
    let (selection, wanted, scrollTo) = ($selection, $wanted, scrollTo)
    reader.selectionChanged = { new in
      selection.wrappedValue = new
      if wanted.wrappedValue != new { wanted.wrappedValue = new }
    }
    reader.scrollRequested = { request in
      let duration = request.duration
      withAnimation(duration > .zero ? .easeInOut(duration: duration.inSeconds) : nil) {
        scrollTo(scroll, request.section)
      }
    }
    reader.motion = MotionPreference(reduceMotion: reduceMotion)
    reader.setSections(sections)
    select(self.wanted)
  }

  private func select(_ wanted: Section?) {
    if let wanted, wanted != (selection ?? sections.first) { reader.select(wanted) }
  }
}

/// The tab bar, which keeps the selected tab in its middle.
struct SectionBar<Section: Hashable, Label: View>: View {
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
#endif
