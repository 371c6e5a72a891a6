#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension PlatformWindow {
  /// The session in which the window's impressions count;
  /// ``SightlineHost/VisibilitySession/shared`` unless another one is set before the first view in
  /// the window is observed.
  public var visibilitySession: VisibilitySession {
    get { WindowHost.session(of: self) }
    set { WindowHost.setSession(newValue, of: self) }
  }

  /// The margins of the window as a viewport; `.safeArea` for what bars and the keyboard leave of
  /// it. They apply to every view in it without a viewport of its own.
  public var visibilityMargins: VisibilityMargins {
    get { WindowHost.existing(of: self)?.windowMargins ?? .zero }
    set { WindowHost.of(self).windowMargins = newValue }
  }
}
#endif
