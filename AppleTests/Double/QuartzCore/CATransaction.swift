import VirtualTime

/// When the changes of a turn are laid out and committed.
///
/// Core Animation commits its implicit transaction in an observer of the run loop of order
/// 2,000,000; what has to be laid out is laid out first.
@MainActor
public final class CATransaction {
  public static let shared = CATransaction()

  /// The order of Core Animation's observer of the run loop.
  public static let order = 2_000_000

  /// What lays out before a commit: the toolkit.
  public var layout: @MainActor () -> Void = {}
  /// How many commits there have been.
  public private(set) var commitCount = 0

  /// Whether something was changed that is not shown yet.
  public private(set) var isNeeded = false

  private init() {
    VirtualRunLoop.main.addObserver(order: Self.order, alsoOnExit: true) { [weak self] in
      self?.turnEnded()
    }
  }

  private lazy var update = VirtualRunLoop.main.makeTimer { [weak self] in self?.commit() }

  private func turnEnded() {
    if Undocumented.commitsBeforeSleeping {
      commit()
    } else if isNeeded, update.deadline == nil {
      let (now, frame) = (VirtualRunLoop.main.now, VirtualRunLoop.main.display.frameDuration)
      update.set((now / frame + 1) * frame)
    }
  }

  /// Something has changed that the next commit shows.
  public func setNeedsCommit() {
    isNeeded = true
    if Undocumented.changesWakeTheRunLoop { VirtualRunLoop.main.wakeUp() }
  }

  private func commit() {
    guard isNeeded else { return }
    layout()
    isNeeded = false
    commitCount += 1
  }
}
