import SwiftUI

/// An app with a page for each feature of Sightline. Each page can be copied into an app unchanged.
@main
struct GalleryApp: App {
  var body: some Scene {
    WindowGroup { Gallery().keepsLog() }
  }
}

struct Gallery: View {
  var body: some View {
    NavigationStack {
      List {
        Section("Welcome") {
          NavigationLink("As a product") { ProductPage() }
        }
        Section("Visibility") {
          NavigationLink("Visible items") { VisibleItemsPage() }
          NavigationLink("Impressions") { ImpressionsPage() }
          NavigationLink("Log") { LogPage() }
          NavigationLink("Carousels in a feed") { FeedPage() }
          NavigationLink("Covers") { CoversPage() }
          NavigationLink("Safe area") { SafeAreaPage() }
          NavigationLink("Tall items") { TallItemsPage() }
          NavigationLink("Transforms") { TransformsPage() }
          NavigationLink("Window states") { WindowStatesPage() }
          NavigationLink("Inspector") { InspectorPage() }
        }
        Section("Headers, tabs, carousels") {
          NavigationLink("Stretchy header") { StretchyHeaderPage() }
          NavigationLink("Collapsing header") { CollapsingHeaderPage() }
          NavigationLink("Date tabs") { DateTabsPage() }
          NavigationLink("Paged tabs") { PagedTabsPage() }
          NavigationLink("Section tabs") { SectionTabsPage() }
          NavigationLink("Endless carousel") { CarouselPage() }
          NavigationLink("Flying heart") { FlyingHeartPage() }
        }
        Section("Lists and scrolling") {
          NavigationLink("Recycled rows") { RecycledRowsPage() }
          NavigationLink("Load more") { LoadMorePage() }
          NavigationLink("Adaptive grid") { AdaptiveGridPage() }
          NavigationLink("Scroll phases") { ScrollPhasesPage() }
          NavigationLink("View progress") { ViewProgressPage() }
        }
        #if canImport(UIKit)
        Section("UIKit") {
          NavigationLink("Collection view") { CollectionViewPage() }
          NavigationLink("Header, carousel, phases") { ControllersPage() }
          NavigationLink("Tabs, sections, load more") { TabControllersPage() }
        }
        #else
        Section("AppKit") {
          NavigationLink("Table view") { TableViewPage() }
        }
        #endif
      }
      .navigationTitle("Sightline")
    }
  }
}
