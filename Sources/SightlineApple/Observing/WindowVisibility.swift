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
  public var viewportMargins: ViewportMargins {
    get { WindowHost.existing(of: self)?.windowMargins ?? .zero }
    set { WindowHost.of(self).windowMargins = newValue }
  }

  /// Whether the window counts as invisible while it is not active, with the reason *inactive*: on
  /// UIKit, while Control Center, Siri, an alert of the system, the App Switcher or another app's
  /// window takes over its scene; on AppKit, while neither it nor a sheet or popover at it has the
  /// keyboard. The default is true on iOS, iPadOS, tvOS and visionOS, and false on a Mac, Mac
  /// Catalyst included.
  ///
  /// While it is inactive, dwell drops or pauses by the policy, and
  /// ``/SightlineHost/VisibilitySession/backgroundTimeout`` runs.
  public var visibilityNeedsActivity: Bool {
    get { WindowHost.existing(of: self)?.needsActivity ?? Self.needsActivityByDefault }
    set { WindowHost.of(self).needsActivity = newValue }
  }

  /// Whether the keyboard covers the views below it, docked or floating, with the reason *covered*.
  /// The default is true. AppKit and tvOS have no keyboard on screen.
  public var visibilityKeyboardCovers: Bool {
    get { WindowHost.existing(of: self)?.keyboardCovers ?? KeyboardView.mayCover }
    set { WindowHost.of(self).keyboardCovers = newValue && KeyboardView.mayCover }
  }

  /// The part of the window common to all hosts, created if necessary.
  package var mirroredWindow: MirroredWindow { WindowHost.of(self).window }

  /// The part of the window common to all hosts, once a view in it is observed.
  package var existingMirroredWindow: MirroredWindow? { WindowHost.existing(of: self)?.window }

  /// Begins a new visit of the screen that the window shows, for impressions that count once a
  /// visit (``/SightlineCore/ImpressionRepetition/oncePerScreenVisit``).
  ///
  /// The screens of controllers begin their visits by themselves: controllers that fill the window
  /// or the pane of a tab or navigation controller, and on UIKit presented ones that cover what is
  /// below. Call it for other screens, before their rows are seen. Everything else in the window
  /// can count again, too.
  public func beginScreenVisit() { WindowHost.existing(of: self)?.window.beginScreenVisit() }
}
#endif
