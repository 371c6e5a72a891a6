import SightlineSwiftUIViews
import SwiftUI
import Testing
import UIKit

// The parts around README's feed.
struct Article: Identifiable { var id: Int }
struct ArticleCard: View {
  private let article: Article
  init(_ article: Article) { self.article = article }
  var body: some View { Text("card \(article.id)") }
}

extension SwiftUIHost {
  /// Rows made on another thread than the main one, as SwiftUI does since iOS 26. Content of an app
  /// that belongs to the main actor stops the program there.
  @MainActor
  @Suite
  struct RowThreadTests {
    private func content(_ name: String) -> some View {
      MainActor.assertIsolated()
      return Mark(name).frame(width: 50, height: 50)
    }

    @Test func `components make their content on the main actor`() {
      RowThread.isOther = true
      defer { RowThread.isOther = false }
      let (names, trigger) = (["a", "b"], Setter<Int>())
      let view = Changing(0, trigger) { hearts in
        VStack(spacing: 0) {
          SegmentedRow(names, selection: .constant("a")) { content("segment \($0)") }
          EndlessCarousel([Article(id: 0), Article(id: 1)], itemWidth: 100) {
            content("card \($0.id)")
          }
          PagedTabs(names, selection: .constant("a")) {
            content("label \($0)")
          } page: {
            content("page \($0)")
          }
          SectionTabs(names, selection: .constant("a")) {
            content("tab \($0)")
          } content: {
            content("section \($0)")
          }
          Mark("source").flightSource(trigger: hearts.wrappedValue)
          Mark("target").flightTarget()
        }
        .flightSpace { content("heart") }
      }
      withViews(view) { hosted in
        trigger.set(1)
        hosted.run(for: 0.1)
        for name in ["segment b", "card 1", "label b", "page a", "tab b", "section b", "heart"] {
          #expect(hosted.frame(of: name) != nil, "\(name)")
        }
      }
    }

    @Test func `README's feed makes its rows on any thread`() {
      RowThread.isOther = true
      defer { RowThread.isOther = false }
      withViews(Feed(articles: [Article(id: 1), Article(id: 2)])) { hosted in
        #expect(hosted.spoken == ["card 1", "card 2"])
      }
    }

    @Test func `a closure of a body stops the program on another thread`() async {
      await #expect(processExitsWith: .failure) { @MainActor in
        RowThread.isOther = true
        withViews(ForEach([Article(id: 1)]) { ArticleCard($0) }) { _ in }
      }
      await #expect(processExitsWith: .success) { @MainActor in
        withViews(ForEach([Article(id: 1)]) { ArticleCard($0) }) { _ in }
      }
    }
  }
}
