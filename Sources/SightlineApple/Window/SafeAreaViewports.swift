#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
import SightlineCore
import SightlineHost
#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The viewports of a window whose margins count from a safe area.
///
/// Bars, rotation and the keyboard change in a run loop turn, and the host already observes the end
/// of every turn. Each pass therefore reads the insets of these few views, after layout, and
/// nothing else is observed.
@MainActor
final class SafeAreaViewports {
  private struct Entry {
    var id: ViewportID
    weak var view: PlatformView?
    let isOfWindow: Bool
    var margins: VisibilityMargins
    var resolved: ViewportMargins
  }

  private weak var platformWindow: PlatformWindow?
  private var entries: [Entry] = []
  private var keyboard: KeyboardView?

  init(of platformWindow: PlatformWindow?) { self.platformWindow = platformWindow }

  /// Resolves the margins of a view, or of the window if there is no view.
  func resolve(_ margins: VisibilityMargins, of view: PlatformView?) -> ViewportMargins {
    margins.resolved {
      findKeyboard()
      if let view { return view.safeArea(keyboard) }
      return platformWindow?.windowSafeArea(keyboard)
        ?? SafeAreaReading(bounds: .zero, insets: .zero)
    }
  }

  /// Follows a viewport, or stops following it if its margins do not count from the safe area.
  func follow(
    _ id: ViewportID, _ margins: VisibilityMargins, of view: PlatformView?,
    resolved: ViewportMargins
  ) {
    // A viewport may have been made again for its view.
    entries.removeAll { $0.id == id || view != nil && $0.view === view }
    guard margins.countsFromSafeArea else { return }
    entries.append(
      Entry(id: id, view: view, isOfWindow: view == nil, margins: margins, resolved: resolved))
  }

  /// Calls a closure for each viewport whose resolved margins have changed. Called in a pass, after
  /// layout.
  func refresh(_ changed: (ViewportID, ViewportMargins) -> Void) {
    if entries.isEmpty { return }
    entries.removeAll { $0.view == nil && !$0.isOfWindow }
    for index in entries.indices {
      let entry = entries[index]
      if let view = entry.view, view.window !== platformWindow { continue }
      let resolved = resolve(entry.margins, of: entry.view)
      if resolved == entry.resolved { continue }
      entries[index].resolved = resolved
      changed(entry.id, resolved)
    }
  }

  /// Inserts the keyboard view again if the window has lost it, as when its root view controller
  /// changes. The window awaits layout then, which positions the view.
  func restoreKeyboard() { if keyboard != nil, !entries.isEmpty { findKeyboard() } }

  /// Finds the keyboard view, inserting it if necessary.
  private func findKeyboard() {
    guard let platformWindow else { return }
    let view = keyboard ?? KeyboardView()
    keyboard = view
    if view.window !== platformWindow { view.insert(into: platformWindow) }
  }
}
#endif
