#if canImport(UIKit)
import Sightline
import SwiftUI
import UIKit

/// A collection view with recycled cells. Impressions belong to items, not cells.
struct CollectionViewPage: View {
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Collection view", "Scroll: an item counts once, after 1 s with half of it in view.",
      log: log
    ) {
      CollectionView { log.add($0) }
    }
  }
}

private struct CollectionView: UIViewControllerRepresentable {
  let report: @MainActor (String) -> Void

  func makeUIViewController(context: Context) -> CollectionViewController {
    CollectionViewController()
  }

  func updateUIViewController(_ controller: CollectionViewController, context: Context) {
    controller.report = report
  }
}

private final class CollectionViewController: UICollectionViewController {
  var report: @MainActor (String) -> Void = { _ in }

  /// Must live as long as the list.
  private let items = ItemVisibility<String>()

  init() {
    super.init(
      collectionViewLayout: UICollectionViewCompositionalLayout.list(
        using: UICollectionLayoutListConfiguration(appearance: .insetGrouped)))
  }

  required init?(coder: NSCoder) { fatalError("made in code") }

  private lazy var rows = UICollectionView.CellRegistration<UICollectionViewListCell, Int> {
    [items] cell, _, item in
    var content = cell.defaultContentConfiguration()
    content.text = "Item \(item)"
    cell.contentConfiguration = content
    // Bind a cell to its item whenever it is configured.
    items.bind(cell, to: "item \(item)")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    _ = rows  // Registrations must exist before the first cell is requested.
    items.impression(.mrcDisplay.repeating(.oncePerSession)) { [weak self] item, _ in
      self?.report("\(item) was seen")
    }
  }

  override func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    10_000
  }

  override func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    collectionView.dequeueConfiguredReusableCell(using: rows, for: indexPath, item: indexPath.item)
  }
}
#endif
