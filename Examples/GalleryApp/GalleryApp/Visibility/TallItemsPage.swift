import Sightline
import SwiftUI

/// Items taller than the screen, watched with four measures. The second also has several
/// thresholds.
struct TallItemsPage: View {
  private static let heights: [CGFloat] = [700, 1_100, 1_600, 2_400, 900]
  private static let ladderItem = 2

  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Tall items",
      "An item taller than the screen is never entirely visible. Four ways to define how much is enough.",
      log: log
    ) {
      ScrollView {
        LazyVStack(spacing: 20) {
          ForEach(Array(Self.heights.enumerated()), id: \.offset) { index, height in
            TallItem(
              number: index + 1, height: height, hasLadder: index + 1 == Self.ladderItem, log: $log)
          }
        }
        .padding()
      }
    }
  }
}

private struct TallItem: View {
  private static let measures: [(name: String, rule: VisibilityRule)] = [
    ("50 % of item", .fraction(0.5)),
    ("50 % of viewport", .share(0.5, of: .viewport)),
    ("50 % of the smaller", .share(0.5, of: .smaller)),
    ("All edges seen", .allEdgesSeen),
  ]
  private static let ladder = [0.25, 0.5, 0.75, 1]

  let number: Int
  let height: CGFloat
  let hasLadder: Bool
  @Binding var log: EventLog
  @State private var visible: Set<Int> = []
  @State private var steps: Set<Int> = []

  var body: some View {
    // Ten marks with the results, so that some are always on screen.
    VStack(spacing: 0) {
      ForEach(0..<10, id: \.self) { mark in
        VStack(alignment: .leading, spacing: 2) {
          Text("Item \(number), \(Int(height)) pt high: \(mark * 10) %").font(.caption)
          if mark.isMultiple(of: 2) { measures } else if hasLadder { ladder }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
      }
    }
    .padding(8)
    .frame(height: height)
    .background(.quaternary, in: RoundedRectangle(cornerRadius: 16))
    .onVisibilityChange(of: "\(number) item", when: Self.measures[0].rule) { note(0, $0) }
    .onVisibilityChange(of: "\(number) viewport", when: Self.measures[1].rule) { note(1, $0) }
    .onVisibilityChange(of: "\(number) fits", when: Self.measures[2].rule) { note(2, $0) }
    .onVisibilityChange(of: "\(number) edges", when: Self.measures[3].rule) { note(3, $0) }
    .onVisibilityCrossing(of: "\(number) steps", when: .thresholds(Self.ladder)) { crossing in
      if crossing.visibility == .visible {
        steps.insert(crossing.threshold)
      } else {
        steps.remove(crossing.threshold)
      }
    }
  }

  private var measures: some View {
    HStack {
      ForEach(0..<4, id: \.self) { Chip(Self.measures[$0].name, isOn: visible.contains($0)) }
    }
  }

  private var ladder: some View {
    HStack {
      ForEach(0..<4, id: \.self) {
        Chip("\(Int(Self.ladder[$0] * 100)) %", isOn: steps.contains($0))
      }
    }
  }

  private func note(_ measure: Int, _ isVisible: Bool) {
    if isVisible { visible.insert(measure) } else { visible.remove(measure) }
    log.add("item \(number), \(Self.measures[measure].name): \(isVisible ? "yes" : "no")")
  }
}
