#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import SightlineScroll

extension LoadMoreController {
  /// Starts following a table view that is already in its scroll view. Its items are its rows.
  ///
  /// - Precondition: the table is in a scroll view.
  public convenience init(
    of tableView: NSTableView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(
      of: LoadMoreController.scrollView(around: tableView), when: condition,
      list: { [weak tableView] geometry in
        guard let tableView else { return nil }
        let rows = tableView.rows(in: tableView.visibleRect)
        return LoadMoreTrigger.List(
          itemCount: tableView.numberOfRows,
          lastVisibleItem: rows.length > 0 ? rows.location + rows.length - 1 : nil,
          geometry: geometry)
      }, load: load)
  }

  /// Starts following a collection view that is already in its scroll view. Its items are those of
  /// all sections.
  ///
  /// - Precondition: the collection view is in a scroll view.
  public convenience init(
    of collectionView: NSCollectionView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(
      of: LoadMoreController.scrollView(around: collectionView), when: condition,
      list: { [weak collectionView] geometry in
        guard let collectionView else { return nil }
        let counts = (0..<collectionView.numberOfSections).map(
          collectionView.numberOfItems(inSection:))
        return LoadMoreTrigger.List(
          counts: counts, visible: Array(collectionView.indexPathsForVisibleItems()), geometry)
      }, load: load)
  }

  private static func scrollView(around view: NSView) -> NSScrollView {
    guard let scrollView = view.enclosingScrollView else {
      preconditionFailure("\(type(of: view)) is not in a scroll view: add it to one first")
    }
    return scrollView
  }
}
#endif
