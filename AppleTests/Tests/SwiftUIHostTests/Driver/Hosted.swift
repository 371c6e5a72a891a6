import Recorded
import SwiftUI
import Testing
import UIKit
import VirtualTime

/// All suites, run one after another because they share a screen.
@MainActor
@Suite(.serialized, .recorded)
enum SwiftUIHost {}

/// The environment in which views are laid out.
struct Setting: Sendable, Hashable, CustomTestStringConvertible {
  var direction = LayoutDirection.leftToRight
  var textSize = DynamicTypeSize.large
  var displayScale: CGFloat = 2

  static let directions = LayoutDirection.allCases.map { Setting(direction: $0) }

  /// The default text size, two that users choose, and one for accessibility.
  static let textSizes: [DynamicTypeSize] = [.large, .xLarge, .xxxLarge, .accessibility3]

  /// Both directions, four text sizes, two display scales.
  static let all = LayoutDirection.allCases.flatMap { direction in
    textSizes.flatMap { size in
      [2.0, 3.0].map { Setting(direction: direction, textSize: size, displayScale: $0) }
    }
  }

  var testDescription: String {
    "\(direction == .leftToRight ? "LTR" : "RTL"), \(textSize), @\(Int(displayScale))x"
  }
}

/// SwiftUI views in a window of the double: time passes only when a test advances it.
@MainActor
final class Hosted {
  let scene: UIWindowScene
  let window: UIWindow
  private let controller: any HostingController

  init(
    _ content: some View, in setting: Setting = Setting(), width: CGFloat = 390,
    height: CGFloat = 600, safeArea: UIEdgeInsets = .zero
  ) {
    scene = UIWindowScene(size: CGSize(width: width, height: height))
    window = UIWindow(windowScene: scene)
    window.safeArea = safeArea
    let controller = UIHostingController(
      rootView: content.environment(\.layoutDirection, setting.direction)
        .environment(\.dynamicTypeSize, setting.textSize)
        .environment(\.displayScale, setting.displayScale))
    self.controller = controller
    window.rootViewController = controller
    window.makeKeyAndVisible()
    settle()
  }

  var root: UIView { controller.view }

  /// Lets a few frames of the display pass, so changes are laid out and read.
  func settle() { run(for: 0.05) }

  /// Lets time pass, in seconds.
  func run(for seconds: Double) {
    VirtualRunLoop.main.wakeUp()
    VirtualRunLoop.main.run(for: Int64(seconds * 1e9))
  }

  func close() {
    window.isHidden = true
    window.rootViewController = nil
    window.windowScene = nil
    settle()
  }

  // MARK: Contents

  /// Returns the frame of a ``Mark`` in the window; `nil` if it is not there.
  func frame(of name: String) -> CGRect? { marks(of: name).first.map(frame) }

  func frame(_ view: UIView) -> CGRect { view.convert(view.bounds, to: nil) }

  /// Returns the platform views of the marks with a name.
  func marks(of name: String) -> [UIView] {
    views { ($0 as? MarkView)?.name == name }
  }

  /// Returns the visible part of a mark: its frame without the clipped parts.
  func shownFrame(of name: String) -> CGRect? {
    marks(of: name).first.flatMap { shownFrame($0) }
  }

  /// Returns the visible part of a view: its frame without the clipped parts.
  func shownFrame(_ view: UIView) -> CGRect? {
    var (shown, ancestor) = (frame(view), view.superview)
    while let current = ancestor {
      if current.clipsToBounds { shown = shown.intersection(frame(current)) }
      ancestor = current.superview
    }
    shown = shown.intersection(window.bounds)
    return shown.isNull || shown.isEmpty ? nil : shown
  }

  var scrollViews: [UIScrollView] {
    views { $0 is UIScrollView }.compactMap { $0 as? UIScrollView }
  }

  func views(where matches: (UIView) -> Bool) -> [UIView] {
    func search(_ view: UIView) -> [UIView] {
      (matches(view) ? [view] : []) + view.subviews.flatMap(search)
    }
    return search(root)
  }

  /// The number of run loop turns so far.
  var turnCount: Int { VirtualRunLoop.main.turnCount }

  func evaluationCount(of name: String) -> Int { controller.evaluationCount(of: name) }

  /// The frames of filled shapes, in drawing order.
  var shapes: [CGRect] { controller.shapes }

  var accessibility: [AccessibilityNode] { controller.accessibilityTree }

  /// The text that a screen reader speaks, in order.
  var spoken: [String] {
    accessibility.flatMap(\.elements).map { element in
      var words = [element.label, element.value].filter { !$0.isEmpty }
      if element.traits.contains(.isSelected) { words.append("selected") }
      if element.traits.contains(.isHeader) { words.append("heading") }
      if element.traits.contains(.isButton) { words.append("button") }
      if element.adjust != nil { words.append("adjustable") }
      return words.joined(separator: ". ")
    }
  }

  // MARK: Interaction

  /// Moves the focus of a keyboard or a remote to a point of the window, or nowhere.
  func moveFocus(to point: CGPoint?) {
    VirtualRunLoop.main.post { self.controller.moveFocus(to: point) }
    VirtualRunLoop.main.runUntilAsleep()
  }

  /// Taps the topmost view at a point of the window.
  func tap(at point: CGPoint) {
    VirtualRunLoop.main.post { _ = self.controller.tap(at: point) }
    VirtualRunLoop.main.runUntilAsleep()
  }

  /// Taps the middle of the visible part of a mark.
  func tap(_ name: String, _ location: SourceLocation = #_sourceLocation) throws {
    let frame = try #require(shownFrame(of: name), sourceLocation: location)
    tap(at: CGPoint(x: frame.midX, y: frame.midY))
  }

  func touch(at point: CGPoint) -> FingerTouch {
    let finger = FingerTouch(at: point, in: window)
    run(for: Self.frame)
    return finger
  }

  /// Moves a finger, and keeps it on the screen.
  func move(
    _ finger: FingerTouch, from start: CGPoint, to end: CGPoint, in seconds: Double = 0.2
  ) {
    let steps = max(1, Int(seconds / Self.frame))
    for step in 1...steps {
      run(for: Self.frame)
      let part = CGFloat(step) / CGFloat(steps)
      VirtualRunLoop.main.post {
        finger.move(
          to: CGPoint(
            x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y)))
      }
      VirtualRunLoop.main.runUntilAsleep()
    }
  }

  func lift(_ finger: FingerTouch) {
    VirtualRunLoop.main.post { finger.lift() }
    VirtualRunLoop.main.runUntilAsleep()
  }

  /// Cancels the touch, as the system does.
  func cancel(_ finger: FingerTouch) {
    VirtualRunLoop.main.post { finger.cancel() }
    VirtualRunLoop.main.runUntilAsleep()
  }

  static let frame = 1.0 / 60
}

@MainActor
private protocol HostingController: UIViewController {
  func evaluationCount(of name: String) -> Int
  func tap(at point: CGPoint) -> Bool
  func moveFocus(to point: CGPoint?)
  var shapes: [CGRect] { get }
  var accessibilityTree: [AccessibilityNode] { get }
}

extension UIHostingController: HostingController {}

/// Runs a test with views in a window, which is closed afterwards.
@MainActor
func withViews<Result>(
  _ content: some View, in setting: Setting = Setting(), width: CGFloat = 390,
  height: CGFloat = 600, safeArea: UIEdgeInsets = .zero, _ body: (Hosted) throws -> Result
) rethrows -> Result {
  let hosted = Hosted(
    content, in: setting, width: width, height: height, safeArea: safeArea)
  defer { hosted.close() }
  return try body(hosted)
}

/// A UIKit view that takes the size offered, used to find its frame.
struct Mark: UIViewRepresentable {
  let name: String

  init(_ name: String) { self.name = name }

  func makeUIView(context: Context) -> MarkView { MarkView(frame: .zero) }
  func updateUIView(_ view: MarkView, context: Context) { view.name = name }
}

final class MarkView: UIView {
  var name = ""
}

/// State that a test changes.
@MainActor
final class Setter<Value> {
  fileprivate(set) var binding: Binding<Value>?

  /// Sets the state in an event, and updates the views.
  func set(_ value: Value) {
    VirtualRunLoop.main.post { self.binding?.wrappedValue = value }
    VirtualRunLoop.main.runUntilAsleep()
  }

  var value: Value? { binding?.wrappedValue }
}

/// Views that depend on a value set by a test.
struct Changing<Value, Content: View>: View {
  @State private var value: Value
  private let setter: Setter<Value>
  private let content: (Binding<Value>) -> Content

  init(
    _ value: Value, _ setter: Setter<Value> = Setter(),
    @ViewBuilder content: @escaping (Binding<Value>) -> Content
  ) {
    _value = State(initialValue: value)
    self.setter = setter
    self.content = content
  }

  var body: some View {
    setter.binding = $value
    return content($value)
  }
}

extension Binding {
  /// Returns a binding to a part of the value.
  func part<Part>(_ path: WritableKeyPath<Value, Part>) -> Binding<Part> {
    self[dynamicMember: path]
  }
}

/// The reports, in order.
@MainActor
final class Log {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }

  /// Returns the reports since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

func isNear(_ one: CGFloat?, _ other: CGFloat, _ tolerance: CGFloat = 0.01) -> Bool {
  one.map { abs($0 - other) <= tolerance } ?? false
}
