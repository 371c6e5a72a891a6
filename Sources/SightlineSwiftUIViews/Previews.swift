#if canImport(SwiftUI) && !os(watchOS) && DEBUG
import SightlineScroll
import SwiftUI

/// A preview with state.
private struct Stateful<Value, Content: View>: View {
  @State var value: Value
  @ViewBuilder let content: (Binding<Value>) -> Content

  var body: some View { content($value) }
}

struct AdaptiveGrid_Previews: PreviewProvider {
  static var previews: some View {
    ScrollView {
      AdaptiveGrid(minimumItemWidth: 110) {
        ForEach(0..<40, id: \.self) { _ in
          RoundedRectangle(cornerRadius: 8).fill(.quaternary).frame(height: 90)
        }
      }
      .padding()
    }
  }
}

struct CollapsingHeader_Previews: PreviewProvider {
  static var previews: some View {
    ScrollView { VStack { ForEach(0..<40, id: \.self) { Text("Row \($0)").padding() } } }
      .collapsingHeader { layout in
        VStack {
          Text("42").font(.title2.bold())
          if layout.showsLabel { Text("items").font(.caption) }
        }
        .padding(.vertical, layout.padding)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(.thinMaterial)
        .accessibilityElement()
        .accessibilityLabel("42 items")
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
      RoundedRectangle(cornerRadius: 12).fill(.quaternary).frame(height: 120)
        .overlay { Text("\(card.id)") }
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
      .padding(80)
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
        ScrollView { ForEach(0..<30, id: \.self) { Text("\(name) \($0)").padding() } }
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
      ForEach(0..<30, id: \.self) { Text("Row \($0)").padding() }
    }
  }
}

struct ReachEnd_Previews: PreviewProvider {
  private struct Example: View {
    @State private var count = 5
    @State private var loading = LoadMoreTrigger(.itemFromEnd(3))
    var body: some View {
      ScrollView {
        LazyVStack {
          ForEach(0..<count, id: \.self) { Text("Item \($0)").padding().reachEndItem($0) }
          if loading.state == .failed { Button("Try again") { loading.retry() } }
        }
        .onReachEnd(itemCount: count, loading: $loading) {
          count += 10
          return count < 60
        }
      }
    }
  }

  static var previews: some View { Example() }
}

struct SectionTabs_Previews: PreviewProvider {
  static var previews: some View {
    SectionTabs(["Overview", "Rooms", "Reviews"]) {
      Text($0)
    } content: { name in
      ForEach(0..<12, id: \.self) { Text("\(name) \($0)").padding() }
    }
  }
}

struct SegmentedRow_Previews: PreviewProvider {
  static var previews: some View {
    Stateful(value: 3) { day in SegmentedRow([1, 2, 3, 4, 5], selection: day) { Text("\($0)") } }
  }
}
#endif
