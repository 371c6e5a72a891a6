import VirtualTime

/// Lays out and commits the changes of a turn.
///
/// Core Animation commits its implicit transaction in a run loop observer of order 2,000,000, after
/// a layout.
@MainActor
public final class CATransaction {
  public static let shared = CATransaction()

  /// The order of Core Animation's run loop observer. Witness: observers printed in public logs,
  /// with `order = 2000000`.
  public static let order = 2_000_000

  /// The toolkit's layout, called before a commit.
  public var layout: @MainActor () -> Void = {}
  /// Adds a closure to call before a commit's layout
  /// (`UIUpdateActionPhase.beforeCATransactionCommit`), as long as its token is kept.
  public func beforeCommit(_ body: @escaping @MainActor () -> Void) -> AnyObject {
    let action = Action(body: body)
    actions.append(WeakAction(action: action))
    return action
  }

  private final class Action {
    let body: @MainActor () -> Void

    init(body: @escaping @MainActor () -> Void) { self.body = body }
  }

  private struct WeakAction {
    weak var action: Action?
  }

  private var actions: [WeakAction] = []

  /// Commits immediately, as within the source that handles an event.
  public func flush() { commit() }

  /// The number of commits so far.
  public private(set) var commitCount = 0

  /// Whether any change is not committed yet.
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

  /// Requests a commit after a change.
  public func setNeedsCommit() {
    isNeeded = true
    if Undocumented.changesWakeTheRunLoop { VirtualRunLoop.main.wakeUp() }
  }

  private func commit() {
    guard isNeeded else { return }
    actions.removeAll { $0.action == nil }
    for entry in actions { entry.action?.body() }
    layout()
    isNeeded = false
    commitCount += 1
  }
}
