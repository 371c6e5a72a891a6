#if canImport(SwiftUI)
import Sightline
import SwiftUI

/// A page for each feature, with the numbers of the GTK gallery.
@main
struct GalleryApp: App {
  var body: some Scene {
    WindowGroup { Gallery() }
  }
}

struct Gallery: View {
  @State private var isInspecting = false

  var body: some View {
    NavigationStack {
      List {
        Section("Visibility") {
          NavigationLink("Visible items") { VisibleItemsPage() }
          NavigationLink("Impressions") { ImpressionsPage() }
          NavigationLink("Carousels in a feed") { FeedPage() }
          NavigationLink("Covered") { CoveredPage() }
          NavigationLink("Tall items") { TallItemsPage() }
          NavigationLink("Transforms") { TransformsPage() }
          NavigationLink("Window states") { WindowStatesPage() }
          NavigationLink("Recycled list") { RecycledListPage() }
          #if canImport(UIKit)
          NavigationLink("UIKit list") { UIKitPage() }
          #endif
        }
        Section("Headers, tabs, carousels") {
          NavigationLink("Stretchy header") { StretchyPage() }
          NavigationLink("Collapsing header") { CollapsingPage() }
          NavigationLink("Date tabs") { DateTabsPage() }
          NavigationLink("Paged tabs") { PagedTabsPage() }
          NavigationLink("Endless carousel") { CarouselPage() }
          NavigationLink("Section tabs") { SectionTabsPage() }
        }
        Section("Lists and scrolling") {
          NavigationLink("Adaptive grid") { GridPage() }
          NavigationLink("Flying heart") { HeartPage() }
          NavigationLink("Load more") { LoadMorePage() }
          NavigationLink("View progress") { ViewProgressPage() }
          NavigationLink("Geometry and phases") { ScrollPhasesPage() }
        }
        Toggle("Inspector", isOn: $isInspecting)
      }
      .navigationTitle("Sightline")
    }
    .visibilityInspector(isInspecting)
  }
}
#else
@main
struct GalleryApp {
  static func main() { print("The gallery needs SwiftUI: open this package with Xcode.") }
}
#endif
