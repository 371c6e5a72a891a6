/// A display that refreshes at a fixed rate, or irregularly. It fires only while a link is running.
@MainActor
public final class VirtualDisplay {
  /// The duration of a frame, in nanoseconds.
  public var frameDuration = usualFrameDuration {
    didSet { if frameDuration != oldValue { scheduled = nil } }
  }

  /// 60 and 120 Hz. Witness: Apple's "Optimizing ProMotion refresh rates".
  public static let usualFrameDuration: Int64 = 16_666_667
  private static let fastFrameDuration: Int64 = 8_333_333

  /// The source of late and dropped frames and of changes between 60 and 120 Hz; `nil` if frames
  /// are exact.
  public var irregularity: Delays? {
    didSet { scheduled = nil }
  }
  /// The lateness of a frame, at most.
  static let mostLateness: Int64 = 6_000_000

  private unowned let runLoop: VirtualRunLoop
  private var links: [Link] = []
  private var lastFrame: Int64 = 0
  /// The next frame's refresh and the time at which links fire for it.
  private var scheduled: (refresh: Int64, time: Int64)?

  init(runLoop: VirtualRunLoop) { self.runLoop = runLoop }

  /// The implementation of a display link, kept by the display until it is invalidated.
  @MainActor
  public final class Link {
    public var isPaused = false
    fileprivate let fired: @MainActor (Link) -> Void
    fileprivate weak var display: VirtualDisplay?

    fileprivate init(_ display: VirtualDisplay, _ fired: @escaping @MainActor (Link) -> Void) {
      self.display = display
      self.fired = fired
    }

    /// The duration of a frame, in nanoseconds.
    public var duration: Int64 { display?.frameDuration ?? 0 }

    public func invalidate() { display?.links.removeAll { $0 === self } }
  }

  public func addLink(_ fired: @escaping @MainActor (Link) -> Void) -> Link {
    let link = Link(self, fired)
    links.append(link)
    return link
  }

  /// The number of links that are not paused.
  public var runningLinkCount: Int { links.count { !$0.isPaused } }
  /// The number of links, including paused ones.
  public var linkCount: Int { links.count }

  /// The time of the next frame; `nil` while no link is running.
  var nextFrame: Int64? {
    guard links.contains(where: { !$0.isPaused }) else {
      scheduled = nil
      return nil
    }
    if let scheduled { return scheduled.time }
    let new = schedule()
    scheduled = new
    return new.time
  }

  private func schedule() -> (refresh: Int64, time: Int64) {
    var dropped: Int64 = 0
    var lateness: Int64 = 0
    if var numbers = irregularity {
      // One frame in 30 changes the rate; one in six is dropped with up to two more.
      if numbers.next(upTo: 29) == 0 {
        let isFast = frameDuration == Self.fastFrameDuration
        frameDuration = isFast ? Self.usualFrameDuration : Self.fastFrameDuration
      }
      if numbers.next(upTo: 5) == 0 { dropped = 1 + numbers.next(upTo: 2) }
      lateness = numbers.next()
      irregularity = numbers
    }
    let past = max(lastFrame, runLoop.now)
    let refresh = (past / frameDuration + 1 + dropped) * frameDuration
    return (refresh, refresh + lateness)
  }

  func fireIfDue() {
    guard let next = scheduled, next.time <= runLoop.now else { return }
    scheduled = nil
    lastFrame = next.refresh
    for link in links where !link.isPaused { link.fired(link) }
  }
}
