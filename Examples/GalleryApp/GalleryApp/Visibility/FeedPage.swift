import Sightline
import SwiftUI

/// All enclosing clips count: a card outside its carousel is not visible.
struct FeedPage: View {
  @State private var visible: Set<String> = []
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Carousels in a feed",
      "An item counts while neither the feed nor its carousel cuts it off.",
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
    }
  }

  @MainActor
  private func card(_ id: String) -> some View {
    Card(id, isOn: visible.contains(id))
      .frame(width: 160, height: 120)
      .onVisibilityChange(of: id, .fraction(0.7)) { isVisible in
        if isVisible { visible.insert(id) } else { visible.remove(id) }
        log.add("card \(id) is \(isVisible ? "visible" : "invisible")")
      }
  }
}
