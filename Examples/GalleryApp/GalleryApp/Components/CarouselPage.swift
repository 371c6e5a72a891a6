import Sightline
import SwiftUI

/// Turns by itself, wraps without a seam, and stands still while it is held or off screen.
struct CarouselPage: View {
  private struct Offer: Identifiable {
    let id: Int
  }

  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Endless carousel", "It turns by itself and has no end; hold it and it stands still.",
      log: log
    ) {
      CarouselView((1...8).map(Offer.init), itemWidth: 200) { offer in
        Card("Offer \(offer.id)")
          .frame(height: 140)
          .onVisibilityChange(of: offer.id, .fully) { isVisible in
            log.add("offer \(offer.id) is \(isVisible ? "visible" : "invisible")")
          }
      }
    }
  }
}
