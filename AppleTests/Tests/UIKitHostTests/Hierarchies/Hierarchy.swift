#if !canImport(Darwin)
// For HierarchyTests, over the double only.
import Foundation
import UIKit

/// A recorded tree of views (AppleTests/Hierarchies), and the views built from it.
struct Hierarchy: Decodable {
  let what: String
  let nodes: [Node]

  struct Node: Decodable {
    let `class`: String
    let base: String?
    let frame: [Double]?
    let absolute: [Double]?
    let boundsOrigin: [Double]?
    let contentSize: [Double]?
    let insets: [Double]?
    let alpha: Double?
    let hidden: Bool?
    let clips: Bool?
    let z: Double?
    let anchor: [Double]?
    let background: String?
    let layer: Bool?
    let content: String?
    let role: String?
    let column: String?
    let detent: String?
    let children: [Node]?

    enum CodingKeys: String, CodingKey {
      case `class`, base, frame, absolute, alpha, hidden, clips, z, anchor, background, layer
      case content, role, column, detent, children
      case boundsOrigin = "bounds_origin"
      case contentSize = "content_size"
      case insets = "adjusted_insets_tlbr"
    }
  }

  /// Reads a file.
  init(_ name: String) throws {
    var folder = URL(fileURLWithPath: #filePath)
    // AppleTests/Tests/UIKitHostTests/Hierarchies
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let file = folder.appendingPathComponent("Hierarchies/\(name).json")
    self = try JSONDecoder().decode(Hierarchy.self, from: Data(contentsOf: file))
  }
}

/// The scroll views of frameworks that the tests don't link, by the names of their classes.
private final class WKScrollView: UIScrollView {}
private final class PDFScrollView: UIScrollView {}
/// Glass has private classes with many names.
private final class GlassView: UIView {}

/// A view built from a node, with its expected place according to the record alone.
@MainActor
final class RecordedView {
  let node: Hierarchy.Node
  let view: UIView
  /// Its area in the window, and the part of the window to which ancestors clip it.
  let area: CGRect
  let clip: CGRect
  /// Whether neither it nor an ancestor is hidden or transparent.
  let isShown: Bool
  private(set) var children: [RecordedView] = []

  /// Builds a tree in a view, whose area in the window begins at `origin`.
  convenience init(_ node: Hierarchy.Node, in parent: UIView, at origin: CGPoint = .zero) {
    let clip = CGRect(origin: origin, size: parent.bounds.size)
    self.init(
      node, in: parent, Around(area: clip, bounds: parent.bounds, clip: clip, isShown: true))
  }

  private struct Around {
    var area: CGRect
    var bounds: CGRect
    var clip: CGRect
    var isShown: Bool
  }

  private init(_ node: Hierarchy.Node, in parent: UIView, _ around: Around) {
    self.node = node
    view = Self.make(node)
    let start = CGPoint(
      x: around.area.minX - around.bounds.minX, y: around.area.minY - around.bounds.minY)
    area =
      node.absolute.map(CGRect.init)
      ?? CGRect(node.frame ?? [0, 0, 0, 0]).offsetBy(dx: start.x, dy: start.y)
    clip = around.clip
    isShown = around.isShown && node.hidden != true && node.alpha != 0
    if let anchor = node.anchor { view.layer.anchorPoint = CGPoint(x: anchor[0], y: anchor[1]) }
    view.frame = area.offsetBy(dx: -start.x, dy: -start.y)
    view.alpha = CGFloat(node.alpha ?? 1)
    view.isHidden = node.hidden ?? false
    view.layer.zPosition = CGFloat(node.z ?? 0)
    view.backgroundColor = node.background.map(Self.colour)
    view.clipsToBounds = node.clips ?? (view is UIScrollView)
    parent.addSubview(view)
    if let scrollView = view as? UIScrollView { scroll(scrollView) }
    if let origin = node.boundsOrigin {
      view.bounds.origin = CGPoint(x: origin[0], y: origin[1])
    }
    let inside = Around(
      area: area, bounds: view.bounds, clip: view.clipsToBounds ? clip.intersection(area) : clip,
      isShown: isShown)
    children = Self.views(node.children).map { RecordedView($0, in: view, inside) }
  }

  private func scroll(_ scrollView: UIScrollView) {
    scrollView.contentInsetAdjustmentBehavior = .never
    if let size = node.contentSize {
      scrollView.contentSize = CGSize(width: size[0], height: size[1])
    }
    if let insets = node.insets?.map({ CGFloat($0) }) {
      scrollView.contentInset = UIEdgeInsets(
        top: insets[0], left: insets[1], bottom: insets[2], right: insets[3])
    }
  }

  /// The nodes with views: a layer without one may contain views.
  private static func views(_ nodes: [Hierarchy.Node]?) -> [Hierarchy.Node] {
    (nodes ?? []).flatMap { $0.layer == true ? views($0.children) : [$0] }
  }

  private static func make(_ node: Hierarchy.Node) -> UIView {
    switch node.class {
    case "UITabBar": UITabBar()
    case "_UITabButton", "UIButton", "UISwitch": UIControl()
    case "WKScrollView": WKScrollView()
    case "PDFScrollView": PDFScrollView()
    case "UITextView": UITextView()
    case "UIVisualEffectView": UIView()
    case "UITableView", "UICollectionView", "UIScrollView", "SwiftUI.HostingScrollView":
      UIScrollView()
    default:
      if node.base == "UICollectionView" {
        UIScrollView()
      } else if node.class.contains("Glass") {
        GlassView()
      } else {
        UIView()
      }
    }
  }

  /// Only the opacity counts.
  static func colour(_ name: String) -> UIColor {
    if name == "clear" || name.hasSuffix("alpha 0") { return UIColor(white: 1, alpha: 0) }
    let parts = name.split(separator: " ")
    return UIColor(white: 1, alpha: CGFloat(parts.count > 1 ? Double(parts.last ?? "") ?? 1 : 1))
  }

  /// It and all views in it.
  var all: [RecordedView] { [self] + children.flatMap(\.all) }

  /// The first view of a class in it.
  func first(_ name: String) -> RecordedView? { all.first { $0.node.class.hasPrefix(name) } }
}

extension CGRect {
  fileprivate init(_ numbers: [Double]) {
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
#endif
