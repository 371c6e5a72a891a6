import Sightline
import SwiftUI

/// Three policies: at once, after a dwell, and once per session however often the page is opened.
struct ImpressionsPage: View {
  private static let policies: [(name: String, policy: ImpressionPolicy)] = [
    ("70 % at once", .feed),
    ("50 % for 1 s", .mrcDisplay),
    ("50 % for 1 s, once per session", .mrcDisplay.repeating(.oncePerSession)),
  ]

  @State private var counts: [Int: Int] = [:]
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Impressions", "Stay on a card until it counts; go back and come again to see what repeats.",
      log: log
    ) {
      ScrollView {
        LazyVStack(spacing: 16) {
          ForEach(0..<60, id: \.self) { index in
            let (name, policy) = Self.policies[index % Self.policies.count]
            Card("Card \(index + 1)\n\(name)", isOn: counts[index] != nil)
              .multilineTextAlignment(.center)
              .frame(height: 200)
              .onImpression(of: index, policy) { impression in
                counts[index] = impression.count
                log.add("card \(index + 1) was seen, no. \(impression.count)")
              }
          }
        }
        .padding()
      }
    }
  }
}
