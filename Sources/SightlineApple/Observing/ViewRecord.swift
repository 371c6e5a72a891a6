#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The adapter's state for one view. The view retains it.
@MainActor
final class ViewRecord: SettledBeforePass {
  private(set) weak var view: PlatformView?
  let slot = ViewSlot()
  private(set) weak var host: WindowHost?
  /// The margins that make the view the viewport of the views in it; `nil` for an ordinary view.
  var viewportMargins: ViewportMargins? {
    get { margins?.value }
    set {
      let isAnother = (newValue == nil) != (margins == nil)
      margins = newValue.map(Margins.init)
      if margins != nil { ViewRecord.hasViewports = true }
      if isAnother, let view, view.window != nil {
        ViewRecord.viewportChanged(around: view.subviews)
      }
    }
  }
  /// Boxed, because few views are viewports.
  private var margins: Margins?
  /// Whether any view has ever been a viewport.
  static private(set) var hasViewports = false

  private final class Margins {
    let value: ViewportMargins

    init(_ value: ViewportMargins) { self.value = value }
  }

  var cover: VisibilityCover? {
    didSet {
      isClear = cover == nil
      guard let view, let host else { return }
      setCover(of: view, in: host)
      host.requestPass()
    }
  }
  /// Whether the app has said that the view is no cover, as a presented one is by itself.
  private var isClear = false

  private func setCover(of view: PlatformView, in host: WindowHost) {
    host.tree.covers.set(cover, of: view, isClear: isClear)
  }
  /// Boxed, because few views show items.
  private var lists: ShownLists?

  /// The lists whose items the view shows.
  @MainActor
  private final class ShownLists {
    let view: ViewKey
    var all: [ItemTable] = []

    init(of view: ViewKey) { self.view = view }
  }

  /// Whether it has left its window since the last pass. It may have returned.
  private var hasLeft = false
  private var follower: Follower?

  /// Reports that the view entered or left a window.
  private enum Follower {
    case sentinel(SentinelView)
    #if !canImport(UIKit)
    /// The end of each turn of the run loop, for a view that cannot have a sentinel.
    case turns(AppHost.TurnAction)
    #endif
    /// The end of this turn, for a view whose owner has removed the sentinel. A new sentinel
    /// inserted immediately would be removed together with the old one, or removed and inserted
    /// forever.
    case nextTurn(AppHost.TurnAction)
  }

  private init(_ view: PlatformView) {
    self.view = view
    slot.isRemovedWhenUnobserved = true
  }

  /// A freed view leaves at once, before another one can have its address.
  deinit {
    MainRelay.callIfOnMainThread { [slot, lists] in
      slot.displace()
      if let lists { for list in lists.all { list.unbind(ItemTable.Key(lists.view)) } }
    }
  }

  /// Returns the record of a view, creating it on first use.
  static func of(_ view: PlatformView) -> ViewRecord {
    if let record = existing(of: view) { return record }
    let record = ViewRecord(view)
    records[view] = record
    return record
  }

  /// Returns the record of a view, if it has one.
  static func existing(of view: PlatformView) -> ViewRecord? {
    records[view]
  }

  private static let records = AttachedObject<ViewRecord>()

  /// Starts following the view from window to window.
  func follow() {
    insertFollower()
    windowChanged()
  }

  /// Starts tracking the view. In a window, passes read it and notice when it leaves. Before its
  /// first window and after leaving one, a sentinel notices when it enters one.
  func track() {
    guard let view else { return }
    if view.window == nil { insertFollower() }
    windowChanged(of: view)
  }

  private func insertFollower() {
    guard let view else { return }
    switch follower {
    case .sentinel(let sentinel):
      if !sentinel.isDescendant(of: view) { sentinel.insert(into: view) }
    #if !canImport(UIKit)
    case .turns: break
    case nil where !SentinelView.fits(into: view):
      follower = .turns(AppHost.shared.onTurn { [weak self] in self?.turnEnded() })
    #endif
    case nil, .nextTurn:
      let sentinel = SentinelView()
      follower = .sentinel(sentinel)
      sentinel.windowChanged = { [weak self] in self?.windowChanged() }
      sentinel.removed = { [weak self] in self?.sentinelWasRemoved() }
      sentinel.insert(into: view)
    }
  }

  private func sentinelWasRemoved() {
    guard needsSentinel else { return }
    follower = .nextTurn(AppHost.shared.onTurn { [weak self] in self?.restoreSentinel() })
    AppHost.shared.requestTurn()
  }

  private func restoreSentinel() {
    guard case .nextTurn = follower else { return }
    follower = nil
    if needsSentinel { insertFollower() }
    windowChanged()
  }

  /// Whether the view needs a sentinel. In a window, passes follow an observed view without one.
  private var needsSentinel: Bool {
    view?.window == nil || !slot.isObserved && allLists.isEmpty
  }

  #if !canImport(UIKit)
  private func turnEnded() {
    guard let view else { return }
    if let window = view.window {
      if window !== host?.platformWindow || hasLeft { windowChanged() }
    } else if host != nil, !hasLeft {
      windowChanged()
    }
  }
  #endif

  /// Notifies a list when the view enters or leaves a window.
  func follow(_ list: ItemTable) {
    if lists == nil { lists = view.map { ShownLists(of: ViewKey(of: $0)) } }
    if !allLists.contains(where: { $0 === list }) { lists?.all.append(list) }
  }

  func unfollow(_ list: ItemTable) { lists?.all.removeAll { $0 === list } }

  private var allLists: [ItemTable] { lists?.all ?? [] }

  /// Updates the window that contains the view.
  func windowChanged() { if let view { windowChanged(of: view) } }

  private func windowChanged(of view: PlatformView) {
    let old = host
    let window = view.window
    let new = if let window { WindowHost.of(window) } else { nil as WindowHost? }
    // Record the key before the window's tree is asked about it.
    for list in allLists {
      list.moved(ItemTable.Key(new?.tree.key(of: view) ?? ViewKey(of: view)), to: new?.window)
    }
    guard let new else {
      // The view may return before the next pass.
      hasLeft = true
      old?.window.settleBeforePass(self)
      return
    }
    if old !== new {
      leave()
      host = new
      if cover != nil || isClear { setCover(of: view, in: new) }
    }
    if slot.isObserved {
      let key = new.tree.key(of: view)
      let isPlaced = old === new && slot.place != nil
      new.window.place(slot, at: key)
      if hasLeft, isPlaced { new.window.move(slot, to: key) }
    }
    hasLeft = false
    new.requestPass()
    if old !== new { old?.requestPass() }
  }

  /// Removes the view from its window, unless it has returned.
  func settle() {
    guard let host else { return }
    if let window = view?.window, window === host.platformWindow { return }
    leave()
  }

  private func leave() {
    guard let host else { return }
    if let view { host.tree.covers.set(nil, of: view) }
    host.window.displace(slot)
    self.host = nil
  }

  /// Handles a view that a pass did not find in its window, or whose window is gone, without a
  /// report by a sentinel.
  func wasLost() {
    insertFollower()
    settle()
    windowChanged()
  }

  /// Restarts the observations of some views in their current viewport.
  private static func viewportChanged(around views: [PlatformView]) {
    for view in views {
      (view as? ProbeView)?.viewportChanged()
      let record = existing(of: view)
      if let record, let host = record.host {
        if record.slot.place != nil {
          host.window.displace(record.slot)
          host.window.place(record.slot, at: host.tree.key(of: view))
        }
        for list in record.allLists {
          list.viewportChanged(around: ItemTable.Key(ViewKey(of: view)))
        }
      }
      // The views in a viewport keep it.
      if record?.viewportMargins == nil { viewportChanged(around: view.subviews) }
    }
  }

  /// Returns the viewport of a view: its nearest ancestor with margins.
  static func viewport(around view: PlatformView) -> ViewportID? {
    guard hasViewports else { return nil }
    var ancestor = view.superview
    while let current = ancestor {
      if let margins = existing(of: current)?.viewportMargins {
        return view.window.map(WindowHost.of)?.viewport(of: current, margins: margins)
      }
      ancestor = current.superview
    }
    return nil
  }

  /// Returns the viewport of an ancestor named for an observation; `nil` if it is the window or no
  /// ancestor of the view.
  static func viewport(of ancestor: PlatformView, around view: PlatformView) -> ViewportID? {
    guard ancestor !== view, view.isDescendant(of: ancestor), let window = ancestor.window,
      ancestor !== window as AnyObject
    else { return nil }
    hasViewports = true
    return WindowHost.of(window).viewport(
      of: ancestor, margins: existing(of: ancestor)?.viewportMargins ?? .zero)
  }
}
#endif
