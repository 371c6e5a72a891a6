#if canImport(SwiftUI)
import Sightline
import SwiftUI

/// 100 targets, 300 pt high and 32 apart, between two bars of 4 pt.
struct VisibleItemsPage: View {
  @State private var log: [String] = []

  var body: some View {
    VStack(spacing: 0) {
      Color.red.frame(height: 4)
      ScrollView {
        LazyVStack(spacing: 32) {
          ForEach(0..<100, id: \.self) { index in
            RoundedRectangle(cornerRadius: 16).fill(.quaternary)
              .overlay { Text("TargetView \(index)") }
              .frame(height: 300)
              .onVisibilityChange(of: index) { isVisible in
                let line = "TargetView \(index) is \(isVisible ? "visible" : "invisible")!!"
                print(line)
                log.append(line)
              }
          }
        }
        .padding(.horizontal)
      }
      Color.red.frame(height: 4)
      Text(log.suffix(4).joined(separator: "\n"))
        .font(.caption.monospaced())
        .frame(maxWidth: .infinity, minHeight: 72, alignment: .leading)
        .padding(8)
    }
  }
}

/// 70 % at once, 50 % for 1 s, video 50 % for 2 s.
struct ImpressionsPage: View {
  @State private var counts: [Int: Int] = [:]
  @State private var fractions: [Int: Double] = [:]

  private func policy(of index: Int) -> (name: String, policy: ImpressionPolicy) {
    switch index % 3 {
    case 0: ("70 % at once", .feed)
    case 1: ("50 % for 1 s", .mrcDisplay)
    default: ("video, 50 % for 2 s", .mrcVideo)
    }
  }

  var body: some View {
    ScrollView {
      LazyVStack(spacing: 16) {
        ForEach(0..<60, id: \.self) { index in
          let (name, policy) = policy(of: index)
          VStack {
            Text("Card \(index): \(name)")
            Text("\(Int((fractions[index] ?? 0) * 100)) %, seen \(counts[index] ?? 0) times")
              .foregroundColor(.secondary)
          }
          .frame(maxWidth: .infinity, minHeight: 220)
          .background(.quaternary, in: RoundedRectangle(cornerRadius: 16))
          .onImpression(of: index, policy) { counts[index] = $0.count }
          .onVisibilityCrossing(of: index, .thresholds([0, 0.25, 0.5, 0.75, 1])) {
            fractions[index] = $0.fraction
          }
        }
      }
      .padding()
    }
  }
}

/// Every clip on the way counts: a card off the side of its carousel is not visible.
struct FeedPage: View {
  @State private var visible: Set<String> = []

  var body: some View {
    ScrollView {
      LazyVStack(alignment: .leading) {
        ForEach(0..<20, id: \.self) { row in
          Text("Row \(row)").font(.headline)
          ScrollView(.horizontal, showsIndicators: false) {
            LazyHStack {
              ForEach(0..<20, id: \.self) { column in
                let id = "\(row).\(column)"
                Text(id)
                  .frame(width: 160, height: 120)
                  .background(
                    visible.contains(id) ? Color.green : Color.gray.opacity(0.3),
                    in: RoundedRectangle(cornerRadius: 12)
                  )
                  .onVisibilityChange(of: id, .fraction(0.7)) { isVisible in
                    if isVisible { visible.insert(id) } else { visible.remove(id) }
                  }
              }
            }
          }
        }
      }
      .padding()
    }
  }
}

/// A sheet of paper slides over cards; a bar of glass may lie there.
struct CoveredPage: View {
  @State private var isCovering = false
  @State private var reason: InvisibilityReason?

  var body: some View {
    ZStack {
      Text(reason.map { "Not visible: \($0)" } ?? "Visible")
        .frame(width: 240, height: 240)
        .background(.quaternary)
        .onVisibilityCrossing(of: "card", .fully) { reason = $0.reason }
      Color.orange
        .frame(width: 240, height: 120)
        .offset(y: isCovering ? 0 : 300)
        .visibilityCover()
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .overlay(alignment: .top) {
      Text("A friendly bar").padding().background(.ultraThinMaterial).friendlyObstruction()
    }
    .onTapGesture { isCovering.toggle() }
  }
}
#endif
