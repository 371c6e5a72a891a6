public import UIKit

/// Shows SwiftUI's views in UIKit.
open class UIHostingController<Content: View>: UIViewController {
  public var rootView: Content {
    didSet {
      host.graph.rootView = rootView
      host.graph.setNeedsUpdateInLayout()
    }
  }
  private let host: HostingView

  public init(rootView: Content) {
    self.rootView = rootView
    host = HostingView(HostGraph(rootView))
    super.init()
  }

  open override func loadView() { view = host }

  /// For tests: returns the number of evaluations of a view's body, or of calls of its
  /// `updateUIView`, by type name without generic arguments.
  public func evaluationCount(of name: String) -> Int { host.graph.evaluationCount(of: name) }

  /// For tests: taps the topmost view at a point of the window with a finger.
  @discardableResult
  public func tap(at point: CGPoint) -> Bool {
    let place = host.convert(point, from: nil)
    switch host.graph.targets.last(where: { $0.frame.contains(place) })?.answer {
    case .action(let action): action()
    case .unknown: preconditionFailure("whether a clear colour takes taps is undocumented")
    case .nothing, nil: return false
    }
    return true
  }

  /// For tests: the frames of the filled shapes in the hosting view, in drawing order.
  public var shapes: [CGRect] { host.graph.shapes }

  /// For tests: moves the focus to the view at a point of the window, or nowhere.
  public func moveFocus(to point: CGPoint?) {
    for target in host.graph.focusTargets {
      let place = point.map { host.convert($0, from: nil) }
      target.isFocused.wrappedValue = place.map(target.frame.contains) ?? false
    }
  }

  /// For tests: the elements that accessibility finds, in its order.
  public var accessibilityTree: [AccessibilityNode] { host.graph.accessibility.nodes }
}

/// The content of a cell in SwiftUI.
public struct UIHostingConfiguration<Content: View, Background: View>: UIContentConfiguration {
  fileprivate let content: Content
  private var hasMargins = true

  public init(@ViewBuilder content: () -> Content) where Background == EmptyView {
    self.content = content()
  }

  public func margins(_ edges: Edge.Set = .all, _ length: CGFloat) -> Self {
    precondition(edges == .all && length == 0, "only the absence of margins is modelled")
    var configuration = self
    configuration.hasMargins = false
    return configuration
  }

  public func makeContentView() -> any UIView & UIContentView {
    precondition(!hasMargins, "the default margins are not modelled")
    return HostingContentView(self)
  }
}

/// Shows a configuration. Another one of the same type updates its views, as a new root view does.
private final class HostingContentView<Content: View, Background: View>: UIView, UIContentView {
  private let host: HostingView
  private var shown: UIHostingConfiguration<Content, Background>

  var configuration: any UIContentConfiguration {
    get { shown }
    set {
      guard let new = newValue as? UIHostingConfiguration<Content, Background> else {
        preconditionFailure("the cell asks whether a configuration is supported")
      }
      shown = new
      host.graph.rootView = new.content
      host.graph.setNeedsUpdateInLayout()
    }
  }

  init(_ configuration: UIHostingConfiguration<Content, Background>) {
    shown = configuration
    host = HostingView(HostGraph(configuration.content))
    super.init(frame: .zero)
    host.backgroundColor = nil
    host.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(host)
  }

  required init?(coder: NSCoder) { fatalError("views are made in code") }

  func supports(_ configuration: any UIContentConfiguration) -> Bool {
    configuration is UIHostingConfiguration<Content, Background>
  }
}

/// Updates its graph when UIKit lays it out.
private final class HostingView: UIView {
  let graph: HostGraph

  init(_ graph: HostGraph) {
    self.graph = graph
    super.init(frame: .zero)
    backgroundColor = .systemBackground
    graph.view = self
  }

  required init?(coder: NSCoder) { fatalError("views are made in code") }

  isolated deinit { graph.close() }

  override func layoutSubviews() {
    super.layoutSubviews()
    if window != nil { graph.update() }
  }
}
