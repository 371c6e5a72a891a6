/// All pages, in list order.
@MainActor
enum Pages {
  /// A group of related pages.
  struct Group {
    let title: String
    let pages: [any Page.Type]
  }

  static let groups: [Group] = [
    Group(title: "Welcome", pages: [ProductPage.self]),
    Group(
      title: "See",
      pages: [
        VisibleItemsPage.self, TallItemsPage.self, CarouselsPage.self, CoveredPage.self,
        TransformsPage.self, WindowStatesPage.self,
      ]),
    Group(
      title: "Count",
      pages: [
        ImpressionsPage.self, LogPage.self, RecycledListPage.self, WithAndWithoutPage.self,
        CostPage.self,
      ]),
    Group(
      title: "Scroll",
      pages: [
        ScrollPhasesPage.self, ViewProgressPage.self, StretchyHeaderPage.self,
        CollapsingHeaderPage.self, CarouselPage.self, LoadMorePage.self,
      ]),
    Group(
      title: "Put together",
      pages: [
        DateTabsPage.self, SectionTabsPage.self, PagedTabsPage.self, AdaptiveGridPage.self,
        FavouriteHeartPage.self,
      ]),
  ]

  static let all = groups.flatMap(\.pages)

  static func named(_ name: String) -> (any Page.Type)? { all.first { $0.name == name } }
}
