import SwiftUI
import UIKit
import VirtualTime

/// Shows views in a window of 390 by 600 points.
@MainActor
func show<Content: View>(
  _ content: Content, safeArea: UIEdgeInsets = .zero, _ body: (UIHostingController<Content>) -> Void
) {
  defer { Undocumented.reset() }
  let window = UIWindow(windowScene: UIWindowScene(size: CGSize(width: 390, height: 600)))
  window.safeArea = safeArea
  let controller = UIHostingController(rootView: content)
  window.rootViewController = controller
  window.makeKeyAndVisible()
  VirtualRunLoop.main.settle()
  body(controller)
  window.rootViewController = nil
}

/// A UIKit view, found by its tag.
struct Tagged: UIViewRepresentable {
  let tag: Int
  var log: (String) -> Void = { _ in }

  init(_ tag: Int, _ log: @escaping (String) -> Void = { _ in }) {
    (self.tag, self.log) = (tag, log)
  }

  func makeUIView(context: Context) -> UIView {
    log("make")
    return UIView(frame: .zero)
  }

  func updateUIView(_ view: UIView, context: Context) {
    view.tag = tag
    log("update\(view.window == nil ? "" : " in a window")")
  }

  static func dismantleUIView(_ view: UIView, coordinator: Void) { view.tag = -view.tag }
}

extension UIViewController {
  func frame(_ tag: Int) -> CGRect? {
    func search(_ view: UIView) -> UIView? {
      view.tag == tag ? view : view.subviews.lazy.compactMap(search).first
    }
    return search(view).map { $0.convert($0.bounds, to: nil) }
  }
}

/// State set by a test.
@MainActor
final class Setter<Value> {
  var binding: Binding<Value>?

  func set(_ value: Value, _ animation: Animation? = nil) {
    VirtualRunLoop.main.post {
      withAnimation(animation) { self.binding?.wrappedValue = value }
    }
    VirtualRunLoop.main.runUntilAsleep()
  }
}

struct Changing<Value, Content: View>: View {
  @State private var value: Value
  private let setter: Setter<Value>
  private let content: (Value) -> Content

  init(
    _ value: Value, _ setter: Setter<Value> = Setter(),
    @ViewBuilder content: @escaping (Value) -> Content
  ) {
    _value = State(initialValue: value)
    (self.setter, self.content) = (setter, content)
  }

  var body: some View {
    setter.binding = $value
    return content(value)
  }
}
