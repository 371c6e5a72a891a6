#if DEBUG
import SightlineSwiftUIViews
import SwiftUI

/// A preview with state.
private struct Stateful<Value, Content: View>: View {
  @State var value: Value
  @ViewBuilder let content: (Binding<Value>) -> Content

  var body: some View { content($value) }
}

/// Rows to scroll.
private struct Rows: View {
  var name = "Row"

  var body: some View { ForEach(0..<30, id: \.self) { Text("\(name) \($0)").padding() } }
}

struct AdaptiveGrid_Previews: PreviewProvider {
  static var previews: some View { ScrollView { AdaptiveGrid(minimumItemWidth: 110) { Rows() } } }
}

struct CollapsingHeader_Previews: PreviewProvider {
  static var previews: some View {
    ScrollView { Rows() }
      .collapsingHeader { layout in
        Text(layout.showsLabel ? "42 items" : "42").font(.title2.bold())
          .frame(maxWidth: .infinity, maxHeight: .infinity)
          .background(.thinMaterial)
          .accessibilityAddTraits(.isHeader)
      }
  }
}

struct EndlessCarousel_Previews: PreviewProvider {
  private struct Card: Identifiable {
    let id: Int
  }

  static var previews: some View {
    EndlessCarousel((0..<8).map(Card.init), itemWidth: 200) { card in
      Text("Card \(card.id)").padding().frame(maxWidth: .infinity).background(.quaternary)
    }
  }
}

struct FlyingHeart_Previews: PreviewProvider {
  static var previews: some View {
    Stateful(value: false) { isFavourite in
      VStack {
        Toggle("Favourite", isOn: isFavourite)
          .flightSource(when: isFavourite.wrappedValue)
        Spacer()
        Image(systemName: "heart").accessibilityLabel("Favourites").flightTarget()
      }
      .padding()
      .flightSpace()
    }
  }
}

struct ListTabs_Previews: PreviewProvider {
  static var previews: some View {
    List {
      ForEach(["Starters", "Mains", "Desserts"], id: \.self) { course in
        Section(course) {
          ForEach(0..<12, id: \.self) { Text("\(course) \($0)").tabSection(course) }
        }
        .id(course)
      }
    }
    .sectionTabs(["Starters", "Mains", "Desserts"]) { Text($0) }
  }
}

struct PagedTabs_Previews: PreviewProvider {
  static var previews: some View {
    Stateful(value: "For you") { tab in
      PagedTabs(["For you", "New", "Following"], selection: tab) {
        Text($0)
      } page: { name in
        ScrollView { Rows(name: name) }
      }
    }
  }
}

struct ParallaxHeader_Previews: PreviewProvider {
  static var previews: some View {
    ScrollView {
      ParallaxHeader(height: 260) {
        LinearGradient(colors: [.orange, .purple], startPoint: .top, endPoint: .bottom)
      } title: {
        Text("Dunes").foregroundColor(.white)
      }
      Rows()
    }
  }
}

struct ReachEnd_Previews: PreviewProvider {
  static var previews: some View {
    Stateful(value: 5) { count in
      ScrollView {
        LazyVStack {
          ForEach(0..<count.wrappedValue, id: \.self) {
            Text("Item \($0)").padding().reachEndItem($0)
          }
        }
        .onReachEnd(itemCount: count.wrappedValue, when: .itemFromEnd(3)) {
          count.wrappedValue += 10
          return true
        }
      }
    }
  }
}

struct SectionTabs_Previews: PreviewProvider {
  static var previews: some View {
    SectionTabs(["Overview", "Rooms", "Reviews"]) {
      Text($0)
    } content: {
      Rows(name: $0)
    }
  }
}

struct SegmentedRow_Previews: PreviewProvider {
  static var previews: some View {
    Stateful(value: "Wed") { day in
      SegmentedRow(["Mon", "Tue", "Wed", "Thu", "Fri"], selection: day) { Text($0) }
    }
  }
}
#endif
