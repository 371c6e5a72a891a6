#if DEBUG
import SightlineSwiftUI
import SwiftUI

/// An example with the inspector for each modifier.
@MainActor
enum VisibilityExamples {
  /// Rows with a modifier, and the last event.
  private struct Rows<Row: View>: View {
    @ViewBuilder let row: (AnyView, Int, @escaping @MainActor (String) -> Void) -> Row
    @State private var event = "–"

    var body: some View {
      VStack {
        Text(event)
        ScrollView {
          LazyVStack {
            ForEach(0..<30, id: \.self) { number in
              let card = Text("Card \(number)").font(.title).padding().background { Color.gray }
              row(AnyView(card), number) { event = $0 }
            }
          }
        }
      }
      .visibilityInspector()
    }
  }

  private struct Items: View {
    @State private var visible: Set<Int> = []

    var body: some View {
      VStack {
        Text("\(visible.sorted().map(String.init).joined(separator: ", "))")
        Rows { view, id, _ in view.visibilityItem(id) }
          .onVisibleItemsChange(of: Int.self) { visible = $0 }
      }
    }
  }

  private struct Scrolled: View {
    @State private var isScrolled = false

    var body: some View {
      ScrollView {
        Color.gray.frame(height: 2_000)
          .onEnclosingScroll(for: Bool.self) {
            $0.contentOffset.y > 0
          } action: { _, isPast in
            isScrolled = isPast
          }
      }
      .overlay { Text(isScrolled ? "scrolled" : "at the top") }
    }
  }

  static var visibility: some View {
    Rows { view, id, show in view.onVisibilityChange(of: id) { show("\(id) \($0)") } }
  }

  static var thresholds: some View {
    Rows { view, id, show in
      view.onVisibilityCrossing(of: id, when: .thresholds([0.25, 0.5, 1])) {
        show("\(id): \($0.fraction)")
      }
    }
  }

  static var impressions: some View {
    Rows { view, id, show in
      view.onImpression(of: id, .mrcDisplay) { _ in show("\(id) seen") }.countsDwell(id % 2 == 0)
    }
  }

  static var exposures: some View {
    Rows { view, id, show in view.onExposure(of: id) { show("\(id): \($0.duration)") } }
  }

  static var visibleItems: some View { Items() }

  static var scroll: some View { Scrolled() }

  static var viewportBetweenBars: some View { visibility.viewportMargins(.safeArea) }

  static var covers: some View {
    ZStack {
      visibility
      Text("Bar").padding().background { Color.orange }.visibilityCover()
      Text("Glass").padding().background(.ultraThinMaterial).visibilityCover(.friendly)
    }
  }

  static var notObserved: some View {
    Rows { view, id, show in
      view.onVisibilityChange(of: id) { show("\(id) \($0)") }.visibilityObservationDisabled()
    }
  }
}

struct VisibilityScreenExample: View {
  @State private var impressions = 0
  @State private var visit = 1

  var body: some View {
    VStack {
      Text("Seen \(impressions) times")
        .onImpression(of: "offer", .feed.repeating(.oncePerScreenVisit)) { _ in impressions += 1 }
      Button("Visit \(visit)") { visit += 1 }
    }
    .visibilityScreen(visit)
  }
}

#if canImport(Darwin) && !SIGHTLINE_WITHOUT_MACROS
#Preview("Visibility") { VisibilityExamples.visibility }
#Preview("Thresholds") { VisibilityExamples.thresholds }
#Preview("Impressions") { VisibilityExamples.impressions }
#Preview("Exposures") { VisibilityExamples.exposures }
#Preview("Visible items") { VisibilityExamples.visibleItems }
#Preview("Scroll") { VisibilityExamples.scroll }
#Preview("Viewport between bars") { VisibilityExamples.viewportBetweenBars }
#Preview("Covers") { VisibilityExamples.covers }
#Preview("Not observed") { VisibilityExamples.notObserved }
#Preview("Screen visits") { VisibilityScreenExample() }
#endif
#endif
