#if canImport(SwiftUI) && !os(watchOS)
import SightlineScroll
public import SwiftUI

extension View {
  /// Loads the next page when the end of the scroll view's content comes near: put it on the content.
  ///
  /// One load at a time; checked again after the layout of a page, so that pages shorter than the screen
  /// go on until it is full. A load that throws is tried again when `itemCount` changes or the view
  /// appears anew, not in every frame.
  ///
  /// - Parameters:
  ///   - itemCount: how many items are there now.
  ///   - share: the share of the content that must be seen, 70 % by default.
  ///   - load: loads a page and adds it to the data; returns whether there are more.
  @MainActor
  public func onReachEnd(
    itemCount: Int, share: Double = 0.7, load: @escaping @MainActor () async throws -> Bool
  ) -> some View {
    modifier(ReachEndModifier(itemCount: itemCount, share: share, load: load))
  }
}

@MainActor
private struct ReachEndModifier: ViewModifier {
  let itemCount: Int
  let load: @MainActor () async throws -> Bool
  @State private var trigger: LoadMoreTrigger
  /// Raised for each load that is to begin.
  @State private var flight = 0

  init(itemCount: Int, share: Double, load: @escaping @MainActor () async throws -> Bool) {
    self.itemCount = itemCount
    self.load = load
    _trigger = State(initialValue: LoadMoreTrigger(.share(share)))
  }

  func body(content: Content) -> some View {
    content
      .onEnclosingScroll(geometry: check)
      .onChange(of: itemCount) { _ in
        if trigger.state == .failed { trigger.reset() }
      }
      .task(id: flight) {
        guard flight > 0 else { return }
        do {
          let hasMore = try await load()
          // The count from before: with it an empty page goes on, and any other one after its layout.
          trigger.loaded(itemCount: itemCount, hasMore: hasMore)
        } catch {
          trigger.failed()
        }
      }
  }

  private func check(_ geometry: SightlineScroll.ScrollGeometry) {
    let list = LoadMoreTrigger.List(
      itemCount: itemCount, lastVisibleItem: nil, geometry: geometry)
    if trigger.check(list) { flight += 1 }
  }
}

#if DEBUG
struct ReachEnd_Previews: PreviewProvider {
  private struct Example: View {
    @State private var count = 5
    var body: some View {
      ScrollView {
        LazyVStack { ForEach(0..<count, id: \.self) { Text("Item \($0)").padding() } }
          .onReachEnd(itemCount: count) {
            count += 10
            return count < 60
          }
      }
    }
  }

  static var previews: some View { Example() }
}
#endif
#endif
