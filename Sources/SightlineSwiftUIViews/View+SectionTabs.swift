#if canImport(SwiftUI) && !os(watchOS)
import SightlineAppleViews
import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

nonisolated extension View {
  /// Adds tabs above this `List`, or above a scroll view with a lazy stack: scrolling moves the
  /// selected tab, and tapping a tab scrolls to its section.
  ///
  /// ```swift
  /// List {
  ///   ForEach(courses) { course in
  ///     Section(course.name) {
  ///       ForEach(course.dishes) { dish in
  ///         Row(dish).tabSection(course.id)
  ///       }
  ///     }
  ///     .id(course.id)
  ///   }
  /// }
  /// .sectionTabs(courses.map(\.id), selection: $course) { Text(names[$0]) }
  /// ```
  ///
  /// A list creates rows on demand and has no positions for others, so the rows declare their
  /// section: the selected section is the first one with a visible row or, at the end of the
  /// scroll, the last one. The list finds the section to scroll to by its `id(_:)`. A frame that
  /// scrolls updates no view unless the selection changes.
  ///
  /// If all sections can be laid out at once, ``SectionTabs`` needs no marks, and selects a section
  /// exactly when its top reaches the bar.
  ///
  /// - Parameters:
  ///   - sections: the sections, in the list's order, each once.
  ///   - selection: the selected section. Setting it scrolls to the section.
  ///   - label: the label of a tab.
  public func sectionTabs<Section: Hashable>(
    _ sections: [Section], selection: Binding<Section?> = .constant(nil),
    @ViewBuilder label: @escaping @MainActor (Section) -> some View
  ) -> some View {
    TabbedScroll<ListedSections<Section>, _, _>(
      sections: sections, wanted: selection, hasBarAbove: true, label: label,
      scrollTo: { $0.scrollTo($1, anchor: .top) },
      content: { reader, _ in
        onVisibleItemsChange(of: SectionPlace<Section>.self, when: .anyPixel) { rows in
          reader.setShown(Set(rows.map(\.section)))
        }
        .onScroll(geometry: { reader.scrolled($0) }, phase: { reader.phaseChanged($0) })
      })
  }

  /// Marks a row, or a section's header, as part of a section for the `sectionTabs` around it.
  public func tabSection(_ section: some Hashable) -> some View {
    visibilityItem(SectionPlace(section: section))
  }
}

#endif
