import Testing

#if canImport(UIKit)
import SightlineUIKit
import UIKit
#else
import AppKit
import SightlineAppKit
#endif

// The suites that only one toolkit has extend that toolkit's; those that both have extend
// `ToolkitHost`. All run one after another, since they share a screen.
#if canImport(UIKit)
@MainActor
@Suite(.serialized)
enum UIKitHost {}

typealias ToolkitHost = UIKitHost
#else
@MainActor
@Suite(.serialized)
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

/// What was reported, in order.
@MainActor
final class Log {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }

  /// What was reported since this was last asked for.
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

/// A view at a place, whose own coordinates point down.
@MainActor
func box(
  _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, in parent: PlatformView? = nil
) -> PlatformView {
  let view = plainView(CGRect(x: x, y: y, width: width, height: height))
  parent?.addSubview(view)
  return view
}

/// Pseudorandom numbers, the same for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var result = state
    result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return result ^ (result >> 31)
  }
}
