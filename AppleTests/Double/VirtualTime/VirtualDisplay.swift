/// A display that refreshes at a fixed rate. It fires only while somebody listens.
@MainActor
public final class VirtualDisplay {
  /// How long a frame lasts, in nanoseconds.
  public var frameDuration: Int64 = 16_666_667

  private unowned let runLoop: VirtualRunLoop
  private var links: [Link] = []
  private var lastFrame: Int64 = 0

  init(runLoop: VirtualRunLoop) { self.runLoop = runLoop }

  /// What a display link is under its Objective-C surface: kept by the display until it is
  /// invalidated.
  @MainActor
  public final class Link {
    public var isPaused = false
    fileprivate let fired: @MainActor (Link) -> Void
    fileprivate weak var display: VirtualDisplay?

    fileprivate init(_ display: VirtualDisplay, _ fired: @escaping @MainActor (Link) -> Void) {
      self.display = display
      self.fired = fired
    }

    /// How long a frame lasts, in nanoseconds.
    public var duration: Int64 { display?.frameDuration ?? 0 }

    public func invalidate() { display?.links.removeAll { $0 === self } }
  }

  public func addLink(_ fired: @escaping @MainActor (Link) -> Void) -> Link {
    let link = Link(self, fired)
    links.append(link)
    return link
  }

  /// How many links are not paused.
  public var runningLinkCount: Int { links.count { !$0.isPaused } }
  /// How many links there are, those that are paused included.
  public var linkCount: Int { links.count }

  /// When the next frame comes; `nil` while nobody listens.
  var nextFrame: Int64? {
    guard links.contains(where: { !$0.isPaused }) else { return nil }
    let past = max(lastFrame, runLoop.now)
    return (past / frameDuration + 1) * frameDuration
  }

  func fireIfDue() {
    guard runLoop.now % frameDuration == 0, runLoop.now > lastFrame else { return }
    lastFrame = runLoop.now
    for link in links where !link.isPaused { link.fired(link) }
  }
}
