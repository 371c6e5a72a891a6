import AppKit
import SightlineApple
import SightlineHost
import SightlineTesting

#if !canImport(Darwin)
import VirtualTime
#endif

/// A window of a test. It has a title bar, so the origins of its content and of the window differ.
///
/// Over the double, time passes only when the test advances it. On a Mac it is real time: that was
/// not run so far, as it was written on a machine without AppKit.
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

  func close() {
    window.close()
    settle()
  }

  #if canImport(Darwin)
  /// Lets time pass, in seconds.
  func run(for seconds: Double) { RunLoop.main.run(until: Date(timeIntervalSinceNow: seconds)) }
  #else
  /// Lets time pass, in seconds. The test's preceding changes count as an event, and so begin a
  /// turn.
  func run(for seconds: Double) {
    VirtualRunLoop.main.wakeUp()
    VirtualRunLoop.main.run(for: Int64(seconds * 1e9))
  }

  /// The number of times that any view's place has been read.
  static var viewReads: Int { NSView.frameReads }

  func enterBackground() { hide() }
  func enterForeground() { show() }
  #endif
}
