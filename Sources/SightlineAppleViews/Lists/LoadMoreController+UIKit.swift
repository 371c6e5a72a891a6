#if canImport(UIKit) && !os(watchOS)
public import SightlineScroll
public import UIKit

extension LoadMoreController {
  /// Starts following a table view. Its items are the rows of all sections.
  public convenience init(
    of tableView: UITableView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(
      of: tableView, when: condition,
      list: { [weak tableView] geometry in
        guard let tableView else { return nil }
        let counts = (0..<tableView.numberOfSections).map(tableView.numberOfRows)
        return LoadMoreTrigger.List(
          counts: counts, visible: tableView.indexPathsForVisibleRows ?? [], geometry)
      }, load: load)
  }

  /// Starts following a collection view. Its items are those of all sections.
  public convenience init(
    of collectionView: UICollectionView,
    when condition: LoadMoreTrigger.Condition = LoadMoreTrigger.defaultCondition,
    load: @escaping @MainActor () async throws -> Bool
  ) {
    self.init(
      of: collectionView, when: condition,
      list: { [weak collectionView] geometry in
        guard let collectionView else { return nil }
        let counts = (0..<collectionView.numberOfSections).map(collectionView.numberOfItems)
        return LoadMoreTrigger.List(
          counts: counts, visible: collectionView.indexPathsForVisibleItems, geometry)
      }, load: load)
  }
}
#endif
