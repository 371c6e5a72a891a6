/// A page in the list, with its texts.
struct PageEntry {
  /// The name on the command line and in file names, such as `visible-items`.
  let name: String
  /// The texts from `Code/NAME.md`, which is compiled into the program so that it runs from any
  /// location.
  let text: PageCode
  let type: any Page.Type

  fileprivate init(_ name: String, _ markdown: [UInt8], _ type: any Page.Type) {
    self.name = name
    text = PageCode(markdown: String(decoding: markdown, as: UTF8.self))
    self.type = type
  }

  var title: String { text.title }
}

/// All pages, in list order.
@MainActor
enum Pages {
  private typealias Texts = PackageResources

  static let groups: KeyValuePairs<String, [PageEntry]> = [
    "Welcome": [PageEntry("product", Texts.product_md, ProductPage.self)],
    "See": [
      PageEntry("visible-items", Texts.visible_items_md, VisibleItemsPage.self),
      PageEntry("tall-items", Texts.tall_items_md, TallItemsPage.self),
      PageEntry("carousels", Texts.carousels_md, CarouselsPage.self),
      PageEntry("covered", Texts.covered_md, CoveredPage.self),
      PageEntry("transforms", Texts.transforms_md, TransformsPage.self),
      PageEntry("window-states", Texts.window_states_md, WindowStatesPage.self),
    ],
    "Count": [
      PageEntry("impressions", Texts.impressions_md, ImpressionsPage.self),
      PageEntry("log", Texts.log_md, LogPage.self),
      PageEntry("recycled-list", Texts.recycled_list_md, RecycledListPage.self),
      PageEntry("with-and-without", Texts.with_and_without_md, WithAndWithoutPage.self),
      PageEntry("cost", Texts.cost_md, CostPage.self),
    ],
    "Scroll": [
      PageEntry("scroll-phases", Texts.scroll_phases_md, ScrollPhasesPage.self),
      PageEntry("view-progress", Texts.view_progress_md, ViewProgressPage.self),
      PageEntry("stretchy-header", Texts.stretchy_header_md, StretchyHeaderPage.self),
      PageEntry("collapsing-header", Texts.collapsing_header_md, CollapsingHeaderPage.self),
      PageEntry("carousel", Texts.carousel_md, CarouselPage.self),
      PageEntry("load-more", Texts.load_more_md, LoadMorePage.self),
    ],
    "Put together": [
      PageEntry("date-tabs", Texts.date_tabs_md, DateTabsPage.self),
      PageEntry("section-tabs", Texts.section_tabs_md, SectionTabsPage.self),
      PageEntry("paged-tabs", Texts.paged_tabs_md, PagedTabsPage.self),
      PageEntry("adaptive-grid", Texts.adaptive_grid_md, AdaptiveGridPage.self),
      PageEntry("favourite-heart", Texts.favourite_heart_md, FavouriteHeartPage.self),
    ],
  ]

  static let all = groups.flatMap(\.value)
}
