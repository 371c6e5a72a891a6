import Testing
import UIKit

@MainActor
@Suite(.serialized) struct UIKitGeometryTests {
  private func near(_ one: CGRect, _ other: CGRect) -> Bool {
    abs(one.minX - other.minX) < 1e-9 && abs(one.minY - other.minY) < 1e-9
      && abs(one.width - other.width) < 1e-9 && abs(one.height - other.height) < 1e-9
  }

  // UIView, frame: setting it changes the centre, and the size of the bounds.
  @Test func `a frame is a centre and a size`() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    #expect(view.center == CGPoint(x: 60, y: 45))
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
    view.bounds.origin = CGPoint(x: 7, y: 8)
    #expect(view.frame == CGRect(x: 10, y: 20, width: 100, height: 50))
    view.bounds.size.width = 200
    #expect(view.frame == CGRect(x: -40, y: 20, width: 200, height: 50))
  }

  // CALayer, anchorPoint: all geometric changes are about it.
  @Test func `a transform applies about the anchor point`() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(near(view.frame, CGRect(x: -50, y: -50, width: 200, height: 200)))
    #expect(view.bounds.size == CGSize(width: 100, height: 100))
    view.layer.anchorPoint = .zero
    #expect(near(view.frame, CGRect(x: 50, y: 50, width: 200, height: 200)))
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(near(view.frame, CGRect(x: -50, y: 50, width: 100, height: 100)))
  }

  // UIView, convert(_:to:): from the view's coordinates to another's, or to the window's if it is
  // nil.
  @Test func `rects convert through scrolling and transforms in both directions`() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 100, width: 320, height: 200))
    let parent = UIView(frame: CGRect(x: 0, y: 300, width: 100, height: 100))
    let view = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    let other = UIView(frame: CGRect(x: 50, y: 60, width: 10, height: 10))
    window.addSubview(scrollView)
    window.addSubview(other)
    scrollView.addSubview(parent)
    parent.addSubview(view)
    scrollView.contentOffset.y = 250
    #expect(
      near(view.convert(view.bounds, to: nil), CGRect(x: 10, y: 160, width: 20, height: 20)))
    parent.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
    let inWindow = CGRect(x: 30, y: 180, width: 10, height: 10)
    #expect(near(view.convert(view.bounds, to: nil), inWindow))
    #expect(near(view.convert(inWindow, from: nil), view.bounds))
    #expect(
      near(view.convert(view.bounds, to: other), CGRect(x: -20, y: 120, width: 10, height: 10)))
  }

  // CALayer, sublayerTransform: applied to sublayers when they are rendered, about the layer's
  // anchor point; typically a perspective.
  @Test func `a sublayer transform applies about the superlayer's anchor point`() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let view = UIView(frame: CGRect(x: 100, y: 100, width: 50, height: 50))
    window.addSubview(parent)
    parent.addSubview(view)
    parent.layer.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    #expect(
      near(view.convert(view.bounds, to: nil), CGRect(x: 100, y: 100, width: 100, height: 100)))
    #expect(near(parent.convert(parent.bounds, to: nil), parent.frame), "not to itself")
    parent.layer.sublayerTransform = CATransform3DIdentity
    parent.layer.sublayerTransform.m34 = -1 / 500
    #expect(near(view.convert(view.bounds, to: nil), view.frame), "in the plane of the parent")
    // Halfway to the eye: twice as large, and twice as far from the centre.
    view.layer.zPosition = 250
    #expect(
      near(view.convert(view.bounds, to: nil), CGRect(x: 100, y: 100, width: 100, height: 100)))
    #expect(near(view.convert(view.convert(view.bounds, to: nil), from: nil), view.bounds))
  }

  // CATransform3D: points are rows; points that leave the plane are flattened into it.
  @Test func `a layer is flattened into the plane of its superlayer`() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(view)
    view.layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    #expect(near(view.convert(view.bounds, to: nil), CGRect(x: 25, y: 0, width: 50, height: 100)))
    view.layer.transform = CATransform3DMakeTranslation(0, 0, 50)
    #expect(near(view.convert(view.bounds, to: nil), view.bounds))
    // The nearer half is larger.
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 100
    view.layer.transform = CATransform3DConcat(
      CATransform3DMakeRotation(.pi / 3, 0, 1, 0), perspective)
    #expect(view.convert(view.bounds, to: nil).height > 100)
  }
}
