import QuartzCore

/// Items whose cells are reused, placed by a layout.
open class UICollectionView: UIScrollView {
  public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"

  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { reloadData() }
  }
  public let collectionViewLayout: UICollectionViewLayout
  open var isPrefetchingEnabled = true

  private var counts: [Int] = []
  private(set) var shown: [IndexPath: UICollectionViewCell] = [:]
  /// Cells that will be needed soon.
  private var prefetched: [IndexPath: UICollectionViewCell] = [:]
  private let fading = FadingCells<UICollectionViewCell>()
  private(set) lazy var rows = OrthogonalRows(of: self)
  /// The cell that `reconfigureItems(at:)` configures again.
  private var reconfigured: UICollectionViewCell?
  private let queue = ReuseQueue<UICollectionViewCell>()
  private var classes: [String: UICollectionViewCell.Type] = [:]
  private var isStale = true
  private var isUnprepared = true
  private var updates = ListUpdates()

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    layout.collectionView = self
  }

  public required init?(coder: NSCoder) { fatalError("views are made in code") }

  // MARK: Cells

  public func register(
    _ type: UICollectionViewCell.Type, forCellWithReuseIdentifier identifier: String
  ) {
    classes[identifier] = type
  }

  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for path: IndexPath
  )
    -> UICollectionViewCell
  {
    if let reconfigured { return reconfigured }
    if let cell = queue.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    guard let type = classes[identifier] else { fatalError("no class for \(identifier)") }
    let cell = type.init(frame: .zero)
    cell.reuseIdentifier = identifier
    return cell
  }

  public var visibleCells: [UICollectionViewCell] { Array(shown.values) }
  /// The index paths of visible items, in no particular order.
  public var indexPathsForVisibleItems: [IndexPath] { Array(shown.keys) }
  public func cellForItem(at path: IndexPath) -> UICollectionViewCell? { shown[path] }
  public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    shown.first { $0.value === cell }?.key
  }

  public var numberOfSections: Int {
    countIfStale()
    return counts.count
  }

  public func numberOfItems(inSection section: Int) -> Int {
    countIfStale()
    return counts[section]
  }

  /// Reads the counts from the data source. The layout is prepared only when the view is laid out.
  private func countIfStale() {
    guard isStale else { return }
    isStale = false
    isUnprepared = true
    counts = []
    if let source = dataSource {
      counts = (0..<source.numberOfSections(in: self)).map {
        source.collectionView(self, numberOfItemsInSection: $0)
      }
    }
  }

  private func prepareIfStale() {
    countIfStale()
    guard isUnprepared else { return }
    isUnprepared = false
    collectionViewLayout.prepare()
    contentSize = collectionViewLayout.collectionViewContentSize
  }

  // MARK: Layout

  override func boundsChanged(from old: CGRect) {
    super.boundsChanged(from: old)
    if bounds.size != old.size { isStale = true }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    prepareIfStale()
    var wanted: [IndexPath: CGRect] = [:]
    for attributes in collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
    where attributes.representedElementKind == nil {
      wanted[attributes.indexPath] = attributes.frame
    }
    wanted = rows.placing(wanted)
    for (path, cell) in shown where wanted[path] == nil {
      shown[path] = nil
      retire(cell, at: path)
    }
    for (path, frame) in wanted.sorted(by: { $0.key < $1.key }) { show(path, at: frame) }
    rows.removeUnused()
    prefetch(after: wanted.keys.max())
  }

  private func show(_ path: IndexPath, at frame: CGRect) {
    let existing = shown[path] ?? prefetched.removeValue(forKey: path)
    guard let cell = existing ?? dataSource?.collectionView(self, cellForItemAt: path) else {
      return
    }
    if cell.frame != frame { cell.frame = frame }
    let parent = rows.scrollView(of: path.section) ?? self
    guard shown[path] == nil else { return }
    shown[path] = cell
    cell.isHidden = false
    collectionDelegate?.collectionView(self, willDisplay: cell, forItemAt: path)
    if cell.superview !== parent { parent.addSubview(cell) }
    if Undocumented.measuresWithTwins, existing == nil {
      measureTwin(of: cell, at: path, in: parent)
    }
  }

  private func measureTwin(of cell: UICollectionViewCell, at path: IndexPath, in parent: UIView) {
    guard let twin = dataSource?.collectionView(self, cellForItemAt: path) else { return }
    twin.frame = cell.frame
    twin.isHidden = true
    if twin.superview !== parent { parent.addSubview(twin) }
    queue.add(twin, twin.reuseIdentifier ?? "")
  }

  private func prefetch(after last: IndexPath?) {
    var paths: [IndexPath] = []
    if isPrefetchingEnabled, let last, !rows.contain(last.section) {
      let end = min(counts[last.section], last.item + 1 + Undocumented.prefetchedItems)
      paths = (last.item + 1..<max(end, last.item + 1)).map {
        IndexPath(item: $0, section: last.section)
      }
    }
    for (path, cell) in prefetched where !paths.contains(path) {
      prefetched[path] = nil
      queue.add(cell, cell.reuseIdentifier ?? "")
    }
    for path in paths where prefetched[path] == nil {
      guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { continue }
      prefetched[path] = cell
      if Undocumented.hidesPrefetchedCells {
        cell.isHidden = true
        if cell.superview !== self { addSubview(cell) }
      } else {
        cell.removeFromSuperview()
      }
    }
  }

  private func dropPrefetched() {
    for cell in prefetched.sorted(by: { $0.key < $1.key }).map(\.value) {
      queue.add(cell, cell.reuseIdentifier ?? "")
    }
    prefetched = [:]
  }

  private func retire(_ cell: UICollectionViewCell, at path: IndexPath) {
    queue.add(cell, cell.reuseIdentifier ?? "")
    collectionDelegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
  }

  private var collectionDelegate: (any UICollectionViewDelegate)? {
    delegate as? any UICollectionViewDelegate
  }

  // MARK: Changes

  public func reloadData() {
    isStale = true
    dropPrefetched()
    for (path, cell) in shown.sorted(by: { $0.key < $1.key }) { retire(cell, at: path) }
    shown = [:]
    setNeedsLayout()
  }

  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    batch { updates?() }
    completion?(true)
  }

  public func insertItems(at paths: [IndexPath]) { batch { updates.pending.inserted += paths } }
  public func deleteItems(at paths: [IndexPath]) { batch { updates.pending.deleted += paths } }
  public func reloadItems(at paths: [IndexPath]) { batch { updates.pending.reloaded += paths } }
  public func moveItem(at path: IndexPath, to newPath: IndexPath) {
    batch { updates.pending.moved.append((path, newPath)) }
  }

  /// Configures the cells of items again, which stay the same.
  public func reconfigureItems(at paths: [IndexPath]) {
    for path in paths {
      reconfigured = shown[path] ?? prefetched[path]
      if reconfigured != nil { _ = dataSource?.collectionView(self, cellForItemAt: path) }
    }
    reconfigured = nil
  }

  private func batch(_ body: () -> Void) {
    if updates.areDone { layoutIfNeeded() }
    updates.begin()
    body()
    guard let outcome = updates.end(shown) else { return }
    isStale = true
    dropPrefetched()
    shown = outcome.kept
    for (path, cell) in outcome.dropped {
      fading.fade(cell) { [weak self] in self?.retire(cell, at: path) }
    }
    setNeedsLayout()
    layoutIfNeeded()
  }
}
