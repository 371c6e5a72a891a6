import SightlineSwiftUI
import SwiftUI

struct Feed: View {
  let articles: [Article]

  var body: some View {
    ScrollView {
      LazyVStack { ForEach(articles, content: ArticleRow.init) }
    }
  }
}

struct ArticleRow: View {
  let article: Article

  var body: some View {
    ArticleCard(article)
      .onVisibilityChange(of: article.id) { print(article.id, $0 ? "is on screen" : "left") }
      .onImpression(of: article.id, .mrcDisplay) { _ in print(article.id, "was seen") }
  }
}
