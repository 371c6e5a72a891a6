import QuartzCore

/// Items whose cells are used again, placed by a layout.
open class UICollectionView: UIScrollView {
  public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  public nonisolated static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { reloadData() }
  }
  public let collectionViewLayout: UICollectionViewLayout

  private var counts: [Int] = []
  private var shown: [IndexPath: UICollectionViewCell] = [:]
  private let queue = ReuseQueue<UICollectionViewCell>()
  private var classes: [String: UICollectionViewCell.Type] = [:]
  private var isStale = true
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
  /// In no order.
  public var indexPathsForVisibleItems: [IndexPath] { Array(shown.keys) }
  public func cellForItem(at path: IndexPath) -> UICollectionViewCell? { shown[path] }
  public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    shown.first { $0.value === cell }?.key
  }

  public var numberOfSections: Int {
    prepareIfStale()
    return counts.count
  }

  public func numberOfItems(inSection section: Int) -> Int {
    prepareIfStale()
    return counts[section]
  }

  private func prepareIfStale() {
    guard isStale else { return }
    isStale = false
    counts = []
    if let source = dataSource {
      counts = (0..<source.numberOfSections(in: self)).map {
        source.collectionView(self, numberOfItemsInSection: $0)
      }
    }
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
    var wanted: [IndexPath: UICollectionViewLayoutAttributes] = [:]
    for attributes in collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
    where attributes.representedElementKind == nil {
      wanted[attributes.indexPath] = attributes
    }
    for (path, cell) in shown where wanted[path] == nil {
      shown[path] = nil
      retire(cell, at: path)
    }
    for (path, attributes) in wanted.sorted(by: { $0.key < $1.key }) {
      let cell = shown[path] ?? dataSource?.collectionView(self, cellForItemAt: path)
      guard let cell else { continue }
      if cell.frame != attributes.frame { cell.frame = attributes.frame }
      if shown[path] == nil {
        shown[path] = cell
        collectionDelegate?.collectionView(self, willDisplay: cell, forItemAt: path)
        if cell.superview !== self { addSubview(cell) }
      }
    }
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
