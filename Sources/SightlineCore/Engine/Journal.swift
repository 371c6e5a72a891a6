#if hasFeature(Embedded)
/// A stub for Embedded Swift, where nothing can be recorded: SightlineTrace needs Foundation.
package struct Journal: Sendable {
  var isOpen: Bool { false }

  @inline(__always)
  mutating func note(_ entry: @autoclosure () -> Entry) {}
}
#else
/// The edits since they were last taken, while recording.
package struct Journal: Sendable {
  private var entries: ContiguousArray<Entry>?

  /// Whether edits are being recorded.
  var isOpen: Bool { entries != nil }

  package mutating func start() { if entries == nil { entries = [] } }

  package mutating func stop() { entries = nil }

  @inline(__always)
  mutating func note(_ entry: @autoclosure () -> Entry) { if isOpen { entries?.append(entry()) } }

  /// Returns and removes the edits recorded so far, in order.
  package mutating func take() -> ContiguousArray<Entry> {
    guard let taken = entries else { return [] }
    entries = []
    return taken
  }
}
#endif

extension Journal {
  /// A recorded edit, with the handle of what it added.
  package enum Entry: Equatable, Sendable {
    case added(SceneItem)
    /// An item was scrolled, changed or moved, to these values.
    case changed(SceneItem)
    case viewportAdded(ViewportID, VisibilityViewport)
    case watched(WatchID, TargetID, ViewportID, WatchCondition)
    case restored(ImpressionRecord)
    /// Any other edit.
    case edited(VisibilityEngine.Edit)
  }
}

/// The condition of a watch.
package enum WatchCondition: Equatable, Sendable {
  case rule(VisibilityRule)
  case impressions(ItemIdentity, ImpressionPolicy)
}
