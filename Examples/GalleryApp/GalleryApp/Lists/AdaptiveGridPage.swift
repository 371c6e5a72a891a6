import Sightline
import SwiftUI

/// As many columns of at least 120 pt as fit, with 12 pt spacing.
struct AdaptiveGridPage: View {
  @State private var share = 1.0
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Adaptive grid", "As many equal columns as fit, none narrower than a minimum.", log: log
    ) {
      Slider(value: $share, in: 0.3...1) { Text("Width") }.padding()
      GeometryReader { proxy in
        ScrollView {
          AdaptiveGrid(minimumItemWidth: 120, spacing: 12) {
            ForEach(1...60, id: \.self) { number in
              Card("Item \(number)")
                .frame(height: 84)
                .onVisibilityChange(of: number) { isVisible in
                  log.add("item \(number) is \(isVisible ? "visible" : "invisible")")
                }
            }
          }
          .padding(16)
        }
        .frame(width: proxy.size.width * share)
      }
    }
  }
}
