#if canImport(SwiftUI) && !os(watchOS)
import SwiftUI

/// A row of a `ForEach`, whose content is made on the main actor.
///
/// SwiftUI may make rows on another thread (iOS 26, FB24158327). A closure written in a view
/// belongs to the main actor, so it would stop the program there; this view's `body` would not.
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
  /// Creates rows with content that is made on the main actor.
  init<Row: View>(
    onMainActor data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Row
  ) where Content == MainActorRow<Data.Element, Row> {
    func row(_ element: Data.Element) -> Content { MainActorRow(element, content) }
    self.init(data, id: id, content: row)
  }
}
#endif
