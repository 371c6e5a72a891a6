#if canImport(SwiftUI) && !os(watchOS)
import SwiftUI

/// A row of a `ForEach`, whose content is created on the main actor.
///
/// SwiftUI may create rows on another thread (iOS 26, FB24158327). A closure written in a view is
/// isolated to the main actor, so it would trap there; this view's `body` does not.
struct MainActorRow<Element, Content: View> {
  private let element: Element
  private let content: @MainActor (Element) -> Content

  fileprivate init(
    _ element: Element, _ content: @escaping @MainActor (Element) -> Content
  ) {
    self.element = element
    self.content = content
  }
}

@MainActor
extension MainActorRow: View {
  var body: some View { content(element) }
}

nonisolated extension ForEach {
  /// Creates rows whose content is created on the main actor.
  init<Row: View>(
    onMainActor data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Row
  ) where Content == MainActorRow<Data.Element, Row> {
    func row(_ element: Data.Element) -> Content { MainActorRow(element, content) }
    self.init(data, id: id, content: row)
  }
}
#endif
