import Sightline
import SwiftUI

/// Rows that count only outside bars and the keyboard.
struct SafeAreaPage: View {
  private static let barHeight: CGFloat = 64

  @State private var clear: Set<Int> = []
  @State private var goesByBounds = false
  @State private var text = ""
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Safe area",
      "Tap the field: green rows are clear of the bar and the keyboard. With bounds, covered rows count.",
      log: log
    ) {
      Toggle("Use the bounds", isOn: $goesByBounds).padding(.horizontal)
      ScrollView {
        LazyVStack(spacing: 8) {
          ForEach(1...40, id: \.self) { row in
            Card("Row \(row)", isOn: clear.contains(row))
              .frame(height: 56)
              .onVisibilityChange(of: row, when: .fully) { isVisible in
                if isVisible { clear.insert(row) } else { clear.remove(row) }
                log.add("row \(row) is \(isVisible ? "clear" : "no longer clear")")
              }
          }
        }
        .padding()
      }
      .viewportMargins(goesByBounds ? .zero : .safeArea(bottom: -Self.barHeight))
      .overlay(alignment: .bottom) { bar }
    }
  }

  private var bar: some View {
    TextField("Type here", text: $text)
      .textFieldStyle(.roundedBorder)
      .padding(.horizontal)
      .frame(height: Self.barHeight)
      .background(.thinMaterial)
  }
}
