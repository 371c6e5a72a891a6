extension VisibilityEngine {
  /// A change of an engine or its scene that returns nothing. It takes effect with the next pass.
  ///
  /// ```swift
  /// engine.edit(.scroll(list, to: LayoutPoint(x: 0, y: 400), by: .reader))
  /// engine.edit(.frame(LayoutRect(x: 0, y: 900, width: 390, height: 300), of: row))
  /// engine.edit(.remove(row))
  /// ```
  public enum Edit: Equatable, Sendable {
    // MARK: Items

    /// Scrolls a container to a content offset in points, and says whether the reader or the app
    /// scrolls it from now on; `nil` for no change.
    ///
    /// - Complexity: O(1) for a container that clips, regardless of its contents; O(depth)
    ///   otherwise.
    case scroll(ContainerID, to: LayoutPoint, by: SceneContainer.ScrollSource? = nil)
    /// Replaces all values of a container.
    case container(SceneContainer, for: ContainerID)
    /// Replaces all values of a cover.
    case cover(SceneCover, for: CoverID)
    /// Moves and resizes an item.
    ///
    /// - Complexity: O(1) for a target. The next pass updates the index, if it needs it.
    case frame(LayoutRect, of: SceneItemID)
    /// Changes the appearance of an item.
    case appearance(SceneAppearance, of: SceneItemID)
    /// Moves an item, with its contents, into another container. It keeps its place in the order of
    /// registration, and targets that stay visible are not reported as left.
    ///
    /// - Precondition: A container's new parent does not lie inside it.
    /// - Complexity: O(containers inside the item).
    case move(SceneItemID, to: ContainerID)
    /// Removes an item with its contents. Visible targets leave with the next pass, with the reason
    /// `removed`.
    ///
    /// - Precondition: The item is not the root.
    /// - Complexity: Amortised O(1) for a target, O(contents) for a container.
    case remove(SceneItemID)

    // MARK: Watches and viewports

    /// Changes the margins of a viewport.
    case margins(ViewportMargins, of: ViewportID)
    /// Removes a viewport and its watches, which report no further events.
    ///
    /// - Precondition: The viewport is not ``VisibilityEngine/window``.
    /// - Complexity: O(watches in the viewport + rules).
    case removeViewport(ViewportID)
    /// Ends a watch. It has no more events, except for the end of an exposure and the impression of
    /// a dwell that had been reached.
    ///
    /// - Complexity: O(log watches of the target), expected, plus moving four bytes for each of
    ///   them that was added later.
    case unwatch(WatchID)

    // MARK: The app and its window

    /// Sets ``VisibilityEngine/isForeground``.
    case foreground(Bool)
    /// Sets ``VisibilityEngine/pixelLength``.
    case pixelLength(Double)
    /// Sets ``VisibilityEngine/readingDirection``.
    case readingDirection(ReadingDirection)

    // MARK: Impressions

    /// Starts a new session. Policies that count once per session start over with the next pass,
    /// including running dwells: time seen before belongs to the previous session.
    case beginSession
    /// Starts a new visit of the scene's screen, for policies that count once per visit. Takes
    /// effect like ``beginSession``.
    case beginScreenVisit
    /// Sets the calendar day for daily limits, as a number that increases daily, such as the days
    /// since 1970. The initial day is 0.
    ///
    /// The day only increases. A number below the current one is ignored, so setting a clock back
    /// or crossing a time zone does not renew limits.
    case beginDay(Int)
    /// Replaces a policy with another one, for example from a server, wherever the policy is named:
    /// in watches that exist and in later ones, in questions and in restored impressions.
    ///
    /// Counts, last impressions and spent sessions, visits and days carry over, and so does dwell
    /// that was gathered under the same rule, accumulation and scroll speed limit: if it is long
    /// enough now, it has been reached at the last pass. Otherwise the dwell starts over with the
    /// next pass. To go back, replace the policy with itself.
    ///
    /// - Complexity: O(watches + entries).
    case replace(ImpressionPolicy, with: ImpressionPolicy)
    /// Forgets all impressions. Identities on screen start over with the next pass.
    ///
    /// - Complexity: O(entries).
    case forgetAllImpressions
    /// Makes the next pass end all exposures, with the reason ``InvisibilityReason/inactive``, and
    /// nothing else: it reports the dwells reached until then, and all other edits wait for the
    /// pass after it, in which everything on screen begins another exposure and another dwell.
    ///
    /// When another person takes over the device, end the exposures, pass, make the edit
    /// ``forgetAllImpressions``, restore what the other person has seen, and pass again.
    case endExposures
  }
}

// For any kind of item.
extension VisibilityEngine.Edit {
  /// Moves and resizes an item.
  @inline(__always)
  public static func frame<Kind: SceneItemKind>(
    _ frame: LayoutRect, of item: SceneHandle<Kind>
  ) -> Self {
    .frame(frame, of: Kind.itemID(item))
  }

  /// Changes the appearance of an item.
  @inline(__always)
  public static func appearance<Kind: SceneItemKind>(
    _ appearance: SceneAppearance, of item: SceneHandle<Kind>
  ) -> Self {
    .appearance(appearance, of: Kind.itemID(item))
  }

  /// Moves an item, with its contents, into another container.
  @inline(__always)
  public static func move<Kind: SceneItemKind>(
    _ item: SceneHandle<Kind>, to container: ContainerID
  ) -> Self {
    .move(Kind.itemID(item), to: container)
  }

  /// Removes an item with its contents.
  @inline(__always)
  public static func remove<Kind: SceneItemKind>(_ item: SceneHandle<Kind>) -> Self {
    .remove(Kind.itemID(item))
  }
}

extension VisibilityEngine.Edit {
  /// The item that gets other values or another container.
  var changedItem: SceneItemID? {
    switch self {
    case .scroll(let id, _, _), .container(_, let id): .container(id)
    case .cover(_, let id): .cover(id)
    case .frame(_, let id), .appearance(_, let id), .move(let id, _): id
    default: nil
    }
  }
}
