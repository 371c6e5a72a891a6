#if canImport(UIKit)
import Sightline
import SwiftUI
import UIKit

/// Paged tabs with two tables: one loads more below a collapsing header, one has section tabs.
struct TabControllersPage: View {
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Tabs, sections, load more", "Swipe between the tables and scroll them: everything is UIKit.",
      log: log
    ) {
      TabControllersView { log.add($0) }
    }
  }
}

private struct TabControllersView: UIViewControllerRepresentable {
  let report: @MainActor (String) -> Void

  func makeUIViewController(context: Context) -> TabsViewController { TabsViewController() }

  func updateUIViewController(_ controller: TabsViewController, context: Context) {
    controller.report = report
  }
}

/// A strip of two tabs above two pages.
private final class TabsViewController: UIViewController {
  private static let stripHeight: CGFloat = 44

  var report: @MainActor (String) -> Void = { _ in }

  private let strip = UIScrollView()
  private let pages = UIScrollView()
  private let tabs = ["Feed", "Sections"].map { name in
    UIButton(configuration: .plain(), primaryAction: UIAction(title: name) { _ in })
  }
  private let feed = FeedTable()
  private let sections = SectionTable()
  private var controller: PagedTabsController?

  override func viewDidLoad() {
    super.viewDidLoad()
    pages.isPagingEnabled = true
    for view in [strip, pages] { self.view.addSubview(view) }
    for tab in tabs { strip.addSubview(tab) }
    for page in [feed, sections] { pages.addSubview(page) }
    feed.report = { [weak self] in self?.report($0) }
    sections.report = { [weak self] in self?.report($0) }
    let underline = UIView()
    underline.backgroundColor = .tintColor
    controller = PagedTabsController(tabs: tabs, underline: underline, strip: strip, pages: pages)
    controller?.selectionChanged = { [weak self] index in
      self?.report("tab \(index.map { "\($0 + 1)" } ?? "none")")
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let size = view.bounds.size
    strip.frame = CGRect(x: 0, y: 0, width: size.width, height: Self.stripHeight)
    pages.frame = CGRect(
      x: 0, y: Self.stripHeight, width: size.width, height: size.height - Self.stripHeight)
    for (index, tab) in tabs.enumerated() {
      tab.frame = CGRect(
        x: size.width / 2 * CGFloat(index), y: 0, width: size.width / 2, height: Self.stripHeight)
    }
    for (index, page) in [feed, sections].enumerated() {
      page.frame = pages.bounds.offsetBy(
        dx: size.width * CGFloat(index) - pages.bounds.minX, dy: 0)
    }
    strip.contentSize = strip.bounds.size
    pages.contentSize = CGSize(
      width: size.width * CGFloat(tabs.count), height: pages.bounds.height)
  }
}

/// A table that loads more, below a collapsing header.
private final class FeedTable: UIView, UITableViewDataSource {
  private static let pageSize = 12
  private static let mostRows = 60

  var report: @MainActor (String) -> Void = { _ in }

  private let table = UITableView()
  private let header = UILabel()
  private var count = FeedTable.pageSize
  private var collapsing: CollapsingHeaderController?
  private var loading: LoadMoreController?

  override init(frame: CGRect) {
    super.init(frame: frame)
    header.text = "Feed"
    header.textAlignment = .center
    header.backgroundColor = .secondarySystemBackground
    header.translatesAutoresizingMaskIntoConstraints = false
    table.dataSource = self
    for view in [table, header] { addSubview(view) }
    NSLayoutConstraint.activate([
      header.topAnchor.constraint(equalTo: topAnchor),
      header.leadingAnchor.constraint(equalTo: leadingAnchor),
      header.trailingAnchor.constraint(equalTo: trailingAnchor),
    ])
    collapsing = CollapsingHeaderController(header: header, in: table)
    collapsing?.layoutChanged = { [weak self] layout in
      self?.report("the header is \(Int(layout.height)) pt high")
    }
    loading = LoadMoreController(of: table) { [weak self] in
      try await Task.sleep(for: .milliseconds(250))
      return self?.addPage() ?? false
    }
    loading?.stateChanged = { [weak self] in self?.report("loading: \($0)") }
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    table.frame = bounds
  }

  private func addPage() -> Bool {
    count += Self.pageSize
    table.reloadData()
    return count < Self.mostRows
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    row("Row \(path.row + 1)")
  }
}

/// A table whose sections select a segment.
private final class SectionTable: UIView, UITableViewDataSource {
  private static let names = ["Overview", "Photos", "Reviews", "Nearby"]
  private static let barHeight: CGFloat = 48

  var report: @MainActor (String) -> Void = { _ in }

  private let table = UITableView()
  private let bar = UISegmentedControl(items: SectionTable.names)
  private var controller: SectionTabsController?

  override init(frame: CGRect) {
    super.init(frame: frame)
    table.dataSource = self
    for view in [table, bar] { addSubview(view) }
    let controller = SectionTabsController(of: table)
    controller.selectionChanged = { [weak self] index in
      self?.bar.selectedSegmentIndex = index ?? UISegmentedControl.noSegment
      self?.report("section \(index.map { Self.names[$0] } ?? "none")")
    }
    self.controller = controller
    bar.selectedSegmentIndex = controller.selection ?? 0
    bar.addAction(
      UIAction { [weak self] _ in
        guard let self else { return }
        self.controller?.select(bar.selectedSegmentIndex)
      }, for: .valueChanged)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let (top, rest) = bounds.divided(atDistance: Self.barHeight, from: .minYEdge)
    bar.frame = top.insetBy(dx: 16, dy: 8)
    table.frame = rest
  }

  func numberOfSections(in tableView: UITableView) -> Int { Self.names.count }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    section == Self.names.count - 1 ? 2 : 12
  }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    Self.names[section]
  }

  func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
    row("\(Self.names[path.section]) \(path.row + 1)")
  }
}

/// A cell with a line of text.
@MainActor
private func row(_ text: String) -> UITableViewCell {
  let cell = UITableViewCell()
  var content = cell.defaultContentConfiguration()
  content.text = text
  cell.contentConfiguration = content
  return cell
}
#endif
