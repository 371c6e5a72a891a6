import Sightline
import SwiftUI

/// An overlay on each observed view with its visible part, or the reason it is not visible.
struct InspectorPage: View {
  @State private var isShown = true
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Inspector", "The overlay shows the visible part of each card and the reason.", log: log
    ) {
      Toggle("Inspector", isOn: $isShown).padding()
      ScrollView {
        LazyVStack(spacing: 24) {
          ForEach(1...40, id: \.self) { number in
            Card("Card \(number)")
              .frame(height: 140)
              .opacity(number.isMultiple(of: 4) ? 0 : 1)
              .onVisibilityChange(of: number, when: .fraction(0.7)) { isVisible in
                log.add("card \(number) is \(isVisible ? "visible" : "invisible")")
              }
          }
        }
        .padding()
      }
    }
    .visibilityInspector(isShown)
  }
}
