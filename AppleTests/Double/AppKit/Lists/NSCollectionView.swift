import QuartzCore

/// A vertical list of items whose views are reused. It is the document of a scroll view, as high as
/// its items.
open class NSCollectionView: NSView {
  open weak var dataSource: (any NSCollectionViewDataSource)? {
    didSet { reloadData() }
  }
  open var collectionViewLayout: NSCollectionViewFlowLayout? {
    didSet { reloadData() }
  }

  private var counts: [Int] = []
  private var shown: [IndexPath: NSCollectionViewItem] = [:]
  private let queue = ReuseQueue<NSCollectionViewItem>()
  private var classes: [NSUserInterfaceItemIdentifier: NSCollectionViewItem.Type] = [:]
  private var isStale = true
  private var updates = ListUpdates()
  private var scrolled: (any NSObjectProtocol)?

  open override var isFlipped: Bool { true }

  public func register(
    _ itemClass: NSCollectionViewItem.Type,
    forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier
  ) {
    classes[identifier] = itemClass
  }

  public func makeItem(
    withIdentifier identifier: NSUserInterfaceItemIdentifier, for path: IndexPath
  ) -> NSCollectionViewItem {
    if let item = queue.take(identifier) {
      item.view.isHidden = false
      item.prepareForReuse()
      return item
    }
    guard let type = classes[identifier] else { fatalError("no class for \(identifier)") }
    let item = type.init()
    item.identifier = identifier
    return item
  }

  // MARK: Items

  public var numberOfSections: Int {
    countIfStale()
    return counts.count
  }

  public func numberOfItems(inSection section: Int) -> Int {
    countIfStale()
    return counts[section]
  }

  public func item(at path: IndexPath) -> NSCollectionViewItem? { shown[path] }
  /// The items that have views, even if these are out of view.
  public func indexPathsForVisibleItems() -> Set<IndexPath> { Set(shown.keys) }

  private func countIfStale() {
    guard isStale else { return }
    isStale = false
    let sections = dataSource?.numberOfSections(in: self) ?? 0
    counts = (0..<sections).map {
      dataSource?.collectionView(self, numberOfItemsInSection: $0) ?? 0
    }
    fitHeight()
  }

  private func fitHeight() { frame.size.height = top(of: counts.count) }

  private var item: CGSize { collectionViewLayout?.itemSize ?? CGSize(width: 50, height: 50) }
  private var lineSpacing: CGFloat { collectionViewLayout?.minimumLineSpacing ?? 0 }

  private var itemsPerLine: Int {
    let gap = collectionViewLayout?.minimumInteritemSpacing ?? 0
    return max(1, Int((bounds.width + gap) / max(1, item.width + gap)))
  }

  /// The top of a section: there is no spacing between sections.
  private func top(of section: Int) -> CGFloat {
    counts[..<section].reduce(0) { top, items in
      let lines = CGFloat((items + itemsPerLine - 1) / itemsPerLine)
      return top + max(0, lines * (item.height + lineSpacing) - lineSpacing)
    }
  }

  private func frame(of path: IndexPath) -> CGRect {
    let count = itemsPerLine
    let y = top(of: path.section) + CGFloat(path.item / count) * (item.height + lineSpacing)
    let rest = bounds.width - CGFloat(count) * item.width
    let gap = count > 1 ? rest / CGFloat(count - 1) : 0
    return CGRect(
      x: CGFloat(path.item % count) * (item.width + gap), y: y, width: item.width,
      height: item.height)
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
    fitHeight()
    let wanted = paths(in: preparedRect)
    for (path, item) in shown where !wanted.contains(path) { retire(item, at: path) }
    for path in wanted {
      if let item = shown[path] { item.view.frame = frame(of: path) } else { show(path) }
    }
  }

  private func paths(in area: CGRect) -> [IndexPath] {
    counts.indices.flatMap { section in
      (0..<counts[section]).map { IndexPath(item: $0, section: section) }
    }.filter { frame(of: $0).intersects(area) }
  }

  private func show(_ path: IndexPath) {
    guard let item = dataSource?.collectionView(self, itemForRepresentedObjectAt: path) else {
      return
    }
    shown[path] = item
    item.view.frame = frame(of: path)
    if item.view.superview !== self { addSubview(item.view) }
  }

  private func retire(_ item: NSCollectionViewItem, at path: IndexPath) {
    shown[path] = nil
    if let identifier = item.identifier { queue.add(item, item.view, identifier) }
  }

  // MARK: Changes

  public func reloadData() {
    isStale = true
    for (path, item) in shown.sorted(by: { $0.key < $1.key }) { retire(item, at: path) }
    needsLayout = true
  }

  public func performBatchUpdates(_ updates: (() -> Void)?) { batch { updates?() } }

  public func insertItems(at paths: Set<IndexPath>) { batch { updates.pending.inserted += paths } }
  public func deleteItems(at paths: Set<IndexPath>) { batch { updates.pending.deleted += paths } }
  public func reloadItems(at paths: Set<IndexPath>) { batch { updates.pending.reloaded += paths } }
  public func moveItem(at path: IndexPath, to newPath: IndexPath) {
    batch { updates.pending.moved.append((path, newPath)) }
  }

  private func batch(_ body: () -> Void) {
    if updates.areDone { layoutSubtreeIfNeeded() }
    updates.begin()
    body()
    guard let outcome = updates.end(shown) else { return }
    isStale = true
    for (path, item) in outcome.dropped { retire(item, at: path) }
    shown = outcome.kept
    needsLayout = true
  }
}

open class NSCollectionViewItem: NSViewController {
  open func prepareForReuse() {}
}

/// Lines of items of one size, from the top. Witness: Apple's documentation: as many items as fit
/// with the least spacing between them, which grows until they fill the line.
@MainActor
public final class NSCollectionViewFlowLayout {
  public var itemSize = CGSize(width: 50, height: 50)
  /// Witness of the spacings: GNUstep's tests of `NSCollectionViewFlowLayout`, with AppKit's
  /// metrics.
  public var minimumLineSpacing: CGFloat = 10
  public var minimumInteritemSpacing: CGFloat = 10

  public init() {}
}

@MainActor
public protocol NSCollectionViewDataSource: AnyObject {
  func numberOfSections(in collectionView: NSCollectionView) -> Int
  func collectionView(
    _ collectionView: NSCollectionView, numberOfItemsInSection section: Int
  ) -> Int
  func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
  ) -> NSCollectionViewItem
}

extension NSCollectionViewDataSource {
  public func numberOfSections(in collectionView: NSCollectionView) -> Int { 1 }
}
