import Sightline
import SwiftUI

/// Loads the next 6 items when the third item from the end appears. The fourth load fails once.
struct LoadMorePage: View {
  private struct Offline: Error {}

  private static let pageSize = 6
  private static let pages = 7
  private static let failingLoad = 4

  @State private var loading = LoadMoreTrigger(.itemFromEnd(3))
  @State private var count = 3
  @State private var page = 1
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Load more", "More items load when one near the end appears. The fourth load fails once.",
      log: log
    ) {
      ScrollView {
        LazyVStack(spacing: 12) {
          ForEach(0..<count, id: \.self) { index in
            Card("Item \(index + 1)").frame(height: 72).reachEndItem(index)
          }
          footer
        }
        .padding()
        .onReachEnd(itemCount: count, loading: $loading) { try await loadPage() }
      }
    }
  }

  @ViewBuilder private var footer: some View {
    switch loading.state {
    case .ready, .settling, .stalled: Text("\(count) items so far")
    case .loading: ProgressView("Loading more")
    case .failed:
      HStack {
        Text("Couldn't load more")
        Button("Try again") { loading.retry() }
      }
    case .finished: Text("That's all \(count) items")
    }
  }

  /// Simulates a server request that adds a page. Returns whether there are more.
  @MainActor
  private func loadPage() async throws -> Bool {
    let number = loading.loadNumber
    try await Task.sleep(for: .milliseconds(250))
    if number == Self.failingLoad {
      log.add("load \(number) failed")
      throw Offline()
    }
    page += 1
    count += Self.pageSize
    log.add("load \(number): \(count) items")
    return page < Self.pages
  }
}
