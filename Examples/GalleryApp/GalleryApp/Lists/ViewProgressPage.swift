import Sightline
import SwiftUI

/// The progress of cards through the viewport, in four ranges. The fourth card is taller than it.
struct ViewProgressPage: View {
  private static let heights: [CGFloat] = [170, 220, 170, 900, 170, 260, 170, 170]
  private static let ranges: [(name: String, range: ViewProgress.Range)] = [
    ("entry", .entry), ("contain", .contain), ("exit", .exit), ("cover", .cover),
  ]
  private static let space = "view-progress"

  @State private var geometry: ScrollMetrics?
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "View progress", "Scroll: bars show the progress of each card through the screen.",
      log: log
    ) {
      ScrollView {
        VStack(spacing: 16) {
          ForEach(Array(Self.heights.enumerated()), id: \.offset) { index, height in
            GeometryReader { card(index + 1, frame: $0.frame(in: .named(Self.space))) }
              .frame(height: height)
              .background(.quaternary, in: RoundedRectangle(cornerRadius: 16))
              .onVisibilityChange(of: index, when: .anyPixel) { isVisible in
                log.add("card \(index + 1) \(isVisible ? "entered" : "left")")
              }
          }
        }
        .padding()
        .coordinateSpace(name: Self.space)
        .onEnclosingScroll(geometry: { geometry = $0 })
      }
    }
  }

  private func card(_ number: Int, frame: CGRect) -> some View {
    VStack(alignment: .leading) {
      Text("\(number): \(Int(frame.height)) pt high")
      HStack {
        ForEach(Self.ranges, id: \.name) { entry in
          let value = value(of: frame, in: entry.range)
          VStack(alignment: .leading) {
            Text("\(entry.name) \(Int((value * 100).rounded())) %").font(.caption)
            ProgressView(value: value)
          }
        }
      }
    }
    .padding()
  }

  private func value(of frame: CGRect, in range: ViewProgress.Range) -> Double {
    guard let geometry else { return 0 }
    let subject = LayoutRect(
      x: frame.minX, y: frame.minY, width: frame.width, height: frame.height)
    return ViewProgress(of: subject, in: geometry).value(in: range)
  }
}
