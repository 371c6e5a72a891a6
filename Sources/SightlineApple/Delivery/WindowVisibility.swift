#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension PlatformWindow {
  /// What the window's impressions are counted in; ``SightlineHost/VisibilitySession/shared`` unless
  /// chosen otherwise, before the first view in the window is observed.
  public var visibilitySession: VisibilitySession {
    get { WindowHost.session(of: self) }
    set { WindowHost.setSession(newValue, of: self) }
  }

  /// By how much the window grows or shrinks as a viewport: `.safeArea` for what bars and the keyboard
  /// leave of it. It counts for every view in it that has no viewport of its own.
  public var visibilityMargins: VisibilityMargins {
    get { WindowHost.existing(of: self)?.windowMargins ?? .zero }
    set { WindowHost.of(self).windowMargins = newValue }
  }
}
#endif
