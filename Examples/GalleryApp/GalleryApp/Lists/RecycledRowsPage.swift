import Sightline
import SwiftUI

/// 10,000 items in recycled rows. Impressions belong to items, and each counts once.
struct RecycledRowsPage: View {
  /// The identity of an item, unique to each opening of the page so that items can count again.
  private struct ItemID: Hashable, Sendable {
    var opening: UUID
    var number: Int
  }

  @State private var opening = UUID()
  @State private var numbers = Array(1...10_000)
  @State private var seen: [Int: Int] = [:]
  @State private var isDown = false
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Recycled rows",
      "Rows are reused, and no item counts twice: \(seen.count) seen, \(repeated) twice.",
      log: log
    ) {
      ScrollViewReader { scroll in
        HStack {
          Button(isDown ? "Top" : "End") { jump(scroll) }
          Button("Remove 5") { numbers.removeFirst(min(5, numbers.count)) }
          Button("Shuffle") { numbers.shuffle() }
        }
        .padding()
        List(numbers, id: \.self) { number in
          Text("Item \(number)")
            .foregroundColor(seen[number] == nil ? .primary : .green)
            .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
            .onImpression(
              of: ItemID(opening: opening, number: number), .feed.repeating(.oncePerSession)
            ) { _ in
              seen[number, default: 0] += 1
              log.add("item \(number) was seen")
            }
        }
      }
    }
  }

  /// Always 0, because an item counts once, regardless of its row.
  private var repeated: Int { seen.values.filter { $0 > 1 }.count }

  private func jump(_ scroll: ScrollViewProxy) {
    isDown.toggle()
    guard let end = isDown ? numbers.last : numbers.first else { return }
    withAnimation { scroll.scrollTo(end) }
  }
}
