import GtkBackend
import SightlineSwiftCrossUI
import SwiftCrossUI

/// Sightline's systems as SwiftUI code: rows that show whether they are visible, impressions, a
/// header that collapses, and a sheet that covers.
@main
struct SystemsApp: App {
  typealias Backend = GtkBackend

  let backend = GtkBackend(appIdentifier: "org.example.SightlineSystems")

  var body: some Scene {
    WindowGroup("Sightline") { SystemsView() }.defaultSize(width: 420, height: 600)
  }
}

struct SystemsView: View {
  @State var items = Array(1...40)
  @State var visible: Set<Int> = []
  @State var seen: Set<Int> = []
  @State var header = CollapsingHeader()
  @State var isCovered = false
  @State var isInspected = false
  @State var script = Script()

  var body: some View {
    VStack(spacing: 0) {
      VStack {
        Text("\(visible.count) visible, \(seen.count) of \(items.count) seen")
        if !header.isCollapsed {
          Button("Move every row's item") { items = Array(items.dropFirst() + items.prefix(1)) }
          Button(isCovered ? "Uncover" : "Cover") { isCovered.toggle() }
          Button("Inspector") { isInspected.toggle() }
        }
      }
      ZStack {
        if let bars = Script.bars {
          ScrollView { rows }.viewportMargins(.points(top: -bars, bottom: -bars))
        } else {
          ScrollView { rows }
        }
        if isCovered {
          Text("A sheet").frame(width: 420, height: 500).background(Color.white).visibilityCover()
        }
      }
    }
    .visibilityInspector(isInspected)
    .visibilityRecording(to: Script.recording)
    .inspect(.afterUpdate) { _ in script.begin(self) }
  }

  private var rows: some View {
    VStack(spacing: 0) {
      // By position, so that a row shows another item when they move.
      ForEach(Array(items.indices), id: \.self) { position in
        let item = items[position]
        row(item)
          .onVisibilityChange(of: item) { isVisible in
            if isVisible { visible.insert(item) } else { visible.remove(item) }
            script.note(isVisible ? "+\(item)" : "-\(item)")
          }
          .onImpression(of: item, .feed) { _ in
            seen.insert(item)
            script.note("seen \(item)")
          }
          .onExposure(of: item) { script.note($0.isVisible ? "(\(item)" : ")\(item)") }
      }
    }
    .onEnclosingScroll(geometry: { metrics in
      script.metrics = metrics
      // Its animation is not shown, so the time does not matter.
      var next = header
      next.scroll(to: metrics.contentOffset.y, at: .zero)
      if next != header { header = next }
    })
    .inspect(.afterUpdate) { script.content = $0 }
  }

  private func row(_ item: Int) -> some View {
    Text("Item \(item)\(seen.contains(item) ? ", seen" : "")").frame(
      width: 400, height: Int(Script.rowHeight))
  }
}
