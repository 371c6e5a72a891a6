#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The covers in one window: views designated as covers by the app, and presented views.
///
/// Covering depends on the order of subviews at every level above a cover. That order is determined
/// once per pass, and only for the ancestors of covers.
@MainActor
final class WindowCovers {
  private struct Named {
    weak var view: PlatformView?
    var cover: VisibilityCover
  }

  private var named: [ObjectIdentifier: Named] = [:]
  /// Views that say that their presentation covers nothing.
  private var clear: [ObjectIdentifier: WeakView] = [:]

  private struct WeakView {
    weak var view: PlatformView?
  }

  private var byParent: [ViewKey: [(view: ViewKey, isFriendly: Bool)]] = [:]
  /// The order of subviews in the parents of covers and of their ancestors.
  private var order: [ObjectIdentifier: [ObjectIdentifier: Int32]] = [:]

  private let table: ViewTable

  init(table: ViewTable) { self.table = table }

  var isEmpty: Bool { byParent.isEmpty }

  /// The views that the mirror must keep as containers.
  var parents: some Collection<ViewKey> { byParent.keys }

  /// Designates a view of this window as a cover; `nil` removes the designation.
  ///
  /// - Parameter isClear: whether a presentation of the view, or of one around a declarative view,
  ///   covers nothing.
  func set(_ cover: VisibilityCover?, of view: PlatformView, isClear: Bool = false) {
    if cover == nil, !isClear, named.isEmpty, clear.isEmpty { return }
    named[ObjectIdentifier(view)] = cover.map { Named(view: view, cover: $0) }
    clear[ObjectIdentifier(view)] = isClear ? WeakView(view: view) : nil
  }

  /// Collects the covers before a pass.
  ///
  /// - Parameter presented: presented views, which the app need not designate.
  func refresh(in window: PlatformWindow, and presented: [PlatformView]) {
    if named.isEmpty, presented.isEmpty, isEmpty { return }
    byParent.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    for (key, entry) in named {
      guard let view = entry.view else {
        named[key] = nil
        continue
      }
      if view.window === window { add(view, isFriendly: entry.cover == .friendly) }
    }
    for view in presented where named[ObjectIdentifier(view)] == nil && !isClear(view) {
      add(view, isFriendly: false)
    }
  }

  private func isClear(_ presented: PlatformView) -> Bool {
    clear.values.contains { entry in
      guard let view = entry.view else { return false }
      return view === presented || view is ProbeView && view.isDescendant(of: presented)
    }
  }

  /// The covers that hide the views below them.
  var opaque: [PlatformView] {
    byParent.values.joined().compactMap {
      $0.isFriendly ? nil : table.view(of: $0.view) as? PlatformView
    }
  }

  /// Returns whether any subview of a view is a cover.
  func lie(in parent: ViewKey) -> Bool { !byParent.isEmpty && byParent[parent] != nil }

  func covers(in parent: ViewKey) -> [(view: ViewKey, isFriendly: Bool)] {
    byParent[parent] ?? []
  }

  /// Returns a view's position among its siblings, if covers make it matter.
  func zIndex(of view: PlatformView, as role: ViewSurroundings.Role) -> Int32 {
    guard !order.isEmpty, let parent = view.superview else { return 0 }
    let place = order[ObjectIdentifier(parent)]?[ObjectIdentifier(view)] ?? 0
    return 3 * place + role.step
  }

  private func add(_ view: PlatformView, isFriendly: Bool) {
    guard let parent = view.superview else { return }
    byParent[table.key(of: parent), default: []].append((table.key(of: view), isFriendly))
    var ancestor: PlatformView? = parent
    while let parent = ancestor, order[ObjectIdentifier(parent)] == nil {
      order[ObjectIdentifier(parent)] = drawingOrder(in: parent)
      ancestor = parent.superview
    }
  }

  private func drawingOrder(in parent: PlatformView) -> [ObjectIdentifier: Int32] {
    let subviews = parent.subviews.enumerated().sorted { one, other in
      let (a, b) = (one.element.drawingDepth, other.element.drawingDepth)
      return a == b ? one.offset < other.offset : a < b
    }
    var places: [ObjectIdentifier: Int32] = [:]
    for (place, subview) in subviews.enumerated() {
      places[ObjectIdentifier(subview.element)] = Int32(clamping: place + 1)
    }
    return places
  }
}
#endif
