/// The files in `Code`, which are compiled into the program: it runs wherever it is copied to.
enum CodeFiles {
  /// By the names of the pages.
  private static let files: [String: [UInt8]] = [
    "impressions": PackageResources.impressions_md,
    "visible-items": PackageResources.visible_items_md,
  ]

  static func code(of page: String) -> PageCode? {
    files[page].map { PageCode(markdown: String(decoding: $0, as: UTF8.self)) }
  }
}
