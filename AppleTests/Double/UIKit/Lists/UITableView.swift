import QuartzCore

/// A column of rows whose cells are used again. All rows of a section are as high as `rowHeight`,
/// and a section has a header of `sectionHeaderHeight`, which is an empty space.
open class UITableView: UIScrollView {
  public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  public enum RowAnimation: Int, Sendable { case none, automatic, fade }
  public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }

  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { reloadData() }
  }
  open var rowHeight: CGFloat = 44
  open var sectionHeaderHeight: CGFloat = 0
  open var sectionFooterHeight: CGFloat = 0
  open var sectionHeaderTopPadding: CGFloat = 0
  open var estimatedRowHeight: CGFloat = 0

  private var counts: [Int] = []
  private var tops: [CGFloat] = []
  private var shown: [IndexPath: UITableViewCell] = [:]
  private let queue = ReuseQueue<UITableViewCell>()
  private var classes: [String: UITableViewCell.Type] = [:]
  private var isStale = true
  private var updates = ListUpdates()

  public init(frame: CGRect, style: Style) {
    super.init(frame: frame)
    alwaysBounceVertical = true
  }

  public convenience override init(frame: CGRect) { self.init(frame: frame, style: .plain) }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }

  // MARK: Cells

  public func register(_ type: UITableViewCell.Type, forCellReuseIdentifier identifier: String) {
    classes[identifier] = type
  }

  public func dequeueReusableCell(
    withIdentifier identifier: String, for path: IndexPath
  )
    -> UITableViewCell
  {
    if let cell = queue.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    guard let type = classes[identifier] else { fatalError("no class for \(identifier)") }
    return type.init(style: .default, reuseIdentifier: identifier)
  }

  public var visibleCells: [UITableViewCell] { sortedPaths.compactMap { shown[$0] } }
  public var indexPathsForVisibleRows: [IndexPath]? {
    layOutIfStale()
    return sortedPaths
  }

  public func cellForRow(at path: IndexPath) -> UITableViewCell? { shown[path] }
  public func indexPath(for cell: UITableViewCell) -> IndexPath? {
    shown.first { $0.value === cell }?.key
  }

  private var sortedPaths: [IndexPath] { shown.keys.sorted() }

  // MARK: Geometry

  public var numberOfSections: Int {
    countIfStale()
    return counts.count
  }

  public func numberOfRows(inSection section: Int) -> Int {
    countIfStale()
    return counts[section]
  }

  public func rect(forSection section: Int) -> CGRect {
    countIfStale()
    return CGRect(
      x: 0, y: tops[section], width: bounds.width, height: tops[section + 1] - tops[section])
  }

  public func rectForRow(at path: IndexPath) -> CGRect {
    countIfStale()
    return CGRect(
      x: 0, y: tops[path.section] + sectionHeaderHeight + CGFloat(path.row) * rowHeight,
      width: bounds.width, height: rowHeight)
  }

  public func scrollToRow(at path: IndexPath, at position: ScrollPosition, animated: Bool) {
    let rect = rectForRow(at: path)
    let y =
      switch position {
      case .bottom: rect.maxY - bounds.height
      case .middle: rect.midY - bounds.height / 2
      default: rect.minY
      }
    setContentOffset(clamped(CGPoint(x: 0, y: y)), animated: animated)
  }

  private func countIfStale() {
    guard isStale else { return }
    isStale = false
    counts = []
    if let source = dataSource {
      counts = (0..<source.numberOfSections(in: self)).map {
        source.tableView(self, numberOfRowsInSection: $0)
      }
    }
    tops = [0]
    for count in counts {
      tops.append(
        tops[tops.count - 1] + sectionHeaderHeight + sectionFooterHeight + CGFloat(count)
          * rowHeight)
    }
    contentSize = CGSize(width: bounds.width, height: tops[tops.count - 1])
  }

  private func layOutIfStale() { if isStale { layoutIfNeeded() } }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    countIfStale()
    let area = CGRect(origin: contentOffset, size: bounds.size)
    let wanted = paths(in: area)
    let wantedSet = Set(wanted)
    for (path, cell) in shown where !wantedSet.contains(path) {
      shown[path] = nil
      retire(cell, at: path)
    }
    for path in wanted {
      if let cell = shown[path] {
        place(cell, at: path)
      } else {
        show(path)
      }
    }
  }

  private func show(_ path: IndexPath) {
    guard let source = dataSource else { return }
    let cell = source.tableView(self, cellForRowAt: path)
    shown[path] = cell
    place(cell, at: path)
    tableDelegate?.tableView(self, willDisplay: cell, forRowAt: path)
    if cell.superview !== self { addSubview(cell) }
  }

  private func place(_ cell: UITableViewCell, at path: IndexPath) {
    let frame = rectForRow(at: path)
    if cell.frame != frame { cell.frame = frame }
  }

  private func retire(_ cell: UITableViewCell, at path: IndexPath) {
    queue.add(cell, cell.reuseIdentifier ?? "")
    tableDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
  }

  private var tableDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

  private func paths(in area: CGRect) -> [IndexPath] {
    var result: [IndexPath] = []
    for section in counts.indices where tops[section + 1] > area.minY && tops[section] < area.maxY {
      let top = tops[section] + sectionHeaderHeight
      let first = max(0, Int(((area.minY - top) / rowHeight).rounded(.down)))
      let last = min(counts[section], Int(((area.maxY - top) / rowHeight).rounded(.up)))
      guard first < last else { continue }
      result += (first..<last).map { IndexPath(row: $0, section: section) }
    }
    return result
  }

  // MARK: Changes

  /// Every cell that is shown waits; the next layout fetches what is visible then.
  public func reloadData() {
    isStale = true
    for (path, cell) in shown.sorted(by: { $0.key < $1.key }) { retire(cell, at: path) }
    shown = [:]
    setNeedsLayout()
  }

  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    batch { updates?() }
    completion?(true)
  }

  public func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
    batch { updates.pending.inserted += paths }
  }

  public func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
    batch { updates.pending.deleted += paths }
  }

  public func reloadRows(at paths: [IndexPath], with animation: RowAnimation) {
    batch { updates.pending.reloaded += paths }
  }

  public func moveRow(at path: IndexPath, to newPath: IndexPath) {
    batch { updates.pending.moved.append((path, newPath)) }
  }

  private func batch(_ body: () -> Void) {
    if updates.areDone { layoutIfNeeded() }
    updates.begin()
    body()
    guard let outcome = updates.end(shown) else { return }
    isStale = true
    shown = outcome.kept
    for (path, cell) in outcome.dropped { retire(cell, at: path) }
    setNeedsLayout()
    layoutIfNeeded()
  }
}
