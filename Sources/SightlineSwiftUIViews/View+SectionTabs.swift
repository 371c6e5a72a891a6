#if canImport(SwiftUI) && !os(watchOS)
import SightlineAppleViews
import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

extension View {
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
  /// A list makes rows on demand and knows no other places, so the rows say which section they are
  /// in: the selected section is the first one with a visible row, and at the end of the scroll the
  /// last one. A scroll to a section selects it immediately and none on the way. The list finds the
  /// section by its `id(_:)`. A frame that scrolls updates no view unless the selection changes.
  ///
  /// If all sections can be laid out at once, ``SectionTabs`` needs no marks, and selects a section
  /// exactly when its top reaches the bar.
  ///
  /// - Parameters:
  ///   - sections: the sections, in the list's order, each once.
  ///   - selection: the selected section. Setting it scrolls to the section.
  ///   - label: the label of a tab.
  @MainActor
  public func sectionTabs<Section: Hashable>(
    _ sections: [Section], selection: Binding<Section?> = .constant(nil),
    @ViewBuilder label: @escaping (Section) -> some View
  ) -> some View {
    TabbedScroll<ListedSections<Section>, _, _>(
      sections: sections, wanted: selection, hasBarAbove: true, label: label,
      scrollTo: { $0.scrollTo($1, anchor: .top) },
      content: { reader, _ in
        onVisibleItemsChange(of: TabSection<Section>.self, when: .anyPixel) { rows in
          reader.setShown(Set(rows.map(\.section)))
        }
        .onScroll(geometry: { reader.scrolled($0) }, phase: { reader.phaseChanged($0) })
      })
  }

  /// Marks a row, or a section's header, as part of a section for the `sectionTabs` around it.
  @MainActor
  public func tabSection(_ section: some Hashable) -> some View {
    visibilityItem(TabSection(section: section))
  }
}

/// The identity of a section's rows.
private struct TabSection<Section: Hashable>: Hashable {
  var section: Section
}

#if DEBUG
struct ListTabs_Previews: PreviewProvider {
  static var previews: some View {
    List {
      ForEach(["Starters", "Mains", "Desserts"], id: \.self) { course in
        Section(course) {
          ForEach(0..<12, id: \.self) { Text("\(course) \($0)").tabSection(course) }
        }
        .id(course)
      }
    }
    .sectionTabs(["Starters", "Mains", "Desserts"]) { Text($0) }
  }
}
#endif
#endif
