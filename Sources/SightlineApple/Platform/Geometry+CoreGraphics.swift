#if canImport(CoreGraphics)
package import CoreGraphics
package import SightlineCore

extension LayoutPoint {
  package init(_ point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}

extension LayoutSize {
  package init(_ size: CGSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}

extension LayoutRect {
  package init(_ rect: CGRect) {
    self.init(
      x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
      height: Double(rect.size.height))
  }
}

extension CGPoint {
  package init(_ point: LayoutPoint) { self.init(x: point.x, y: point.y) }
}

extension CGRect {
  package init(_ rect: LayoutRect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }
}
#endif
