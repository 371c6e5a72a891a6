#if os(macOS)
import AppKit
import Sightline
import SwiftUI

/// A table view with recycled rows. Impressions belong to items, not views.
struct TableViewPage: View {
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Table view", "Scroll: an item counts once, after 1 s with half of it in view.",
      log: log
    ) {
      TableView { log.add($0) }
    }
  }
}

private struct TableView: NSViewRepresentable {
  let report: @MainActor (String) -> Void

  func makeCoordinator() -> TableCoordinator { TableCoordinator() }

  func makeNSView(context: Context) -> NSScrollView {
    let table = NSTableView()
    table.addTableColumn(NSTableColumn(identifier: TableCoordinator.column))
    table.headerView = nil
    table.rowHeight = 44
    table.dataSource = context.coordinator
    table.delegate = context.coordinator
    let scrollView = NSScrollView()
    scrollView.documentView = table
    scrollView.hasVerticalScroller = true
    return scrollView
  }

  func updateNSView(_ scrollView: NSScrollView, context: Context) {
    context.coordinator.report = report
  }
}

@MainActor
private final class TableCoordinator: NSObject, NSTableViewDataSource, NSTableViewDelegate {
  static let column = NSUserInterfaceItemIdentifier("item")

  var report: @MainActor (String) -> Void = { _ in }

  /// Must live as long as the list.
  private let items = ItemVisibility<String>()

  override init() {
    super.init()
    items.impression(.mrcDisplay.repeating(.oncePerSession)) { [weak self] item, _ in
      self?.report("\(item) was seen")
    }
  }

  func numberOfRows(in tableView: NSTableView) -> Int { 10_000 }

  func tableView(
    _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
  ) -> NSView? {
    let reused = tableView.makeView(withIdentifier: Self.column, owner: nil) as? NSTextField
    let cell = reused ?? NSTextField(labelWithString: "")
    cell.identifier = Self.column
    cell.stringValue = "Row \(row)"
    // Bind a cell to its item whenever it is configured.
    items.bind(cell, to: "row \(row)")
    return cell
  }
}
#endif
