/// The files in `Code`, compiled into the program so that it runs from any location.
enum CodeFiles {
  /// The files by page name.
  private static let files: [String: [UInt8]] = [
    "adaptive-grid": PackageResources.adaptive_grid_md,
    "carousel": PackageResources.carousel_md,
    "carousels": PackageResources.carousels_md,
    "collapsing-header": PackageResources.collapsing_header_md,
    "cost": PackageResources.cost_md,
    "covered": PackageResources.covered_md,
    "date-tabs": PackageResources.date_tabs_md,
    "favourite-heart": PackageResources.favourite_heart_md,
    "impressions": PackageResources.impressions_md,
    "load-more": PackageResources.load_more_md,
    "log": PackageResources.log_md,
    "paged-tabs": PackageResources.paged_tabs_md,
    "product": PackageResources.product_md,
    "recycled-list": PackageResources.recycled_list_md,
    "scroll-phases": PackageResources.scroll_phases_md,
    "section-tabs": PackageResources.section_tabs_md,
    "stretchy-header": PackageResources.stretchy_header_md,
    "tall-items": PackageResources.tall_items_md,
    "transforms": PackageResources.transforms_md,
    "view-progress": PackageResources.view_progress_md,
    "visible-items": PackageResources.visible_items_md,
    "window-states": PackageResources.window_states_md,
    "with-and-without": PackageResources.with_and_without_md,
  ]

  private static let pages = files.mapValues {
    PageCode(markdown: String(decoding: $0, as: UTF8.self))
  }

  static func code(of page: String) -> PageCode? { pages[page] }
}
