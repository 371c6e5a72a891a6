import SightlineSwiftUI
import SwiftUI

/// A list of 1,000 cards in a few reused rows.
struct CardList: View {
  var body: some View {
    List(Array(1...1_000), id: \.self, rowContent: CardRow.init)
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
