import Sightline
import SwiftUI

/// Three policies: immediately, after a dwell, and once per session across openings of the page.
struct ImpressionsPage: View {
  private static let policies: [(name: String, policy: ImpressionPolicy)] = [
    ("70 % immediately", .feed),
    ("50 % for 1 s", .mrcDisplay),
    ("50 % for 1 s, once per session", .mrcDisplay.repeating(.oncePerSession)),
  ]

  @State private var counts: [String: Int] = [:]
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Impressions",
      "When is an item “seen”? Stay on a card until it counts; reopen the page to see which repeat.",
      log: log
    ) {
      ScrollView {
        LazyVStack(spacing: 16) {
          ForEach(0..<60, id: \.self) { index in
            let (name, policy) = Self.policies[index % Self.policies.count]
            // Within a session, an id identifies one item on all pages.
            let id = "card \(index + 1)"
            Card("\(id)\n\(name)", isOn: counts[id] != nil)
              .multilineTextAlignment(.center)
              .frame(height: 200)
              .onImpression(of: id, policy) { impression in
                counts[id] = impression.count
                log.add("\(id) was seen, no. \(impression.count)")
              }
          }
        }
        .padding()
      }
    }
  }
}
