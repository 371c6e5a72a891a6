#if canImport(SwiftUI)
import Sightline
import SwiftUI

/// 10,000 items in rows that are used again: what is seen is the item, and each counts once.
struct RecycledListPage: View {
  /// Who a row shows. "Once" is once an opening of the page.
  private struct Item: Hashable, Sendable {
    var opening: UUID
    var number: Int
  }

  private static let count = 10_000

  @State private var opening = UUID()
  @State private var numbers = Array(1...count)
  @State private var visible: Set<Int> = []
  @State private var seen: [Int: Int] = [:]
  @State private var isDown = false

  var body: some View {
    ScrollViewReader { scroll in
      VStack {
        Text(totals).font(.caption)
        HStack {
          Button(isDown ? "To the top" : "To the end") { jump(scroll) }
          Button("Remove first 5") { numbers.removeFirst(min(5, numbers.count)) }
          Button("Shuffle") { numbers.shuffle() }
        }
        List(numbers, id: \.self) { number in
          HStack {
            Text("Item \(number)")
            Spacer()
            Text(seen[number].map { "counted \($0)×" } ?? "not seen yet")
              .foregroundColor(visible.contains(number) ? .green : .secondary)
          }
          .frame(minHeight: 44)
          .onVisibilityChange(of: Item(opening: opening, number: number)) { isVisible in
            if isVisible { visible.insert(number) } else { visible.remove(number) }
          }
          .onImpression(
            of: Item(opening: opening, number: number), .feed.repeating(.oncePerSession)
          ) { _ in seen[number, default: 0] += 1 }
        }
      }
    }
  }

  private var totals: String {
    let twice = seen.values.filter { $0 > 1 }.count
    return "\(seen.count) of \(Self.count) seen, "
      + (twice == 0 ? "each once" : "\(twice) more than once")
  }

  private func jump(_ scroll: ScrollViewProxy) {
    isDown.toggle()
    guard let end = isDown ? numbers.last : numbers.first else { return }
    withAnimation { scroll.scrollTo(end) }
  }
}

/// The next page of 6 when the third item from the end shows; the fourth load fails, once.
struct LoadMorePage: View {
  private struct Offline: Error {}

  private static let firstPage = 3
  private static let pageSize = 6
  private static let pages = 7
  private static let failingLoad = 4

  @State private var loading = LoadMoreTrigger(.itemFromEnd(3))
  @State private var count = firstPage
  @State private var page = 1

  var body: some View {
    ScrollView {
      LazyVStack(spacing: 12) {
        ForEach(0..<count, id: \.self) { index in
          Text("Item \(index + 1)")
            .frame(maxWidth: .infinity, minHeight: 72)
            .background(.quaternary, in: RoundedRectangle(cornerRadius: 12))
            .reachEndItem(index)
        }
        footer
      }
      .padding()
      .onReachEnd(itemCount: count, loading: $loading) { try await loadPage() }
    }
  }

  @ViewBuilder private var footer: some View {
    switch loading.state {
    case .ready, .settling: Text("\(count) items so far")
    case .loading: ProgressView("Loading the next page")
    case .failed:
      HStack {
        Text("The page did not come")
        Button("Try again") { loading.retry() }
      }
    case .finished: Text("That was all: \(count) items")
    }
  }

  @MainActor
  private func loadPage() async throws -> Bool {
    let number = loading.loadNumber
    try await Task.sleep(for: .milliseconds(250))
    if number == Self.failingLoad { throw Offline() }
    page += 1
    count += Self.pageSize
    return page < Self.pages
  }
}

/// As many columns of at least 120 pt as fit, 12 apart; the handle is the slider.
struct GridPage: View {
  @State private var share = 1.0

  var body: some View {
    VStack {
      Slider(value: $share, in: 0.3...1) { Text("Width") }.padding(.horizontal)
      GeometryReader { proxy in
        ScrollView {
          AdaptiveGrid(minimumItemWidth: 120, spacing: 12) {
            ForEach(1...24, id: \.self) { number in
              RoundedRectangle(cornerRadius: 8).fill(.quaternary).frame(height: 84)
                .overlay { Text("Item \(number)") }
            }
          }
          .padding(16)
        }
        .frame(width: proxy.size.width * share)
      }
    }
  }
}
#endif
