import SightlineSwiftUI
import SwiftUI

/// A list of 1,000 cards, which the lazy stack makes as they come on screen.
struct CardList: View {
  var body: some View {
    ScrollView {
      LazyVStack(spacing: 0) { ForEach(Array(1...1_000), id: \.self, content: CardRow.init) }
    }
  }
}

struct CardRow: View {
  let number: Int

  var body: some View {
    Text("Card \(number)")
      .frame(maxWidth: .infinity, minHeight: 100)
      .onVisibilityChange(of: number, threshold: 0.5) { isVisible in
        print("card \(number)", isVisible ? "is visible" : "left")
      }
      .onImpression(of: number, .mrcDisplay) { _ in print("card \(number) was seen") }
  }
}
