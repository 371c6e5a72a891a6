import SightlineApple
import UIKit

/// A list of 1,000 cards in a few reused cells.
final class CardsController: UIViewController, UITableViewDataSource {
  private let cards = ItemVisibility<Int>()

  override func viewDidLoad() {
    super.viewDidLoad()
    let table = UITableView(frame: view.bounds, style: .plain)
    table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    table.rowHeight = 100
    table.register(UITableViewCell.self, forCellReuseIdentifier: "card")
    table.dataSource = self
    view.addSubview(table)
    cards.changed(.fraction(0.5)) { number, state in print("card \(number) is \(state)") }
    cards.impression(.mrcDisplay) { number, _ in print("card \(number) was seen") }
  }

  func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int { 1_000 }

  func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    let cell = table.dequeueReusableCell(withIdentifier: "card", for: path)
    cell.contentView.backgroundColor = UIColor(white: path.row % 2 == 0 ? 0.9 : 0.8, alpha: 1)
    cards.bind(cell, to: path.row + 1)
    return cell
  }
}
