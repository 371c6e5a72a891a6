import UIKit

/// Rows in a scroll view. Only those that show have platform views, in cells that other rows reuse.
/// The rest have an estimated height, so the content's size changes as the list scrolls.
///
/// Margins, separators and pinned headers are not modelled, and the bodies of all rows are
/// evaluated.
nonisolated public struct List<Content: View>: View, Primitive {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    content = ForEach(data, id: id, content: rowContent)
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    let rows = node.evaluate(content, 0, inputs)
    let cells = node.stored {
      let cells = ListCells(host: node.host)
      node.onRemoval { cells.view.removeFromSuperview() }
      return cells
    }
    return [ListElement(rows, cells, inputs.environment.layoutDirection)]
  }
}

/// Rows of a list with a header. A modifier applies to each of them.
nonisolated public struct Section<Parent: View, Content: View>: View, Primitive {
  private let header: Parent
  private let content: Content

  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    (self.header, self.content) = (header(), content())
  }

  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content)
  where Parent == Text {
    (header, self.content) = (Text(String(title)), content())
  }

  @MainActor func elements(_ node: Node, _ inputs: Inputs) -> [LayoutElement] {
    node.evaluate(header, "header", inputs) + node.evaluate(content, "content", inputs)
  }
}

/// The view of a list, its cells, and the heights of the rows that have shown.
@MainActor
private final class ListCells {
  /// Witness: the recorded hierarchy of a list under iOS 16.
  static let leastHeight: CGFloat = 44

  let view: HostedScrollView
  var heights: [Int: CGFloat] = [:]
  private var used: [Int: InheritedView] = [:]
  private(set) var free: [InheritedView] = []

  init(host: HostGraph) { view = HostedScrollView(host: host) }

  /// Returns the tops of the rows, and the end of the last one.
  func tops(_ count: Int) -> [CGFloat] {
    (0..<count).reduce(into: [0]) { tops, row in
      tops.append(tops[row] + (heights[row] ?? Self.leastHeight))
    }
  }

  /// Frees the cells of rows that no longer show.
  func recycle(except shown: Range<Int>) {
    for (row, cell) in used where !shown.contains(row) {
      used[row] = nil
      free.append(cell)
    }
  }

  func cell(of row: Int) -> InheritedView {
    let cell = used[row] ?? free.popLast() ?? InheritedView(frame: .zero)
    used[row] = cell
    return cell
  }

  /// Empties the free cells, which stay in the list.
  func emptyFreeCells() {
    for cell in free {
      cell.isHidden = true
      Canvas(cell).commit()
    }
  }
}

private final class ListElement: LayoutElement {
  private let rows: [LayoutElement]
  private let cells: ListCells
  private let direction: LayoutDirection

  init(_ rows: [LayoutElement], _ cells: ListCells, _ direction: LayoutDirection) {
    (self.rows, self.cells, self.direction) = (rows, cells, direction)
  }

  override func measure(_ proposal: ProposedViewSize) -> CGSize { proposal.filled }

  override func place(_ placement: Placement) {
    var reach = placement.context.safeArea.reach(of: placement.frame)
    (reach.left, reach.right) = (0, 0)
    let frame = placement.frame.growing(by: reach)
    let offer = ProposedViewSize(width: frame.width, height: nil)
    let view = cells.view
    var (shown, tops) = (0..<0, cells.tops(rows.count))
    var isSettled = false
    while !isSettled {
      let size = CGSize(width: frame.width, height: tops[rows.count])
      view.layOut(frame: frame, contentSize: size, insets: reach, startsAtRight: false)
      let (begin, end) = (view.contentOffset.y, view.contentOffset.y + frame.height)
      let first = tops.dropFirst().firstIndex { $0 > begin }.map { $0 - 1 } ?? rows.count
      let last = tops.dropLast().lastIndex { $0 < end }.map { $0 + 1 } ?? 0
      shown = first..<max(first, last)
      isSettled = true
      for row in shown {
        let height = max(ListCells.leastHeight, rows[row].size(offer).height)
        if cells.heights[row] != height {
          cells.heights[row] = height
          isSettled = false
        }
      }
      tops = cells.tops(rows.count)
    }
    placement.context.canvas.add(view)
    place(shown, tops, offer, frame, placement.context)
    for (row, element) in rows.enumerated() {
      let place = CGRect(x: 0, y: tops[row], width: frame.width, height: tops[row + 1] - tops[row])
      for id in element.scrollIDs {
        // A list scrolls to the first of a section's rows.
        let target = ScrollTarget(id: id, frame: place, scrollView: view)
        for reach in placement.context.reaches { reach.add(target, unlessSince: 0) }
      }
    }
  }

  private func place(
    _ shown: Range<Int>, _ tops: [CGFloat], _ offer: ProposedViewSize, _ frame: CGRect,
    _ context: PlaceContext
  ) {
    let canvas = Canvas(cells.view)
    let origin = CGPoint(x: frame.minX, y: frame.minY - cells.view.contentOffset.y)
    var inside = context.entering(canvas, at: origin)
    inside.scrollView = cells.view
    inside.reaches = []
    inside.hitArea = context.hitArea.intersection(context.inHost(frame))
    cells.recycle(except: shown)
    for row in shown {
      let cell = cells.cell(of: row)
      cell.isHidden = false
      cell.frame = CGRect(
        x: 0, y: tops[row], width: frame.width, height: tops[row + 1] - tops[row])
      canvas.add(cell)
      let area = CGRect(origin: .zero, size: cell.bounds.size)
      let inner = Canvas(cell)
      var context = inside.entering(inner, at: cell.frame.origin)
      context.safeArea = SafeArea(outer: area, inner: area)
      let size = rows[row].size(offer)
      rows[row].place(
        at: Alignment.leading.origin(of: size, in: area.size), size: size, for: offer, in: area,
        direction, context)
      inner.commit()
    }
    cells.emptyFreeCells()
    for cell in cells.free { canvas.add(cell) }
    canvas.commit()
  }
}
