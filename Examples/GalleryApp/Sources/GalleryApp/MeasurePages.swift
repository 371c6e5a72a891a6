#if canImport(SwiftUI)
import Sightline
import SwiftUI
#if os(macOS)
import AppKit
#endif

/// Items taller than the screen under four measures at once; the second one with several thresholds.
struct TallItemsPage: View {
  private static let heights: [CGFloat] = [700, 1_100, 1_600, 2_400, 900]
  private static let ladderItem = 2

  var body: some View {
    ScrollView {
      LazyVStack(spacing: 20) {
        ForEach(Array(Self.heights.enumerated()), id: \.offset) { index, height in
          TallItem(number: index + 1, height: height, hasLadder: index + 1 == Self.ladderItem)
        }
      }
      .padding()
    }
  }
}

private struct TallItem: View {
  private static let measures: [(name: String, rule: VisibilityRule)] = [
    ("50 % of item", .fraction(0.5)),
    ("50 % of viewport", .share(0.5, of: .viewport)),
    ("50 % of what fits", .share(0.5, of: .smaller)),
    ("All edges seen", .allEdgesSeen),
  ]
  private static let ladder = [0.25, 0.5, 0.75, 1]

  let number: Int
  let height: CGFloat
  let hasLadder: Bool
  @State private var visible: Set<Int> = []
  @State private var steps: Set<Int> = []

  var body: some View {
    // Ten marks, each with the numbers, so that some are on screen wherever the item stands.
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
    .onVisibilityChange(of: "\(number) item", Self.measures[0].rule) { note(0, $0) }
    .onVisibilityChange(of: "\(number) viewport", Self.measures[1].rule) { note(1, $0) }
    .onVisibilityChange(of: "\(number) fits", Self.measures[2].rule) { note(2, $0) }
    .onVisibilityChange(of: "\(number) edges", Self.measures[3].rule) { note(3, $0) }
    .onVisibilityCrossing(of: "\(number) steps", .thresholds(Self.ladder)) { crossing in
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
  }
}

/// Turned, scaled and moved cards in a frame that clips them, with the exact fraction of what is left.
struct TransformsPage: View {
  private static let names = ["Turned", "Scaled", "Moved", "All three"]
  private static let percents = (0...100).map { Double($0) / 100 }

  @State private var angle = 20.0
  @State private var scale = 1.0
  @State private var fractions: [Int: Double] = [:]

  var body: some View {
    VStack {
      HStack {
        Text("Angle")
        Slider(value: $angle, in: 0...360)
      }
      HStack {
        Text("Scale")
        Slider(value: $scale, in: 0.5...1.6)
      }
      GeometryReader { proxy in
        ForEach(0..<4, id: \.self) { index in
          card(index)
            .rotationEffect(.degrees(index % 3 == 0 ? angle : 0))
            .scaleEffect(index % 2 == 1 ? scale : 1)
            .position(place(index, in: proxy.size))
        }
      }
      .clipped()
      .visibilityViewport()
      .border(.secondary)
      Text("What the frame leaves of each card, to the percent below").font(.caption)
    }
    .padding()
  }

  @MainActor
  private func card(_ index: Int) -> some View {
    VStack {
      Text(Self.names[index])
      Text("\(Int(((fractions[index] ?? 0) * 100).rounded(.down))) %").font(.title2.bold())
    }
    .frame(width: 184, height: 126)
    .background(.quaternary, in: RoundedRectangle(cornerRadius: 12))
    .onVisibilityCrossing(of: index, .thresholds(Self.percents)) {
      fractions[index] = $0.fraction
    }
  }

  private func place(_ index: Int, in size: CGSize) -> CGPoint {
    let shift = index >= 2 ? sin(angle * .pi / 180) : 0
    return CGPoint(
      x: ((index % 2 == 0 ? 0.12 : 0.84) + 0.06 * shift) * size.width,
      y: ((index < 2 ? 0.22 : 0.72) + 0.16 * shift) * size.height)
  }
}

/// The card counts while it takes up 20 % of the window; in a hidden or minimised one it does not.
struct WindowStatesPage: View {
  private static let share = 0.2
  /// With every hundredth of the window as a threshold, the share on screen follows the card.
  private static let percents = (0...100).map { Double($0) / 100 }

  @State private var height = 380.0
  @State private var fraction = 0.0
  @State private var counts = false
  @State private var log: [String] = []
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    VStack {
      HStack {
        Text("Height")
        Slider(value: $height, in: 120...480)
      }
      HStack {
        Chip(counts ? "counts" : "does not count", isOn: counts)
        Chip("the app is \(scenePhase)", isOn: scenePhase == .active)
        #if os(macOS)
        Button("Hide for a second") { hideForASecond() }
        Button("Minimise") { NSApplication.shared.keyWindow?.miniaturize(nil) }
        #endif
      }
      VStack {
        Text("Share of the window")
        Text("\(Int((fraction * 100).rounded(.down))) %").font(.largeTitle.bold())
      }
      .frame(maxWidth: .infinity)
      .frame(height: height)
      .background(.quaternary, in: RoundedRectangle(cornerRadius: 16))
      .onVisibilityCrossing(of: "share", .thresholds(Self.percents, of: .viewport)) {
        fraction = $0.fraction
      }
      .onVisibilityCrossing(of: "card", .share(Self.share, of: .viewport)) { crossing in
        counts = crossing.visibility == .visible
        log.append(
          crossing.reason.map { "The card does not count: \($0)" } ?? "The card counts")
      }
      Text(log.suffix(4).joined(separator: "\n")).font(.caption.monospaced())
      Spacer()
    }
    .padding()
  }

  #if os(macOS)
  @MainActor
  private func hideForASecond() {
    NSApplication.shared.hide(nil)
    Task {
      try await Task.sleep(for: .seconds(1))
      NSApplication.shared.unhide(nil)
    }
  }
  #endif
}

/// A word that says whether something holds.
struct Chip: View {
  private let text: String
  private let isOn: Bool

  init(_ text: String, isOn: Bool) {
    self.text = text
    self.isOn = isOn
  }

  var body: some View {
    Text(text)
      .font(.caption)
      .padding(.horizontal, 8)
      .padding(.vertical, 4)
      .background(isOn ? Color.green.opacity(0.4) : Color.gray.opacity(0.2), in: Capsule())
  }
}
#endif
