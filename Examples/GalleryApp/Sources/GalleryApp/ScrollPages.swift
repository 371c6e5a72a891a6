#if canImport(SwiftUI)
import Sightline
import SwiftUI

private struct Rows: View {
  var name = "Row"
  var body: some View {
    ForEach(0..<40, id: \.self) { index in
      Text("\(name) \(index)").frame(maxWidth: .infinity, minHeight: 56)
    }
  }
}

struct StretchyPage: View {
  var body: some View {
    ScrollView {
      StretchyHeaderView(height: 260) {
        LinearGradient(colors: [.orange, .purple], startPoint: .top, endPoint: .bottom)
      } title: {
        Text("Dunes").foregroundColor(.white)
      }
      Rows()
    }
    .stretchyHeaderSpace()
  }
}

struct CollapsingPage: View {
  var body: some View {
    CollapsingHeaderView { layout in
      VStack(spacing: 0) {
        Text("42").font(.title2.bold())
        if layout.showsLabel { Text("items").font(.caption) }
      }
      .padding(.vertical, layout.padding)
      .frame(maxWidth: .infinity, maxHeight: .infinity)
      .background(.thinMaterial)
    } content: {
      Rows()
    }
  }
}

struct PagedTabsPage: View {
  @State private var tab = "For you"
  var body: some View {
    PagedTabs(["For you", "New", "Following", "Nearby"], selection: $tab) {
      Text($0)
    } page: { name in
      ScrollView { LazyVStack { Rows(name: name) } }
    }
  }
}

struct CarouselPage: View {
  private struct Card: Identifiable {
    let id: Int
  }

  var body: some View {
    CarouselView((0..<8).map(Card.init), itemWidth: 200) { card in
      RoundedRectangle(cornerRadius: 12).fill(.quaternary).frame(height: 140)
        .overlay { Text("Offer \(card.id)") }
    }
  }
}

struct SectionTabsPage: View {
  var body: some View {
    SectionTabs(["Overview", "Rooms", "Prices", "Reviews"]) {
      Text($0)
    } content: { name in
      VStack {
        ForEach(0..<8, id: \.self) { Text("\(name) \($0)").frame(minHeight: 56) }
      }
    }
  }
}

struct HeartPage: View {
  @State private var likes = 0
  var body: some View {
    VStack {
      Button("Like") { likes += 1 }.buttonStyle(.borderedProminent).flightSource(trigger: likes)
      Spacer()
      HStack {
        Spacer()
        Label("\(likes)", systemImage: "heart").flightTarget()
      }
    }
    .padding(48)
    .flightSpace()
  }
}
#endif
