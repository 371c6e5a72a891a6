/// An observed view.
public struct SceneTarget: Hashable, Sendable {
  /// Position and extent in the container's content space, before the transform.
  public var frame: LayoutRect
  /// Opacity, hidden flag, transform, z-order, pinning.
  public var appearance: SceneAppearance

  /// Creates a target.
  public init(frame: LayoutRect, appearance: SceneAppearance = .plain) {
    self.frame = frame
    self.appearance = appearance
  }
}

/// An opaque view that hides everything drawn before it.
///
/// It counts only while it is fully opaque (effective opacity at least ``opaqueLimit``) and not
/// hidden. Its ancestors clip it like anything else.
public struct SceneCover: Hashable, Sendable {
  /// Position and extent in the container's content space, before the transform.
  public var frame: LayoutRect
  /// Opacity, hidden flag, transform, z-order, pinning.
  public var appearance: SceneAppearance
  /// Whether the cover may lie on top without hiding anything (a *friendly obstruction*, such as a
  /// glass bar).
  public var isFriendly: Bool

  /// The least opacity that an 8-bit display draws as opaque: half a step below 255/255.
  public static let opaqueLimit = 1 - 0.5 / 255

  /// Creates a cover.
  public init(frame: LayoutRect, appearance: SceneAppearance = .plain, isFriendly: Bool = false) {
    self.frame = frame
    self.appearance = appearance
    self.isFriendly = isFriendly
  }
}

/// The values of an item of a scene: a ``SceneContainer``, a ``SceneTarget`` or a ``SceneCover``.
public protocol SceneItemKind: Hashable, Sendable {
  /// Returns a handle as that of an item of any kind.
  static func itemID(_ handle: SceneHandle<Self>) -> SceneItemID
}

extension SceneContainer: SceneItemKind {
  /// Returns a handle as that of an item of any kind.
  @inline(__always)
  public static func itemID(_ handle: ContainerID) -> SceneItemID { .container(handle) }
}

extension SceneTarget: SceneItemKind {
  /// Returns a handle as that of an item of any kind.
  @inline(__always)
  public static func itemID(_ handle: TargetID) -> SceneItemID { .target(handle) }
}

extension SceneCover: SceneItemKind {
  /// Returns a handle as that of an item of any kind.
  @inline(__always)
  public static func itemID(_ handle: CoverID) -> SceneItemID { .cover(handle) }
}

/// A container, target or cover of a scene.
public enum SceneItemID: Hashable, Sendable {
  /// A container.
  case container(ContainerID)
  /// A target.
  case target(TargetID)
  /// A cover.
  case cover(CoverID)
}

/// A container of a scene.
public typealias ContainerID = SceneHandle<SceneContainer>

/// A target of a scene: an observed view.
public typealias TargetID = SceneHandle<SceneTarget>

/// A cover of a scene: an opaque view that hides everything drawn before it.
public typealias CoverID = SceneHandle<SceneCover>
