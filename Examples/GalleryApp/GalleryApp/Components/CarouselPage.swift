import Sightline
import SwiftUI

/// Advances automatically, wraps seamlessly, and pauses while touched or off screen.
struct CarouselPage: View {
  private struct Offer: Identifiable {
    let id: Int
  }

  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Endless carousel", "It advances automatically and wraps around. Hold it to pause.",
      log: log
    ) {
      EndlessCarousel((1...8).map(Offer.init), itemWidth: 200) { offer in
        Card("Offer \(offer.id)")
          .frame(height: 140)
          .onVisibilityChange(of: offer.id, when: .fully) { isVisible in
            log.add("offer \(offer.id) is \(isVisible ? "visible" : "invisible")")
          }
      }
    }
  }
}
