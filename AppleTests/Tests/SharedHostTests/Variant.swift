import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

#if canImport(Darwin)
/// The toolkit behaves in one way only.
struct Variant: Sendable {
  static let windows = [Variant()]
  static let lists = [Variant()]
  static let apps = [Variant()]
  static let scrolls = [Variant()]
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
#else
import VirtualTime

/// A possible behaviour of the toolkit where Apple documents none.
struct Variant: Sendable, CustomTestStringConvertible {
  var changesWakeTheRunLoop = true
  var parentsHearOfWindowsFirst = true
  var notifiesViewsOfEachMove = false
  var windowsComeBeforeSuperviews = false
  var hidesReusedCells = false
  var reusesOldestCellFirst = false
  var scrollsEndWithTheirLastStep = true
  var dragsWhileDecelerating = true
  var hidingAnAppKeepsItsWindowsVisible = true
  var commitsBeforeSleeping = true
  /// The seed of late timers and of late and dropped frames; `nil` if all are exact.
  var irregularity: UInt64?

  /// When views are notified of their window and when the run loop wakes.
  #if canImport(UIKit)
  static let windows: [Variant] = [(true, true), (true, false), (false, true), (false, false)].map {
    Variant(
      changesWakeTheRunLoop: $0.0, parentsHearOfWindowsFirst: $0.1,
      windowsComeBeforeSuperviews: $0.0 != $0.1)
  }
  #else
  static let windows = [
    Variant(), Variant(parentsHearOfWindowsFirst: false), Variant(notifiesViewsOfEachMove: true),
    Variant(changesWakeTheRunLoop: false), Variant(windowsComeBeforeSuperviews: true),
    Variant(notifiesViewsOfEachMove: true, windowsComeBeforeSuperviews: true),
    Variant(
      changesWakeTheRunLoop: false, parentsHearOfWindowsFirst: false, notifiesViewsOfEachMove: true),
  ]
  #endif

  /// The treatment of cells that are no longer shown.
  static let lists: [Variant] = [(true, true), (true, false), (false, true), (false, false)].map {
    Variant(hidesReusedCells: $0.0, reusesOldestCellFirst: $0.1)
  }

  /// The reported visibility of a hidden app's windows.
  static let apps = [Variant(), Variant(hidingAnAppKeepsItsWindowsVisible: false)]

  /// When a scroll ends, and when a drag does.
  static let scrolls = [
    Variant(), Variant(scrollsEndWithTheirLastStep: false), Variant(dragsWhileDecelerating: false),
  ]

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
    Undocumented.changesWakeTheRunLoop = changesWakeTheRunLoop
    Undocumented.parentsHearOfWindowsFirst = parentsHearOfWindowsFirst
    Undocumented.notifiesViewsOfEachMove = notifiesViewsOfEachMove
    Undocumented.windowsComeBeforeSuperviews = windowsComeBeforeSuperviews
    Undocumented.superviewsHearOfRemovalsFirst = windowsComeBeforeSuperviews
    Undocumented.hidesReusedCells = hidesReusedCells
    Undocumented.reusesOldestCellFirst = reusesOldestCellFirst
    Undocumented.scrollsEndWithTheirLastStep = scrollsEndWithTheirLastStep
    Undocumented.dragsWhileDecelerating = dragsWhileDecelerating
    Undocumented.hidingAnAppKeepsItsWindowsVisible = hidingAnAppKeepsItsWindowsVisible
    Undocumented.commitsBeforeSleeping = commitsBeforeSleeping
    if let irregularity { VirtualRunLoop.main.beIrregular(seed: irregularity) }
  }

  @MainActor
  static func reset() {
    Undocumented.reset()
    VirtualRunLoop.main.beRegular()
  }

  /// What differs from the first variant.
  var testDescription: String {
    let usual = Mirror(reflecting: Variant()).children
    let differences = zip(usual, Mirror(reflecting: self).children).compactMap {
      "\($0.value)" == "\($1.value)" ? nil : "\($1.label ?? ""): \($1.value)"
    }
    return differences.isEmpty ? "usual" : differences.joined(separator: ", ")
  }
}
#endif
