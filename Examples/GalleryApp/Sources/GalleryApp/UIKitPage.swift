#if canImport(UIKit) && canImport(SwiftUI)
import Sightline
import SwiftUI
import UIKit

/// 10,000 recycled rows: what is seen is the item, not the cell.
struct UIKitPage: UIViewControllerRepresentable {
  func makeUIViewController(context: Context) -> RowsController { RowsController(style: .plain) }
  func updateUIViewController(_ controller: RowsController, context: Context) {}
}

final class RowsController: UITableViewController {
  private let rows = ItemVisibility<Int>()
  private var seen: Set<Int> = []

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    rows.impression(.mrcDisplay) { [weak self] row, _ in
      self?.seen.insert(row)
      self?.tableView.reloadRows(at: [IndexPath(row: row, section: 0)], with: .none)
    }
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    10_000
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    var content = cell.defaultContentConfiguration()
    content.text = "Row \(indexPath.row)"
    content.secondaryText = seen.contains(indexPath.row) ? "seen" : nil
    cell.contentConfiguration = content
    rows.bind(cell, to: indexPath.row)
    return cell
  }
}
#endif
