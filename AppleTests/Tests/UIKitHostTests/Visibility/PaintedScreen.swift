#if !canImport(Darwin)
// Over the double only: a naive reading of the double's tree.
import SightlineApple
import UIKit

/// The views that can be seen in a window by a naive reading: every view is painted in order on a
/// grid of squares, and a cover wipes the squares below it. Every frame must fit the grid.
@MainActor
struct PaintedScreen {
  /// The side of a square, in points.
  static let square: CGFloat = 20

  private let window: UIWindow
  private let isCover: (UIView) -> Bool
  private var squares: [[ObjectIdentifier]]
  private let columns: Int

  /// - Parameter keyboard: the frame of the keyboard over the window; empty without one.
  init(of window: UIWindow, keyboard: CGRect, covers isCover: @escaping (UIView) -> Bool) {
    self.window = window
    self.isCover = isCover
    columns = Int(window.bounds.width / Self.square)
    let count = columns * Int(window.bounds.height / Self.square)
    squares = Array(repeating: [], count: count)
    paint(window, in: window.bounds, opacity: 1)
    for square in indices(of: keyboard.intersection(window.bounds)) { squares[square] = [] }
  }

  /// The views with at least one visible square.
  var visibleViews: Set<ObjectIdentifier> { Set(squares.joined()) }

  private mutating func paint(_ view: UIView, in clip: CGRect, opacity: CGFloat) {
    if view.isHidden || view.alpha < 0.01 { return }
    let opacity = opacity * view.alpha
    let frame = view.convert(view.bounds, to: window)
    let area = frame.intersection(clip)
    let covers = opacity == 1 && isCover(view)
    for square in indices(of: area) {
      if covers { squares[square] = [] }
      squares[square].append(ObjectIdentifier(view))
    }
    let inside = view.clipsToBounds ? area : clip
    let order = view.subviews.enumerated().sorted {
      ($0.element.layer.zPosition, $0.offset) < ($1.element.layer.zPosition, $1.offset)
    }
    for (_, subview) in order { paint(subview, in: inside, opacity: opacity) }
  }

  private func indices(of area: CGRect) -> [Int] {
    if area.isNull || area.width < 1 || area.height < 1 { return [] }
    func line(_ coordinate: CGFloat) -> Int { Int((coordinate / Self.square).rounded()) }
    return (line(area.minY)..<line(area.maxY)).flatMap { y in
      (line(area.minX)..<line(area.maxX)).map { y * columns + $0 }
    }
  }
}
#endif
