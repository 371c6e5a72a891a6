/// The area in which targets are visible: a container's clip, grown by margins.
///
/// A target is clipped by its ancestors up to and including the viewport. Ancestors of the
/// viewport's container do not clip (as with the `root` of the web's IntersectionObserver), but
/// they still hide, fade and cover.
public struct VisibilityViewport: Hashable, Sendable {
  /// The container whose clip (or whole frame, if it has none) is the viewport.
  public var container: ContainerID
  /// The growth of the clip: negative for bars, a keyboard or a safe area over it, positive to
  /// report targets before they come on screen.
  public var margins: ViewportMargins
  /// The growth of the clip of every scrolling container between a target and the viewport.
  public var scrollMargins: ViewportMargins

  var containerSlot: ContainerSlot { Slot(of: container) }

  /// Creates a viewport from a container.
  public init(
    _ container: ContainerID, margins: ViewportMargins = .zero,
    scrollMargins: ViewportMargins = .zero
  ) {
    self.container = container
    self.margins = margins
    self.scrollMargins = scrollMargins
  }
}

/// A viewport that an engine evaluates targets against.
public typealias ViewportID = SceneHandle<VisibilityViewport>

/// One observation of one target under one rule.
public typealias WatchID = SceneHandle<VisibilityWatch>

/// The kind of item a ``WatchID`` refers to. It has no values.
public enum VisibilityWatch: Sendable {}
