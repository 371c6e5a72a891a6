import QuartzCore

/// The sections of a collection view that scroll sideways: each has a scroll view of its own, which
/// is recycled with its cells.
@MainActor
final class OrthogonalRows {
  private unowned let list: UICollectionView
  /// The sections, set by tests; in UIKit a property of a compositional layout's section.
  var sections: Set<Int> = []
  private var shown: [Int: Row] = [:]
  private var waiting: [Row] = []
  private var used: Set<Int> = []
  private var offsets: [Int: CGFloat] = [:]

  private final class Row: UIScrollView {
    var scrolled: @MainActor () -> Void = {}

    override func layoutSubviews() {
      super.layoutSubviews()
      scrolled()
    }
  }

  init(of list: UICollectionView) { self.list = list }

  func contain(_ section: Int) -> Bool { sections.contains(section) }

  func scrollView(of section: Int) -> UIScrollView? { shown[section] }

  /// Returns the frames in the views that hold the items, without those that are scrolled away.
  func placing(_ frames: [IndexPath: CGRect]) -> [IndexPath: CGRect] {
    if sections.isEmpty { return frames }
    var result = frames
    used = []
    let rowItems = frames.filter { sections.contains($0.key.section) }
    for (section, items) in Dictionary(grouping: rowItems, by: \.key.section) {
      let top = items[0].value.minY
      let row = row(of: section)
      used.insert(section)
      let frame = CGRect(x: 0, y: top, width: list.bounds.width, height: items[0].value.height)
      if row.frame != frame { row.frame = frame }
      row.contentSize = CGSize(
        width: items.map(\.value.maxX).max() ?? 0, height: frame.height)
      let left = offsets[section] ?? 0
      if row.contentOffset.x != left { row.contentOffset.x = left }
      let part = CGRect(x: left, y: 0, width: frame.width, height: frame.height)
      for (path, place) in items {
        let inner = place.offsetBy(dx: 0, dy: -top)
        result[path] = inner.intersects(part) ? inner : nil
      }
    }
    return result
  }

  private func row(of section: Int) -> Row {
    if let existing = shown[section] { return existing }
    let row = waiting.popLast() ?? Row(frame: .zero)
    row.contentInsetAdjustmentBehavior = .never
    row.alwaysBounceHorizontal = true
    row.isHidden = false
    shown[section] = row
    row.scrolled = { [weak self, weak row] in
      guard let self, let row, shown[section] === row else { return }
      if offsets[section] ?? 0 != row.contentOffset.x {
        offsets[section] = row.contentOffset.x
        list.setNeedsLayout()
        list.layoutIfNeeded()
      }
    }
    if row.superview !== list { list.addSubview(row) }
    return row
  }

  func removeUnused() {
    for (section, row) in shown where !used.contains(section) {
      shown[section] = nil
      row.scrolled = {}
      if Undocumented.hidesReusedCells { row.isHidden = true } else { row.removeFromSuperview() }
      waiting.append(row)
    }
  }
}

extension UICollectionView {
  /// The sections that scroll sideways, set by tests.
  public var sidewaysSections: Set<Int> {
    get { rows.sections }
    set { rows.sections = newValue }
  }

  /// The scroll view of such a section while it is shown.
  public func scrollView(ofSection section: Int) -> UIScrollView? { rows.scrollView(of: section) }
}
