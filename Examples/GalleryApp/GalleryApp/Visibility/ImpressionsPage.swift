import Sightline
import SwiftUI

/// Three policies: at once, after a dwell, and once per session however often the page is opened.
struct ImpressionsPage: View {
  private static let policies: [(name: String, policy: ImpressionPolicy)] = [
    ("70 % at once", .feed),
    ("50 % for 1 s", .mrcDisplay),
    ("50 % for 1 s, once per session", .mrcDisplay.repeating(.oncePerSession)),
  ]

  @State private var counts: [String: Int] = [:]
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
            // Within a session an id means one item, on whichever page it is.
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
