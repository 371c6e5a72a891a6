import QuartzCore

/// A column of rows whose cells are reused. A section has a header of `sectionHeaderHeight`, which
/// is empty space. Where `rowHeight` is automatic, a row has the estimated height until its cell is
/// laid out the first time.
open class UITableView: UIScrollView {
  public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
  public enum RowAnimation: Int, Sendable { case none, automatic, fade }

  public let style: Style
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { reloadData() }
  }
  /// Witness: a public hierarchy of iOS 16, whose rows of one line are 44 high.
  open var rowHeight: CGFloat = 44
  /// Apple gives no value; only its identity counts.
  public nonisolated static let automaticDimension: CGFloat = -1
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
  private let fading = FadingCells<UITableViewCell>()
  private var heights = RowHeights()
  /// The cell that `reconfigureRows(at:)` configures again.
  private var reconfigured: UITableViewCell?

  public init(frame: CGRect, style: Style) {
    self.style = style
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
    if let reconfigured { return reconfigured }
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

  public func rectForHeader(inSection section: Int) -> CGRect {
    CGRect(
      x: 0, y: rect(forSection: section).minY, width: bounds.width, height: sectionHeaderHeight)
  }

  public func rect(forSection section: Int) -> CGRect {
    countIfStale()
    return CGRect(
      x: 0, y: tops[section], width: bounds.width, height: tops[section + 1] - tops[section])
  }

  public func rectForRow(at path: IndexPath) -> CGRect {
    countIfStale()
    let top = tops[path.section] + sectionHeaderHeight
    return CGRect(
      x: 0, y: top + heights.top(of: path), width: bounds.width, height: heights.height(of: path))
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
    let isAutomatic = rowHeight == Self.automaticDimension
    heights.usual = isAutomatic ? estimatedRowHeight : rowHeight
    if !isAutomatic { heights.measured = [:] }
    tops = [0]
    for (section, count) in counts.enumerated() {
      tops.append(
        tops[tops.count - 1] + sectionHeaderHeight + sectionFooterHeight
          + heights.top(of: IndexPath(row: count, section: section)))
    }
    contentSize = CGSize(width: bounds.width, height: tops[tops.count - 1])
  }

  private func layOutIfStale() { if isStale { layoutIfNeeded() } }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    while layOutRows() {}
  }

  /// - Returns: whether any row turned out to have another height.
  private func layOutRows() -> Bool {
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
    return measure(wanted)
  }

  private func measure(_ paths: [IndexPath]) -> Bool {
    guard rowHeight == Self.automaticDimension else { return false }
    var hasChanged = false
    for path in paths where heights.measured[path] == nil {
      guard let cell = shown[path] else { continue }
      let fitting = CGSize(width: bounds.width, height: 0)
      let height = cell.systemLayoutSizeFitting(fitting).height
      hasChanged = hasChanged || height != heights.height(of: path)
      heights.measured[path] = height
    }
    if hasChanged { isStale = true }
    return hasChanged
  }

  private func show(_ path: IndexPath) {
    guard let source = dataSource else { return }
    let cell = source.tableView(self, cellForRowAt: path)
    shown[path] = cell
    place(cell, at: path)
    tableDelegate?.tableView(self, willDisplay: cell, forRowAt: path)
    if cell.superview !== self { addSubview(cell) }
    if Undocumented.measuresWithTwins {
      let twin = source.tableView(self, cellForRowAt: path)
      twin.frame = cell.frame
      twin.isHidden = true
      if twin.superview !== self { addSubview(twin) }
      queue.add(twin, twin.reuseIdentifier ?? "")
    }
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
      let rows = heights.rows(
        from: area.minY - top, to: area.maxY - top, section: section, count: counts[section])
      result += rows.map { IndexPath(row: $0, section: section) }
    }
    return result
  }

  // MARK: Changes

  /// Retires every visible cell; the next layout fetches the visible rows again.
  public func reloadData() {
    isStale = true
    heights.measured = [:]
    for (path, cell) in shown.sorted(by: { $0.key < $1.key }) { retire(cell, at: path) }
    shown = [:]
    setNeedsLayout()
  }

  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    batch { updates?() }
    completion?(true)
  }

  public func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
    batch(with: animation) { updates.pending.inserted += paths }
  }

  public func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
    batch(with: animation) { updates.pending.deleted += paths }
  }

  public func reloadRows(at paths: [IndexPath], with animation: RowAnimation) {
    batch(with: animation) { updates.pending.reloaded += paths }
  }

  public func moveRow(at path: IndexPath, to newPath: IndexPath) {
    batch { updates.pending.moved.append((path, newPath)) }
  }

  /// Configures the cells of rows again, which stay the same.
  public func reconfigureRows(at paths: [IndexPath]) {
    for path in paths {
      reconfigured = shown[path]
      if reconfigured != nil { _ = dataSource?.tableView(self, cellForRowAt: path) }
      heights.measured[path] = nil
    }
    reconfigured = nil
    setNeedsLayout()
  }

  private func batch(with animation: RowAnimation = .none, _ body: () -> Void) {
    if updates.areDone { layoutIfNeeded() }
    updates.begin()
    if animation != .none { updates.isAnimated = true }
    body()
    let (isAnimated, moved) = (updates.isAnimated, updates.pending.moving(heights.measured))
    guard let outcome = updates.end(shown) else { return }
    isStale = true
    (shown, heights.measured) = (outcome.kept, moved)
    for (path, cell) in outcome.dropped {
      if isAnimated {
        fading.fade(cell) { [weak self] in self?.retire(cell, at: path) }
      } else {
        retire(cell, at: path)
      }
    }
    setNeedsLayout()
    layoutIfNeeded()
  }
}
