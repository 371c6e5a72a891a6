import SightlineApple
import Testing

#if canImport(Recorded)
import Recorded
#endif

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

// Suites of one toolkit extend that toolkit's suite; shared ones extend `ToolkitHost`. All run one
// after another because they share a screen.
#if canImport(UIKit)
@MainActor
@Suite(.serialized, .recorded)
enum UIKitHost {}

typealias ToolkitHost = UIKitHost
#else
@MainActor
@Suite(.serialized, .recorded)
enum AppKitHost {}

typealias ToolkitHost = AppKitHost
#endif

/// Runs a test with a window, which is closed afterwards.
@MainActor
func withScreen<Result>(
  width: CGFloat = 320, height: CGFloat = 480, as variant: Variant? = nil,
  _ body: (Screen) throws -> Result
) rethrows -> Result {
  variant?.use()
  defer { Variant.reset() }
  let screen = Screen(width: width, height: height)
  defer { screen.close() }
  return try body(screen)
}

/// The reports, in order.
@MainActor
final class Log {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }

  /// Returns the reports since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

extension PlatformView {
  /// Reports every change under a rule.
  func log(_ name: String, _ rule: VisibilityRule = .fully, to log: Log) {
    visibility.changed(rule) { log.add("\($0) \(name)") }
  }
}

/// Creates a view at a position, with its own coordinates pointing down.
@MainActor
func box(
  _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, in parent: PlatformView? = nil
) -> PlatformView {
  let view = plainView(CGRect(x: x, y: y, width: width, height: height))
  parent?.addSubview(view)
  return view
}

/// Creates a scroll view as large as the screen, with content 5,000 points high.
@MainActor
func longList(in screen: Screen, isFlipped: Bool = true) -> PlatformScrollView {
  let list = scrollingView(
    screen.view.bounds, content: CGSize(width: 320, height: 5_000), isFlipped: isFlipped,
    in: screen.view)
  screen.settle()
  return list
}

/// Adds observed views, each in a separate hidden view: frames read some of them in turn.
@MainActor
func hiddenViews(_ count: Int, in screen: Screen) {
  let pool = box(0, 0, 320, 480, in: screen.view)
  pool.isHidden = true
  for _ in 0..<count {
    box(0, 0, 10, 10, in: box(0, 0, 10, 10, in: pool)).visibility.changed { _ in }
  }
}
