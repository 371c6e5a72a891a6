#if !canImport(Darwin)
import AppKit
import Testing
import VirtualTime

/// A window of a test, over the double: time passes only where the test says so.
///
/// It has a title bar, so that its content does not begin where the window does.
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
    let rect = CGRect(x: 40, y: 60, width: width, height: height)
    window = NSWindow(contentRect: rect, styleMask: style, backing: .buffered, defer: true)
    window.isReleasedWhenClosed = false
    window.contentView = FlippedView()
    if isShown { window.makeKeyAndOrderFront(nil) }
    settle()
  }

  /// Lets a few frames of the display pass, so that what was changed is laid out and read.
  func settle() { run(for: 0.05) }

  /// Lets time pass, in seconds. What a test did before counts as an event, and so begins a turn.
  func run(for seconds: Double) {
    VirtualRunLoop.main.wakeUp()
    VirtualRunLoop.main.run(for: Int64(seconds * 1e9))
  }

  func close() {
    window.close()
    settle()
  }
}

/// One way in which AppKit may behave where Apple documents nothing.
struct Variant: Sendable, CustomTestStringConvertible {
  var changesWakeTheRunLoop = true
  var parentsHearOfWindowsFirst = true
  var notifiesViewsOfEachMove = false
  var hidesReusedCells = false
  var reusesOldestCellFirst = false
  var hidingAnAppKeepsItsWindowsVisible = true
  var commitsBeforeSleeping = true

  /// When a view is told of its window and when the run loop wakes.
  static let windows = [
    Variant(), Variant(parentsHearOfWindowsFirst: false), Variant(notifiesViewsOfEachMove: true),
    Variant(changesWakeTheRunLoop: false),
    Variant(
      changesWakeTheRunLoop: false, parentsHearOfWindowsFirst: false, notifiesViewsOfEachMove: true),
  ]

  /// What becomes of cells that are shown no more.
  static let lists: [Variant] = [(true, true), (true, false), (false, true), (false, false)].map {
    Variant(hidesReusedCells: $0.0, reusesOldestCellFirst: $0.1)
  }

  /// What the windows of a hidden app say.
  static let apps = [Variant(), Variant(hidingAnAppKeepsItsWindowsVisible: false)]

  /// When what was changed is laid out and committed.
  static let commits = [Variant(), Variant(commitsBeforeSleeping: false)]

  @MainActor
  func use() {
    Undocumented.commitsBeforeSleeping = commitsBeforeSleeping
    Undocumented.changesWakeTheRunLoop = changesWakeTheRunLoop
    Undocumented.parentsHearOfWindowsFirst = parentsHearOfWindowsFirst
    Undocumented.notifiesViewsOfEachMove = notifiesViewsOfEachMove
    Undocumented.hidesReusedCells = hidesReusedCells
    Undocumented.reusesOldestCellFirst = reusesOldestCellFirst
    Undocumented.hidingAnAppKeepsItsWindowsVisible = hidingAnAppKeepsItsWindowsVisible
  }

  @MainActor
  static func reset() { Undocumented.reset() }

  var testDescription: String {
    [
      changesWakeTheRunLoop ? "changes wake the run loop" : "changes wake nothing",
      parentsHearOfWindowsFirst ? "parents first" : "children first",
      notifiesViewsOfEachMove ? "told of each move" : "told of other windows",
      hidesReusedCells ? "cells are hidden" : "cells are taken out",
      reusesOldestCellFirst ? "oldest cell first" : "newest cell first",
      hidingAnAppKeepsItsWindowsVisible
        ? "hidden apps have visible windows" : "hidden apps have none",
      commitsBeforeSleeping ? "commits before sleeping" : "commits with the next frame",
    ].joined(separator: ", ")
  }
}
#endif
