open class UICollectionViewLayoutAttributes: ToolkitObject {
  public let indexPath: IndexPath
  public let representedElementKind: String?
  open var frame = CGRect.zero

  init(_ path: IndexPath, kind: String? = nil, frame: CGRect) {
    indexPath = path
    representedElementKind = kind
    self.frame = frame
    super.init()
  }
}

open class UICollectionViewLayout: ToolkitObject {
  public internal(set) weak var collectionView: UICollectionView?

  public override init() { super.init() }

  open func prepare() {}
  open var collectionViewContentSize: CGSize { .zero }
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    nil
  }
  open func layoutAttributesForItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  open func layoutAttributesForSupplementaryView(
    ofKind kind: String, at path: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
}

/// Lines of items of one size, downwards, with a header above each section.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  open var itemSize = CGSize(width: 50, height: 50)
  /// Witness of both: Apple's documentation of the properties, with a default value of 10.
  open var minimumLineSpacing: CGFloat = 10
  open var minimumInteritemSpacing: CGFloat = 10
  open var headerReferenceSize = CGSize.zero
  /// Not modelled beyond its value.
  open var sectionHeadersPinToVisibleBounds = false

  private var items: [[UICollectionViewLayoutAttributes]] = []
  private var headers: [UICollectionViewLayoutAttributes] = []
  private var height: CGFloat = 0

  open override func prepare() {
    guard let list = collectionView else { return }
    let width = list.bounds.width
    let columns = max(
      1, Int((width + minimumInteritemSpacing) / (itemSize.width + minimumInteritemSpacing)))
    let gap = columns > 1 ? (width - CGFloat(columns) * itemSize.width) / CGFloat(columns - 1) : 0
    (items, headers, height) = ([], [], 0)
    for section in 0..<list.numberOfSections {
      let header = CGRect(x: 0, y: height, width: width, height: headerReferenceSize.height)
      headers.append(
        UICollectionViewLayoutAttributes(
          IndexPath(item: 0, section: section), kind: UICollectionView.elementKindSectionHeader,
          frame: header))
      height += headerReferenceSize.height
      let count = list.numberOfItems(inSection: section)
      // The items of such a section are in one line, which scrolls.
      let columns = list.rows.contain(section) ? max(1, count) : columns
      items.append(
        (0..<count).map { item in
          let (line, column) = (item / columns, item % columns)
          return UICollectionViewLayoutAttributes(
            IndexPath(item: item, section: section),
            frame: CGRect(
              x: CGFloat(column) * (itemSize.width + gap),
              y: height + CGFloat(line) * (itemSize.height + minimumLineSpacing),
              width: itemSize.width, height: itemSize.height))
        })
      let lines = (count + columns - 1) / columns
      if lines > 0 {
        height += CGFloat(lines) * (itemSize.height + minimumLineSpacing) - minimumLineSpacing
      }
    }
  }

  open override var collectionViewContentSize: CGSize {
    CGSize(width: collectionView?.bounds.width ?? 0, height: height)
  }

  open override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    let headers = headers.filter { $0.frame.height > 0 }
    return (items.flatMap { $0 } + headers).filter {
      $0.frame.minY < rect.maxY && $0.frame.maxY > rect.minY
        && ($0.frame.intersects(rect) || collectionView?.rows.contain($0.indexPath.section) == true)
    }
  }

  open override func layoutAttributesForItem(
    at path: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    // Nothing documents the result for a missing item.
    precondition(path.section < items.count && path.item < items[path.section].count, "no \(path)")
    return items[path.section][path.item]
  }

  open override func layoutAttributesForSupplementaryView(
    ofKind kind: String, at path: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard kind == UICollectionView.elementKindSectionHeader, path.section < headers.count else {
      return nil
    }
    if headers[path.section].frame.height > 0 { return headers[path.section] }
    return Undocumented.missingHeadersHaveAttributes
      ? UICollectionViewLayoutAttributes(path, kind: kind, frame: .zero) : nil
  }
}
