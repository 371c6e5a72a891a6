import QuartzCore

/// Rows of one height and one column. Each row has a row view, which holds the view made by the
/// delegate; both are reused. The table is the document of a scroll view, as high as its rows.
open class NSTableView: NSView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  open weak var dataSource: (any NSTableViewDataSource)? {
    didSet { reloadData() }
  }
  open weak var delegate: (any NSTableViewDelegate)? {
    didSet { reloadData() }
  }
  open var rowHeight = Undocumented.tableRowHeight {
    didSet { if rowHeight != oldValue { reloadData() } }
  }
  open var intercellSpacing = CGSize.zero
  /// A view above the rows, in the scroll view.
  open var headerView: NSTableHeaderView? = NSTableHeaderView(
    frame: CGRect(x: 0, y: 0, width: 320, height: Undocumented.tableHeaderHeight))
  {
    didSet { enclosingScrollView?.headerChanged() }
  }

  private var count = 0
  private var shown: [IndexPath: NSTableRowView] = [:]
  private let cells = ReuseQueue<NSView>()
  private let rowViews = ReuseQueue<NSTableRowView>()
  private var isStale = true
  private var updates = ListUpdates()
  private var scrolled: (any NSObjectProtocol)?

  private static let rowIdentifier = NSUserInterfaceItemIdentifier("NSTableViewRowViewKey")

  open override var isFlipped: Bool { true }

  public func addTableColumn(_ column: NSTableColumn) {}

  /// Returns a waiting view, or `nil`, in which case the delegate makes one and gives it the
  /// identifier.
  public func makeView(
    withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?
  ) -> NSView? {
    let cell = cells.take(identifier)
    cell?.isHidden = false
    cell?.prepareForReuse()
    return cell
  }

  // MARK: Geometry

  public var numberOfRows: Int {
    countIfStale()
    return count
  }

  public func rect(ofRow row: Int) -> NSRect {
    // Witness: Apple's documentation: `NSZeroRect` for a row outside the table.
    guard (0..<numberOfRows).contains(row) else { return .zero }
    return CGRect(x: 0, y: CGFloat(row) * rowHeight, width: bounds.width, height: rowHeight)
  }

  public func rows(in rect: NSRect) -> NSRange {
    countIfStale()
    // The rect may have no bounds.
    let first = Int(min(max(0, (rect.minY / rowHeight).rounded(.down)), CGFloat(count)))
    let last = Int(min(max(0, (rect.maxY / rowHeight).rounded(.up)), CGFloat(count)))
    return first < last ? NSRange(location: first, length: last - first) : NSRange()
  }

  public func view(atColumn column: Int, row: Int, makeIfNecessary: Bool) -> NSView? {
    shown[path(row)]?.subviews.first
  }

  /// Witness: Apple's documentation of `rowView(atRow:makeIfNecessary:)`, which returns nil if the
  /// row has no view and none is to be made.
  public func rowView(atRow row: Int, makeIfNecessary: Bool) -> NSTableRowView? {
    shown[path(row)]
  }

  private func path(_ row: Int) -> IndexPath { IndexPath(item: row, section: 0) }

  private func countIfStale() {
    guard isStale else { return }
    isStale = false
    count = dataSource?.numberOfRows(in: self) ?? 0
    frame.size.height = CGFloat(count) * rowHeight
  }

  // MARK: Layout

  open override func viewDidMoveToSuperview() {
    super.viewDidMoveToSuperview()
    if let scrolled { NotificationCenter.default.removeObserver(scrolled) }
    scrolled = observeClipView { [weak self] in self?.needsLayout = true }
  }

  open override func layout() {
    super.layout()
    countIfStale()
    let rows = Range(rows(in: preparedRect)) ?? 0..<0
    for (path, rowView) in shown where !rows.contains(path.item) { retire(rowView, at: path) }
    for row in rows {
      if let rowView = shown[path(row)] { rowView.frame = rect(ofRow: row) } else { show(row) }
    }
  }

  private func show(_ row: Int) {
    let cell = delegate?.tableView(self, viewFor: nil, row: row)
    let rowView = rowViews.take(Self.rowIdentifier) ?? NSTableRowView(frame: .zero)
    rowView.frame = rect(ofRow: row)
    if let cell {
      cell.frame = rowView.bounds
      rowView.addSubview(cell)
    }
    shown[path(row)] = rowView
    addSubview(rowView)
    rowView.isHidden = false
  }

  private func retire(_ rowView: NSTableRowView, at path: IndexPath) {
    shown[path] = nil
    for cell in rowView.subviews {
      if let identifier = cell.identifier { cells.add(cell, cell, identifier) }
      // A row view has one cell, so remove the previous one if it was only hidden.
      cell.removeFromSuperview()
    }
    rowViews.add(rowView, rowView, Self.rowIdentifier)
  }

  // MARK: Changes

  public func reloadData() {
    isStale = true
    for (path, rowView) in shown.sorted(by: { $0.key < $1.key }) { retire(rowView, at: path) }
    needsLayout = true
  }

  public func reloadData(forRowIndexes rows: IndexSet, columnIndexes: IndexSet) {
    for row in rows {
      if let rowView = shown[path(row)] { retire(rowView, at: path(row)) }
    }
    needsLayout = true
  }

  public func beginUpdates() {
    if updates.areDone { layoutSubtreeIfNeeded() }
    updates.begin()
  }

  public func endUpdates() {
    guard let outcome = updates.end(shown) else { return }
    isStale = true
    for (path, rowView) in outcome.dropped {
      retire(rowView, at: path)
    }
    shown = outcome.kept
    needsLayout = true
  }

  public func insertRows(at rows: IndexSet, withAnimation options: AnimationOptions = []) {
    beginUpdates()
    updates.pending.inserted += rows.map(path)
    endUpdates()
  }

  public func removeRows(at rows: IndexSet, withAnimation options: AnimationOptions = []) {
    beginUpdates()
    updates.pending.deleted += rows.map(path)
    endUpdates()
  }

  public func moveRow(at row: Int, to newRow: Int) {
    beginUpdates()
    updates.pending.moved.append((path(row), path(newRow)))
    endUpdates()
  }
}

open class NSTableHeaderView: NSView {}

open class NSTableRowView: NSView {
  open override var isFlipped: Bool { true }
}

/// The kind of view that delegates usually make.
open class NSTableCellView: NSView {
  open override var isFlipped: Bool { true }
}

@MainActor
public final class NSTableColumn {
  public init(identifier: NSUserInterfaceItemIdentifier) {}
}

@MainActor
public protocol NSTableViewDataSource: AnyObject {
  func numberOfRows(in tableView: NSTableView) -> Int
}

@MainActor
public protocol NSTableViewDelegate: AnyObject {
  func tableView(
    _ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int
  ) -> NSView?
}

extension NSView {
  /// The part of a list for which it has views: none without a window, where its visible part has
  /// no bounds.
  var preparedRect: CGRect {
    guard window != nil else { return .zero }
    let area = visibleRect
    guard Undocumented.preparesRowsOutOfView, !area.isEmpty else { return area }
    return area.insetBy(dx: 0, dy: -area.height / 2)
  }

  /// Notifies a document of its clip view's scrolls.
  func observeClipView(_ moved: @escaping @MainActor () -> Void) -> (any NSObjectProtocol)? {
    guard let clipView = superview as? NSClipView else { return nil }
    let wanted = ObjectIdentifier(clipView)
    return NotificationCenter.default.addObserver(
      forName: NSView.boundsDidChangeNotification, object: nil, queue: nil
    ) { note in
      let sender = note.object.map { ObjectIdentifier($0 as AnyObject) }
      if sender == wanted { MainActor.assumeIsolated { moved() } }
    }
  }
}
