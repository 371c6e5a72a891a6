import Sightline
import SwiftUI

/// The offset, sizes, visible rect and phase of a scroll view.
struct ScrollPhasesPage: View {
  @State private var geometry: ScrollMetrics?
  @State private var phase = ScrollingPhase.idle
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Scroll phases", "The phases of a scroll. Drag, flick or use the buttons.",
      log: log
    ) {
      ScrollViewReader { scroll in
        HStack {
          Button("Top") { withAnimation { scroll.scrollTo(1, anchor: .top) } }
          Button("Row 30") { withAnimation { scroll.scrollTo(30, anchor: .top) } }
          Button("End") { withAnimation { scroll.scrollTo(60, anchor: .bottom) } }
          Chip("\(phase)", isOn: phase != .idle)
        }
        .padding()
        Text(numbers).font(.caption.monospacedDigit())
        ScrollView {
          VStack {
            ForEach(1...60, id: \.self) { row in
              Text("Row \(row)").frame(maxWidth: .infinity, minHeight: 56)
            }
          }
          .onEnclosingScroll(geometry: { geometry = $0 }) { change in
            phase = change.to
            log.add("\(change.from) → \(change.to)")
          }
        }
      }
    }
  }

  private var numbers: String {
    guard let geometry else { return "" }
    let progress = Int((geometry.progress(along: .vertical) * 100).rounded())
    let visible = geometry.visibleRect
    return """
      Offset \(Int(geometry.contentOffset.y)) · \(progress) %
      Content \(Int(geometry.contentSize.width)) × \(Int(geometry.contentSize.height))
      Container \(Int(geometry.containerSize.width)) × \(Int(geometry.containerSize.height))
      Visible \(Int(visible.minY)) … \(Int(visible.maxY))
      """
  }
}
