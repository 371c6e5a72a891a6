import Sightline
import SwiftUI

/// Pulling down grows the header by the same distance; scrolling up moves its picture more slowly.
struct StretchyHeaderPage: View {
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Stretchy header",
      "Pull down: the header grows with your finger. Scroll up: its picture moves more slowly.",
      log: log
    ) {
      ScrollView {
        ParallaxHeader(height: 260) {
          LinearGradient(colors: [.orange, .purple], startPoint: .top, endPoint: .bottom)
            .onVisibilityChange(of: "header", when: .anyPixel) { isVisible in
              log.add("the header is \(isVisible ? "visible" : "invisible")")
            }
        } title: {
          Text("Dunes").foregroundColor(.white)
        }
        Rows()
      }
    }
  }
}

/// Collapses from 82 to 53 pt at an offset of 142 pt, in 0.08 s, without flicker at the threshold.
struct CollapsingHeaderPage: View {
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Collapsing header", "Small movements around the threshold don't make it flicker.",
      log: log
    ) {
      ScrollView { LazyVStack { Rows() } }.collapsingHeader { layout in
        VStack(spacing: 0) {
          Text("42").font(.title2.bold())
          if layout.showsLabel { Text("items").font(.caption) }
        }
        .padding(.vertical, layout.padding)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(.thinMaterial)
        .onChange(of: layout.showsLabel) { isExpanded in
          log.add("the header is \(isExpanded ? "expanded" : "collapsed")")
        }
      }
    }
  }
}
