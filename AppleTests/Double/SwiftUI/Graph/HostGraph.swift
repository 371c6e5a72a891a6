import QuartzCore
import VirtualTime

/// The views of one hosting view: evaluated, laid out, and turned into UIKit views.
///
/// An update evaluates changed views, lays everything out, and moves the platform views. It then
/// calls the actions that wait for its end: `onAppear`, `onChange`, `onGeometryChange`. Their
/// changes are part of another update, before the same commit.
@MainActor
final class HostGraph {
  weak var view: UIView?
  var rootView: any View
  /// The number of this update.
  private(set) var pass = 0
  /// Whether views are evaluated or laid out, in any hosting view.
  // Safe, because state is read and set on the main thread.
  nonisolated(unsafe) private(set) static var isUpdating = false
  /// Whether an animation is in progress.
  var needsFrames = false
  /// The views that a finger can hit, the topmost last.
  var targets: [TapTarget] = []
  /// The frames of the filled shapes, in drawing order.
  var shapes: [CGRect] = []
  var focusTargets: [FocusTarget] = []
  private(set) var accessibility = AccessibilityBuilder()

  private var root: Node?
  private var isUpdating = false
  private var isUpdateNeeded = false
  private var actions: [(order: Int, body: () -> Void)] = []
  private var renderings: [() -> Void] = []
  private var link: VirtualDisplay.Link?
  private var evaluations: [ObjectIdentifier: (type: Any.Type, count: Int)] = [:]

  /// The number of consecutive updates that counts as a loop.
  private static let manyUpdates = 100

  init(_ rootView: any View) { self.rootView = rootView }

  // MARK: Requests

  /// Requests an update after a change of a value that a view has read.
  func setNeedsUpdate() {
    isUpdateNeeded = true
    if isUpdating { return }
    if Undocumented.stateWaitsForAnotherTurn {
      VirtualRunLoop.main.post { [weak self] in self?.view?.setNeedsLayout() }
    } else {
      view?.setNeedsLayout()
    }
  }

  /// Requests an update in the next layout, for a new root view or configuration: a cell that sizes
  /// itself is laid out with its new content, regardless of the time at which state is shown.
  func setNeedsUpdateInLayout() {
    isUpdateNeeded = true
    view?.setNeedsLayout()
  }

  /// Adds an action for the end of this update.
  func afterUpdate(_ order: ActionOrder, _ body: @escaping () -> Void) {
    actions.append((order.rank, body))
  }

  /// Adds an action for the time when the platform views are in place.
  func afterRendering(_ body: @escaping () -> Void) { renderings.append(body) }

  /// Returns the number of evaluations of a view's body, by type name without generic arguments.
  func evaluationCount(of name: String) -> Int {
    evaluations.values.reduce(0) { sum, entry in
      String(describing: entry.type).prefix { $0 != "<" } == name ? sum + entry.count : sum
    }
  }

  func countEvaluation(of type: Any.Type) {
    evaluations[ObjectIdentifier(type), default: (type, 0)].count += 1
  }

  // MARK: Updates

  func update() {
    guard let view, !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    var rounds = 0
    repeat {
      isUpdateNeeded = false
      Self.isUpdating = true
      render(into: view)
      Self.isUpdating = false
      runActions()
      rounds += 1
      precondition(rounds < Self.manyUpdates, "the views keep requesting updates")
    } while isUpdateNeeded
  }

  private func render(into view: UIView) {
    pass += 1
    needsFrames = false
    (targets, focusTargets, shapes) = ([], [], [])
    accessibility = AccessibilityBuilder()
    let root = root ?? Node(host: self, type: Never.self)
    self.root = root
    let inputs = Inputs(environment: environment(of: view), transaction: Transaction())
    let elements = root.evaluate(rootView, 0, inputs)
    precondition(elements.count <= 1, "several views at the root are not modelled")
    let canvas = Canvas(view)
    let safeArea = SafeArea(view)
    let context = PlaceContext(
      host: self, canvas: canvas, safeArea: safeArea, accessibility: accessibility)
    if let content = elements.first {
      let proposal = ProposedViewSize(safeArea.inner.size)
      let size = content.size(proposal)
      let place = Alignment.center.origin(of: size, in: safeArea.inner.size)
      content.place(
        Placement(
          frame: CGRect(origin: place + safeArea.inner.origin, size: size), proposal: proposal,
          context))
    }
    root.sweep()
    canvas.commit()
    let rendered = renderings
    renderings = []
    for body in rendered { body() }
    updateLink()
  }

  /// Returns the environment given by UIKit's traits.
  private func environment(of view: UIView) -> EnvironmentValues {
    var environment = EnvironmentValues()
    environment.accessibilityReduceMotion = UIAccessibility.isReduceMotionEnabled
    environment.accessibilityVoiceOverEnabled = UIAccessibility.isVoiceOverRunning
    if view.effectiveUserInterfaceLayoutDirection == .rightToLeft {
      environment.layoutDirection = .rightToLeft
    }
    return environment
  }

  private func runActions() {
    let due = actions
    actions = []
    func place(_ order: Int, _ number: Int) -> (Int, Int) {
      let isReversed = order == ActionOrder.change.rank && !Undocumented.outerChangesFirst
      return (order, isReversed ? -number : number)
    }
    // Stable: actions of one kind in the order of the views, or changes in the opposite one.
    let sorted = due.enumerated().sorted {
      place($0.element.order, $0.offset) < place($1.element.order, $1.offset)
    }
    for action in sorted { action.element.body() }
  }

  /// Requests display frames while anything moves.
  private func updateLink() {
    if !needsFrames {
      link?.invalidate()
      link = nil
    } else if link == nil {
      link = VirtualRunLoop.main.display.addLink { [weak self] link in
        if let view = self?.view { view.setNeedsLayout() } else { link.invalidate() }
      }
    }
  }

  func close() {
    root?.remove()
    root = nil
    link?.invalidate()
    link = nil
  }
}

/// The kinds of actions at the end of an update, whose order is not documented.
enum ActionOrder {
  case appear, change, geometry, disappear

  @MainActor
  var rank: Int {
    switch self {
    case .disappear: 0
    case .appear: Undocumented.appearsBeforeGeometry ? 1 : 3
    case .geometry: Undocumented.appearsBeforeGeometry ? 3 : 1
    case .change: 2
    }
  }
}

/// A view that a finger can hit, in the hosting view's coordinates.
struct TapTarget {
  enum Answer {
    case action(@MainActor () -> Void)
    /// The view keeps the tap from those below it.
    case nothing
    /// Whether it does is undocumented.
    case unknown
  }

  let frame: CGRect
  let answer: Answer
}
