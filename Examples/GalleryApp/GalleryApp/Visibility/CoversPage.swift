import Sightline
import SwiftUI

/// Covers hide the card below; friendly obstructions do not.
struct CoversPage: View {
  @State private var isCovering = false
  @State private var hasBar = false
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Covers", "The sheet of paper hides the card; the friendly bar does not.",
      log: log
    ) {
      VStack {
        Toggle("Paper, a cover", isOn: $isCovering)
        Toggle("Glass bar, friendly", isOn: $hasBar)
        ZStack {
          Card("Card").frame(width: 240, height: 240)
            .onVisibilityCrossing(of: "card", when: .fully) { crossing in
              log.add(crossing.reason.map { "not visible: \($0)" } ?? "visible")
            }
          if isCovering {
            Color.orange.frame(width: 240, height: 120).visibilityCover()
          }
          if hasBar {
            Text("Bar").frame(width: 280, height: 64).background(.ultraThinMaterial)
              .visibilityCover(.friendly)
          }
        }
        .frame(maxHeight: .infinity)
      }
      .padding()
    }
  }
}
