#if canImport(UIKit) && !os(watchOS) || canImport(AppKit)
public import SightlineHost
#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension PlatformWindow {
  /// The session in which the window's impressions count. The default is
  /// ``/SightlineHost/VisibilitySession/shared``. Set it before the first view in the window is
  /// observed.
  public var visibilitySession: VisibilitySession {
    get { WindowHost.session(of: self) }
    set { WindowHost.setSession(newValue, of: self) }
  }

  /// The margins of the window as a viewport; `.safeArea` for the area that bars and the keyboard
  /// leave free. They apply to every view whose viewport is the window.
  public var visibilityMargins: VisibilityMargins {
    get { WindowHost.existing(of: self)?.windowMargins ?? .zero }
    set { WindowHost.of(self).windowMargins = newValue }
  }

  /// The part of the window common to all hosts, created if necessary.
  package var mirroredWindow: MirroredWindow { WindowHost.of(self).window }

  /// The part of the window common to all hosts, once a view in it is observed.
  package var existingMirroredWindow: MirroredWindow? { WindowHost.existing(of: self)?.window }

  /// Begins a new visit of the screen that the window shows, for impressions that count once a
  /// visit (``/SightlineCore/ImpressionRepetition/oncePerScreenVisit``).
  ///
  /// The screens of controllers begin their visits by themselves: the root controller, on UIKit
  /// presented ones except alerts and searches, and the children of navigation, tab, split and page
  /// controllers. Call it for other screens, before their rows are seen. Everything else in the
  /// window can count again, too.
  public func beginScreenVisit() { WindowHost.existing(of: self)?.window.beginScreenVisit() }
}
#endif
