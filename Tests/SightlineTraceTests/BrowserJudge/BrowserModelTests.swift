import SightlineCore
import Testing

@testable import SightlineTrace

@Suite struct BrowserModelTests {
  private static let window = LayoutRect(x: 0, y: 0, width: 400, height: 600)

  /// Returns the model's answer for a target in the window.
  private func answer(
    _ frame: LayoutRect, _ change: (inout TraceNode) -> Void = { _ in },
    margins: ViewportMargins = .zero
  ) throws -> BrowserModel.Answer {
    var root = TraceNode(id: 0, parent: nil, frame: Self.window)
    root.clip = Self.window
    var target = TraceNode(id: 1, parent: 0, frame: frame)
    change(&target)
    var scene = TraceScene(file: "test")
    try scene.accept(.node(root), number: 1)
    try scene.accept(.node(target), number: 2)
    try scene.finish(lastLine: 2)
    let observer = TraceObserver(observer: 0, root: 0, margins: margins, thresholds: [0, 0.5, 1])
    return BrowserModel.answer(of: 1, for: observer, in: scene)
  }

  @Test func `a zero-area target is fully visible inside the clip and on its edge`() throws {
    for x in [-1.0, 0, 200, 400, 401] {
      for y in [-1.0, 0, 300, 600, 601] {
        for width in [0.0, 50] {
          let rect = LayoutRect(x: x, y: y, width: width, height: 0)
          let isInside = rect.intersection(Self.window) != nil
          let answer = try answer(rect)
          #expect(answer.isIntersecting == isInside, "\(rect)")
          #expect(answer.ratio == (isInside ? 1 : 0) && answer.reached == (isInside ? 3 : 0))
        }
      }
    }
  }

  @Test func `only a zero side makes a zero-area target fully visible`() throws {
    for width in [0.0, 1, 2] {
      for height in [0.0, 1, 2] {
        let rect = LayoutRect(x: 400 - width / 2, y: 0, width: width, height: height)
        #expect(try answer(rect).ratio == (width > 0 && height > 0 ? 0.5 : 1))
      }
    }
  }

  @Test func `opacity and hidden flags are ignored, and removed nodes have no box`() throws {
    let rect = LayoutRect(x: 0, y: 550, width: 100, height: 100)
    for isHidden in [false, true] {
      let answer = try answer(rect) {
        $0.opacity = 0
        $0.isHidden = isHidden
      }
      #expect(answer.ratio == 0.5 && answer.reached == 2 && answer.bounds == rect)
    }
    #expect(try answer(rect) { $0.isGone = true } == .nothing)
  }

  @Test func `a transformed box snaps to whole pixels and is measured by its bounding box`()
    throws
  {
    let scaled = try answer(LayoutRect(x: 10.4, y: 20.6, width: 100, height: 100)) {
      $0.transform = .scale(x: 2, y: 2)
    }
    #expect(scaled.bounds == LayoutRect(x: 10, y: 21, width: 200, height: 200))
    let turned = try answer(LayoutRect(x: 200, y: 200, width: 100, height: 100)) {
      $0.transform = .rotation(cosine: 0.8, sine: 0.6)
    }
    #expect(turned.ratio == 1 && turned.bounds.width.rounded() == 140)
  }

  @Test func `a share of the root uses whole points and 32-bit arithmetic`() throws {
    let margins = ViewportMargins(fractions: LayoutInsets(top: -0.0999))
    let root = try answer(LayoutRect(x: 0, y: 0, width: 9, height: 9), margins: margins).root
    #expect(root == LayoutRect(x: 0, y: 59, width: 400, height: 541))
  }
}
