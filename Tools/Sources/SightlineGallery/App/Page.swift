import SightlineGTKToolkit

/// A page of the gallery: one feature, shown with the numbers of its source.
@MainActor
protocol Page: AnyObject {
  /// The name on the command line and in file names, such as `visible-items`.
  static var name: String { get }
  /// The name in the sidebar.
  static var title: String { get }
  /// What it shows, in a sentence or two.
  static var summary: String { get }

  init(log: EventLog)

  /// What the page shows; asked for once.
  var widget: WidgetPointer { get }

  /// Drives the page as a person would, and takes pictures.
  func perform(_ stage: Stage) async throws
}

/// All pages, in the order of the sidebar.
@MainActor
enum Pages {
  static let all: [any Page.Type] = [
    VisibleItemsPage.self,
    ImpressionsPage.self,
    CarouselsPage.self,
    RecycledListPage.self,
    TallItemsPage.self,
    CoveredPage.self,
    TransformsPage.self,
    WindowStatesPage.self,
    StretchyHeaderPage.self,
    CollapsingHeaderPage.self,
    DateTabsPage.self,
    SectionTabsPage.self,
    AdaptiveGridPage.self,
    LoadMorePage.self,
    ViewProgressPage.self,
    ScrollPhasesPage.self,
    PagedTabsPage.self,
    CarouselPage.self,
    FavouriteHeartPage.self,
    ProductPage.self,
    CostPage.self,
  ]

  static func named(_ name: String) -> (any Page.Type)? { all.first { $0.name == name } }
}
