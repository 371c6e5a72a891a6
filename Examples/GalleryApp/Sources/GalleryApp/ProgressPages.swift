#if canImport(SwiftUI)
import Sightline
import SwiftUI

/// How far cards have come through the viewport, in four ranges; the fourth one is taller than it.
struct ViewProgressPage: View {
  private static let heights: [CGFloat] = [170, 220, 170, 900, 170, 260, 170, 170]
  private static let ranges: [(name: String, range: ViewProgress.Range)] = [
    ("entry", .entry), ("contain", .contain), ("exit", .exit), ("cover", .cover),
  ]
  private static let space = "view-progress"

  @State private var geometry: ScrollMetrics?

  var body: some View {
    ScrollView {
      VStack(spacing: 16) {
        ForEach(Array(Self.heights.enumerated()), id: \.offset) { index, height in
          GeometryReader { card(index + 1, frame: $0.frame(in: .named(Self.space))) }
            .frame(height: height)
            .background(.quaternary, in: RoundedRectangle(cornerRadius: 16))
        }
      }
      .padding()
      .coordinateSpace(name: Self.space)
      .onEnclosingScroll(geometry: { geometry = $0 })
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

/// Offset, sizes and the visible part of a scroll view, and what it is doing.
struct ScrollPhasesPage: View {
  @State private var geometry: ScrollMetrics?
  @State private var phase = ScrollingPhase.idle

  var body: some View {
    ScrollViewReader { scroll in
      VStack {
        HStack {
          ForEach(ScrollingPhase.allCases, id: \.self) {
            Chip("\($0)", isOn: $0 == phase)
          }
        }
        Text(numbers).font(.caption.monospacedDigit())
        HStack {
          Button("To the top") { withAnimation { scroll.scrollTo(1, anchor: .top) } }
          Button("To row 30") { withAnimation { scroll.scrollTo(30, anchor: .top) } }
          Button("To the end") { withAnimation { scroll.scrollTo(60, anchor: .bottom) } }
        }
        ScrollView {
          VStack {
            ForEach(1...60, id: \.self) { row in
              Text("Row \(row)").frame(maxWidth: .infinity, minHeight: 56)
            }
          }
          .onEnclosingScroll(geometry: { geometry = $0 }, phase: { phase = $0.to })
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

/// Margins of 16, gaps of 8, a slide of 0.16 s; in every width the capsule is where it belongs.
struct DateTabsPage: View {
  private static let days = ["Mon 3", "Tue 4", "Wed 5", "Thu 6", "Fri 7", "Sat 8", "Sun 9"]

  @State private var day = days[0]
  @State private var share = 0.6

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      Text("As wide as the page")
      tabs
      Text("As wide as you make it")
      Slider(value: $share, in: 0.4...1) { Text("Width") }
      GeometryReader { proxy in
        tabs.frame(width: proxy.size.width * share)
      }
      .frame(height: 48)
      Text("From right to left")
      tabs.environment(\.layoutDirection, .rightToLeft)
      Text("\(day) November").font(.title).frame(maxWidth: .infinity)
      Spacer()
    }
    .padding(.vertical)
  }

  private var tabs: some View {
    DateTabs(Self.days, selection: $day) { day in
      Text(day.replacingOccurrences(of: " ", with: "\n")).multilineTextAlignment(.center)
    }
  }
}
#endif
