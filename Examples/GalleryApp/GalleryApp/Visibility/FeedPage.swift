import Sightline
import SwiftUI

/// All enclosing clips count: a card outside its carousel is not visible.
struct FeedPage: View {
  @State private var visible: Set<String> = []
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Carousels in a feed",
      "Scroll both ways: a card counts if it is visible in its carousel and the feed.",
      log: log
    ) {
      ScrollView {
        LazyVStack(alignment: .leading) {
          ForEach(1...20, id: \.self) { row in
            Text("Row \(row)").font(.headline)
            ScrollView(.horizontal, showsIndicators: false) {
              LazyHStack {
                ForEach(1...20, id: \.self) { column in
                  card("\(row).\(column)")
                }
              }
            }
          }
        }
        .padding()
      }
      .onVisibleItemsChange(of: String.self, when: .fraction(0.7)) { ids in
        for id in ids.subtracting(visible).sorted() { log.add("card \(id) is visible") }
        for id in visible.subtracting(ids).sorted() { log.add("card \(id) is invisible") }
        visible = ids
      }
    }
  }

  @MainActor
  private func card(_ id: String) -> some View {
    Card(id, isOn: visible.contains(id))
      .frame(width: 160, height: 120)
      .visibilityItem(id)
  }
}
