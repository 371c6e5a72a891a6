#if canImport(Darwin)
// Not run so far: this half was written on a machine without AppKit.
import AppKit
import SightlineApple
import SightlineHost
import SightlineTesting
import Testing

/// A window of a test, on a Mac, in real time.
@MainActor
final class Screen {
  let window: NSWindow

  /// The window's content, whose coordinates point down.
  var view: NSView {
    guard let view = window.contentView else { preconditionFailure("the window has no content") }
    return view
  }

  init(
    width: CGFloat = 320, height: CGFloat = 480, style: NSWindow.StyleMask = .titled,
    isShown: Bool = true
  ) {
    MirroredWindow.verifyFrames()
    let rect = CGRect(x: 40, y: 60, width: width, height: height)
    window = NSWindow(contentRect: rect, styleMask: style, backing: .buffered, defer: true)
    window.isReleasedWhenClosed = false
    window.contentView = FlippedView()
    if isShown { window.makeKeyAndOrderFront(nil) }
    settle()
  }

  /// Lets a few frames of the display pass, so changes are laid out and read.
  func settle() { run(for: 0.05) }

  /// Lets time pass, in seconds.
  func run(for seconds: Double) { RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds)) }

  func close() {
    window.close()
    settle()
  }
}

/// AppKit behaves in one way only.
struct Variant: Sendable {
  static let windows = [Variant()]
  static let lists = [Variant()]
  static let apps = [Variant()]
  static let commits = [Variant()]
  static let frames = [Variant()]
  static let irregular = [Variant()]

  @MainActor
  func use() {}

  @MainActor
  static func reset() {}
}

extension Trait where Self == ParallelizationTrait {
  /// Recordings are checked over the double.
  static var recorded: Self { .serialized }
}
#endif
