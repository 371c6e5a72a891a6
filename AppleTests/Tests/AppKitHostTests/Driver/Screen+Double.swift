#if !canImport(Darwin)
// Over the double only, where the test advances time.
import AppKit
import SightlineApple
import SightlineHost
import SightlineTestSupport
import SightlineTesting
import Testing
import VirtualTime

/// A window of a test, over the double: time passes only when the test advances it.
///
/// It has a title bar, so the origins of its content and of the window differ.
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

  /// The number of times that any view's place has been read.
  static var viewReads: Int { NSView.frameReads }

  /// Lets a few frames of the display pass, so changes are laid out and read.
  func settle() { run(for: 0.05) }

  /// Lets time pass, in seconds. The test's preceding changes count as an event, and so begin a
  /// turn.
  func run(for seconds: Double) {
    VirtualRunLoop.main.wakeUp()
    VirtualRunLoop.main.run(for: Int64(seconds * 1e9))
  }

  func close() {
    window.close()
    settle()
  }

  func enterBackground() { hide() }
  func enterForeground() { show() }
}

extension NSScrollView {
  /// A Mac has no refresh control.
  var refreshHeight: CGFloat { 0 }

  /// Changes the document.
  func disturb(_ random: inout SightlineTestSupport.SeededGenerator) -> String {
    let height = CGFloat(1_000 + 500 * random.index(3))
    documentView?.setFrameSize(CGSize(width: 320, height: height))
    return "document \(height)"
  }
}

/// A possible behaviour of AppKit where Apple documents none.
struct Variant: Sendable, CustomTestStringConvertible {
  var changesWakeTheRunLoop = true
  var parentsHearOfWindowsFirst = true
  var notifiesViewsOfEachMove = false
  var windowsComeBeforeSuperviews = false
  var hidesReusedCells = false
  var reusesOldestCellFirst = false
  var hidingAnAppKeepsItsWindowsVisible = true
  var commitsBeforeSleeping = true
  /// The seed of late timers and of late and dropped frames; `nil` if all are exact.
  var irregularity: UInt64?

  /// When a view is notified of its window and when the run loop wakes.
  static let windows = [
    Variant(), Variant(parentsHearOfWindowsFirst: false), Variant(notifiesViewsOfEachMove: true),
    Variant(changesWakeTheRunLoop: false), Variant(windowsComeBeforeSuperviews: true),
    Variant(notifiesViewsOfEachMove: true, windowsComeBeforeSuperviews: true),
    Variant(
      changesWakeTheRunLoop: false, parentsHearOfWindowsFirst: false, notifiesViewsOfEachMove: true),
  ]

  /// The treatment of cells that are no longer shown.
  static let lists: [Variant] = [(true, true), (true, false), (false, true), (false, false)].map {
    Variant(hidesReusedCells: $0.0, reusesOldestCellFirst: $0.1)
  }

  /// The reported visibility of a hidden app's windows.
  static let apps = [Variant(), Variant(hidingAnAppKeepsItsWindowsVisible: false)]

  /// A scroll has one behaviour.
  static let scrolls = [Variant()]

  /// When changes are laid out and committed.
  static let commits = [Variant(), Variant(commitsBeforeSleeping: false)]

  /// Exact timers and frames, and irregular ones by several seeds.
  static let frames = [Variant()] + irregular

  /// Irregular timers and frames, with each moment of commits.
  static let irregular = (1...4).map {
    Variant(commitsBeforeSleeping: $0 % 2 == 1, irregularity: $0)
  }

  @MainActor
  func use() {
    Undocumented.commitsBeforeSleeping = commitsBeforeSleeping
    if let irregularity { VirtualRunLoop.main.beIrregular(seed: irregularity) }
    Undocumented.changesWakeTheRunLoop = changesWakeTheRunLoop
    Undocumented.parentsHearOfWindowsFirst = parentsHearOfWindowsFirst
    Undocumented.notifiesViewsOfEachMove = notifiesViewsOfEachMove
    Undocumented.windowsComeBeforeSuperviews = windowsComeBeforeSuperviews
    Undocumented.superviewsHearOfRemovalsFirst = windowsComeBeforeSuperviews
    Undocumented.hidesReusedCells = hidesReusedCells
    Undocumented.reusesOldestCellFirst = reusesOldestCellFirst
    Undocumented.hidingAnAppKeepsItsWindowsVisible = hidingAnAppKeepsItsWindowsVisible
  }

  @MainActor
  static func reset() {
    Undocumented.reset()
    VirtualRunLoop.main.beRegular()
  }

  var testDescription: String {
    [
      changesWakeTheRunLoop ? "changes wake the run loop" : "changes wake nothing",
      parentsHearOfWindowsFirst ? "parents first" : "children first",
      windowsComeBeforeSuperviews ? "windows first" : "superviews first",
      notifiesViewsOfEachMove ? "notified of each move" : "notified of other windows",
      hidesReusedCells ? "cells are hidden" : "cells are removed",
      reusesOldestCellFirst ? "oldest cell first" : "newest cell first",
      hidingAnAppKeepsItsWindowsVisible
        ? "hidden apps have visible windows" : "hidden apps have none",
      commitsBeforeSleeping ? "commits before sleeping" : "commits with the next frame",
      irregularity.map { "irregular frames \($0)" } ?? "exact frames",
    ].joined(separator: ", ")
  }
}
#endif
