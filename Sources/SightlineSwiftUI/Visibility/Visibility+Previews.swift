#if canImport(SwiftUI) && !os(watchOS)
#if DEBUG
import SightlineCore
import SwiftUI

struct Visibility_Previews: PreviewProvider {
  private struct Rows: View {
    @State private var visible: Set<Int> = []
    @State private var seen: Set<Int> = []

    var body: some View {
      ScrollView {
        LazyVStack(spacing: 32) {
          ForEach(0..<100, id: \.self) { row in
            RoundedRectangle(cornerRadius: 16)
              .fill(visible.contains(row) ? Color.green : Color.gray)
              .overlay { Text(seen.contains(row) ? "seen" : "\(row)") }
              .frame(height: 300)
              .onVisibilityChange(of: row) { isVisible in
                if isVisible { visible.insert(row) } else { visible.remove(row) }
              }
              .onImpression(of: row, .mrcDisplay) { _ in seen.insert(row) }
          }
        }
      }
    }
  }

  static var previews: some View {
    Rows().previewDisplayName("Visibility and impressions")
    Rows().visibilityInspector().previewDisplayName("Inspector")
    Rows().visibilityViewport(.safeArea(bottom: -100))
      .previewDisplayName("Viewport with bars")
    ZStack {
      Rows()
      Color.orange.frame(height: 200).visibilityCover()
    }
    .previewDisplayName("Cover")
    ZStack(alignment: .top) {
      Rows()
      Text("Glass").padding().background(.ultraThinMaterial).friendlyObstruction()
    }
    .previewDisplayName("Friendly obstruction")
  }
}
#endif
#endif
