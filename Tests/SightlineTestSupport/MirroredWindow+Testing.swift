package import SightlineCore
package import SightlineHost
internal import SightlineTesting

extension MirroredWindow {
  /// Returns a window on screen, of 100 × 100 points. Tests call its frames and passes.
  package static func shown(
    root: ViewKey = NoViews.root, of tree: any ViewTree = NoViews(),
    frame: LayoutRect = LayoutRect(x: 0, y: 0, width: 100, height: 100),
    session: VisibilitySession = VisibilitySession(),
    requestPass: @escaping @MainActor () -> Void = {},
    setTimer: @escaping @MainActor (MonotonicTime?) -> Void = { _ in }
  ) -> MirroredWindow {
    MirroredWindow.verifyFrames()
    return MirroredWindow(
      root: root, tree: tree, frame: frame, isShown: true, session: session,
      requestPass: requestPass, setTimer: setTimer, clock: { .zero })
  }

  // On a device that has not slept.

  package func frame(at now: MonotonicTime, readingEverything: Bool = false) {
    frame(at: DeviceTime(awake: now), readingEverything: readingEverything)
  }

  package func wake(at now: MonotonicTime) { wake(at: DeviceTime(awake: now)) }

  package func close(at now: MonotonicTime) { close(at: DeviceTime(awake: now)) }
}

extension VisibilitySession {
  /// On a device that has not slept.
  package func refresh(at now: MonotonicTime, day: Int) {
    refresh(at: DeviceTime(awake: now), day: day)
  }
}

/// A tree without views, for windows whose targets tests add themselves.
@MainActor
package final class NoViews: ViewTree {
  private static let window = NoViews()
  package static let root = ViewKey(Unmanaged.passUnretained(window).toOpaque())

  package init() {}

  package func parent(of view: ViewKey) -> ViewKey? { nil }

  package func read(_ view: ViewKey, in surroundings: ViewSurroundings) -> ViewReading? { nil }
}
