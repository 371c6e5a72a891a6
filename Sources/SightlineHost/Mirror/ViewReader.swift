internal import SightlineCore

/// Chooses the views that a frame reads: ``NotifiedReader`` in a toolkit that reports changes,
/// ``PollingReader`` in others.
@MainActor
protocol ViewReader: AnyObject {
  /// Whether everything has been read since the last possible change.
  var isSettled: Bool { get }
  /// Begins a frame.
  func begin()
  /// Reads possible changes in a node that can show.
  ///
  /// - Parameter showing: the part of the node's content that can show.
  func visit(_ node: Slot<MirrorNode>, _ showing: Showing, in mirror: ViewMirror)
  /// Reads nodes that can no longer show, after the visible ones.
  func readLeaving(in mirror: ViewMirror)
  /// Reads some of the other views, at the end of a frame.
  ///
  /// - Parameter share: the fraction of the hidden containers to read; `nil` for everything.
  func sweep(_ share: Double?, in mirror: ViewMirror)
  /// Handles a child that was added to a node, or moved there.
  func added(_ child: MirrorChild, to node: Slot<MirrorNode>, in mirror: ViewMirror)
  /// Handles a container that was found under another parent and has been followed there.
  func followed(_ node: Slot<MirrorNode>)
  /// Whether a container that was visible last time still awaits layout.
  func isLayoutPending(in mirror: ViewMirror) -> Bool
}
