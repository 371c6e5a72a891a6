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
/// Bars, rotation and the keyboard change in a turn of the run loop, whose end the host observes
/// anyway. So each pass reads the insets of these few views, after layout, and nothing else is
/// observed.
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

  /// Resolves the margins of a view, or of the window without one.
  func resolve(_ margins: VisibilityMargins, of view: PlatformView?) -> ViewportMargins {
    margins.resolved {
      findKeyboard()
      if let view { return view.safeArea(keyboard) }
      return platformWindow?.windowSafeArea(keyboard)
        ?? SafeAreaReading(bounds: .zero, insets: .zero)
    }
  }

  /// Follows a viewport; one whose margins do not count from the safe area is no longer followed.
  func follow(
    _ id: ViewportID, _ margins: VisibilityMargins, of view: PlatformView?,
    resolved: ViewportMargins
  ) {
    entries.removeAll { $0.id == id }
    guard margins.countsFromSafeArea else { return }
    entries.append(
      Entry(id: id, view: view, isOfWindow: view == nil, margins: margins, resolved: resolved))
  }

  /// Calls a closure for each viewport whose resolved margins changed: in a pass, after layout.
  func refresh(_ changed: (ViewportID, ViewportMargins) -> Void) {
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

  /// A window removes its subviews when it gets another root controller.
  private func findKeyboard() {
    guard let platformWindow else { return }
    let view = keyboard ?? KeyboardView()
    keyboard = view
    if view.window !== platformWindow { view.insert(into: platformWindow) }
  }
}
#endif
