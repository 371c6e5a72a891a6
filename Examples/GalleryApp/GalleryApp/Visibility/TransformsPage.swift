import Sightline
import SwiftUI

/// Rotated, scaled and moved cards in a clipping frame, with their exact visible fractions.
struct TransformsPage: View {
  private static let names = ["Rotated", "Scaled", "Moved", "All three"]
  private static let percents = (0...100).map { Double($0) / 100 }

  @State private var angle = 20.0
  @State private var scale = 1.0
  @State private var fractions: [Int: Double] = [:]
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Transforms", "Each card shows the exact visible share of its area.", log: log
    ) {
      VStack {
        Slider(value: $angle, in: 0...360) { Text("Angle") }
        Slider(value: $scale, in: 0.5...1.6) { Text("Scale") }
        GeometryReader { proxy in
          ForEach(0..<4, id: \.self) { index in
            card(index)
              .rotationEffect(.degrees(index % 3 == 0 ? angle : 0))
              .scaleEffect(index % 2 == 1 ? scale : 1)
              .position(place(index, in: proxy.size))
          }
        }
        .clipped()
        .viewportMargins(.zero)
        .border(.secondary)
      }
      .padding()
    }
  }

  @MainActor
  private func card(_ index: Int) -> some View {
    VStack {
      Text(Self.names[index])
      Text("\(Int(((fractions[index] ?? 0) * 100).rounded(.down))) %").font(.title2.bold())
    }
    .frame(width: 184, height: 126)
    .background(.quaternary, in: RoundedRectangle(cornerRadius: 12))
    .onVisibilityCrossing(of: index, when: .thresholds(Self.percents)) { crossing in
      fractions[index] = crossing.fraction
      if let reason = crossing.reason { log.add("\(Self.names[index]): \(reason)") }
    }
  }

  private func place(_ index: Int, in size: CGSize) -> CGPoint {
    let shift = index >= 2 ? sin(angle * .pi / 180) : 0
    return CGPoint(
      x: ((index % 2 == 0 ? 0.12 : 0.84) + 0.06 * shift) * size.width,
      y: ((index < 2 ? 0.22 : 0.72) + 0.16 * shift) * size.height)
  }
}
