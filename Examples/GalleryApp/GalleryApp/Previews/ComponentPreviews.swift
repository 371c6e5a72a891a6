#if DEBUG
import SightlineSwiftUIViews
import SwiftUI

/// A preview with state.
private struct Stateful<Value, Content: View>: View {
  @State private var value: Value
  private let content: (Binding<Value>) -> Content

  init(value: Value, @ViewBuilder content: @escaping (Binding<Value>) -> Content) {
    _value = State(initialValue: value)
    self.content = content
  }

  var body: some View { content($value) }
}

/// Rows to scroll.
private struct Rows: View {
  var name = "Row"

  var body: some View { ForEach(0..<30, id: \.self) { Text("\(name) \($0)").padding() } }
}

struct AdaptiveGridExample: View {
  var body: some View { ScrollView { AdaptiveGrid(minimumItemWidth: 110) { Rows() } } }
}

struct CollapsingHeaderExample: View {
  var body: some View {
    ScrollView { Rows() }
      .collapsingHeader { layout in
        Text(layout.showsLabel ? "42 items" : "42").font(.title2.bold())
          .frame(maxWidth: .infinity, maxHeight: .infinity)
          .background(.thinMaterial)
          .accessibilityAddTraits(.isHeader)
      }
  }
}

struct EndlessCarouselExample: View {
  private struct Card: Identifiable {
    let id: Int
  }

  var body: some View {
    EndlessCarousel((0..<8).map(Card.init), itemWidth: 200) { card in
      Text("Card \(card.id)").padding().frame(maxWidth: .infinity).background(.quaternary)
    }
  }
}

struct FlyingHeartExample: View {
  var body: some View {
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

struct ListTabsExample: View {
  var body: some View {
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

struct PagedTabsExample: View {
  var body: some View {
    Stateful(value: "For you") { tab in
      PagedTabs(["For you", "New", "Following"], selection: tab) {
        Text($0)
      } page: { name in
        ScrollView { Rows(name: name) }
      }
    }
  }
}

struct ParallaxHeaderExample: View {
  var body: some View {
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

struct ReachEndExample: View {
  var body: some View {
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

struct SectionTabsExample: View {
  var body: some View {
    SectionTabs(["Overview", "Rooms", "Reviews"]) {
      Text($0)
    } content: {
      Rows(name: $0)
    }
  }
}

struct SegmentedRowExample: View {
  var body: some View {
    Stateful(value: "Wed") { day in
      SegmentedRow(["Mon", "Tue", "Wed", "Thu", "Fri"], selection: day) { Text($0) }
    }
  }
}

#if canImport(Darwin) && !SIGHTLINE_WITHOUT_MACROS
#Preview("Adaptive grid") { AdaptiveGridExample() }
#Preview("Collapsing header") { CollapsingHeaderExample() }
#Preview("Endless carousel") { EndlessCarouselExample() }
#Preview("Flying heart") { FlyingHeartExample() }
#Preview("List tabs") { ListTabsExample() }
#Preview("Paged tabs") { PagedTabsExample() }
#Preview("Parallax header") { ParallaxHeaderExample() }
#Preview("Reach end") { ReachEndExample() }
#Preview("Section tabs") { SectionTabsExample() }
#Preview("Segmented row") { SegmentedRowExample() }
#endif
#endif
