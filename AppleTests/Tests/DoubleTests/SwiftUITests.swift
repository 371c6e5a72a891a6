import SwiftUI
import Testing
import UIKit
import VirtualTime

private struct Counter: View {
  let name: String
  let log: (String) -> Void
  @State private var count = 0

  var body: some View {
    log("\(name) \(count)")
    return Button("\(count)") { count += 1 }
  }
}

private final class Model: ObservableObject {
  @Published var count = 0
}

private struct Observing: View {
  @StateObject private var model = Model()
  let made: (Model) -> Void
  let log: (String) -> Void

  var body: some View {
    made(model)
    log("\(model.count)")
    return Tagged(model.count + 1)
  }
}

/// The scaled values of 1 and 100 at a text size, where body's lines are 22, 24, 26 and 29 points
/// high.
struct ScaledNumbers: Sendable {
  var size: DynamicTypeSize
  var displayScale: CGFloat
  var one: Double
  var hundred: Double
}

private let scaledNumbers = [
  ScaledNumbers(size: .large, displayScale: 2, one: 1, hundred: 100),
  ScaledNumbers(size: .xLarge, displayScale: 2, one: 1, hundred: 109),
  ScaledNumbers(size: .xLarge, displayScale: 3, one: 1, hundred: 109),
  ScaledNumbers(size: .xxLarge, displayScale: 2, one: 1, hundred: 118),
  ScaledNumbers(size: .xxLarge, displayScale: 3, one: 4.0 / 3, hundred: 118 + 1.0 / 3),
  ScaledNumbers(size: .xxxLarge, displayScale: 2, one: 1.5, hundred: 132),
  ScaledNumbers(size: .xxxLarge, displayScale: 3, one: 4.0 / 3, hundred: 131 + 2.0 / 3),
]

@MainActor
@Suite(.serialized) struct SwiftUITests {
  // State: "SwiftUI manages the property's storage. When the value changes, SwiftUI updates the
  // parts of the view hierarchy that depend on the value."
  @Test(arguments: [true, false])
  func `state updates only the views that read it`(waits: Bool) {
    Undocumented.stateWaitsForAnotherTurn = waits
    var lines: [String] = []
    let view = VStack(spacing: 0) {
      Counter(name: "a") { lines.append($0) }.frame(height: 100)
      Counter(name: "b") { lines.append($0) }.frame(height: 100)
    }
    show(view) { controller in
      #expect(lines == ["a 0", "b 0"])
      VirtualRunLoop.main.post { controller.tap(at: CGPoint(x: 195, y: 350)) }
      VirtualRunLoop.main.runUntilAsleep()
      #expect(lines == ["a 0", "b 0", "b 1"])
    }
  }

  // OpenSwiftUI, State.swift and Binding.swift: a view is updated by its state once it has read it
  // in an update, even in closures. A child's read of a binding updates only the child.
  @Test(arguments: [true, false])
  func `a binding updates the view that reads it`(ownerReads: Bool) {
    struct Child: View {
      @Binding var value: Int
      let log: (String) -> Void

      var body: some View {
        log("child \(value)")
        return Button {
          value += 1
        } label: {
          Color.clear
        }
      }
    }
    struct Owner: View {
      @State private var value = 0
      let reads: Bool
      let log: (String) -> Void

      var body: some View {
        log("owner")
        return GeometryReader { _ in
          let _ = reads ? value : 0
          Child(value: $value, log: log).frame(width: 100, height: 100)
        }
      }
    }
    var lines: [String] = []
    show(Owner(reads: ownerReads) { lines.append($0) }) { controller in
      #expect(lines == ["owner", "child 0"])
      VirtualRunLoop.main.post { controller.tap(at: CGPoint(x: 50, y: 50)) }
      VirtualRunLoop.main.runUntilAsleep()
      #expect(lines == ["owner", "child 0"] + (ownerReads ? ["owner", "child 1"] : ["child 1"]))
    }
  }

  // View, id(_:): "When the proxy value specified by the id parameter changes, the identity of the
  // view — for example, its state — is reset."
  @Test func `a new id is a new view with its own state`() {
    var lines: [String] = []
    let setter = Setter<Int>()
    let view = Changing(1, setter) { id in Counter(name: "a") { lines.append($0) }.id(id) }
    show(view) { controller in
      VirtualRunLoop.main.post { controller.tap(at: CGPoint(x: 195, y: 300)) }
      VirtualRunLoop.main.runUntilAsleep()
      setter.set(2)
      #expect(lines == ["a 0", "a 1", "a 0"])
    }
  }

  // StateObject: "SwiftUI creates a new instance of the model object only once during the lifetime
  // of the container that declares the state object."
  @Test func `an object lives as long as its view, and updates it`() {
    var lines: [String] = []
    weak var model: Model?
    let view = Observing(made: { model = $0 }, log: { lines.append($0) })
    show(view) { controller in
      controller.rootView = view
      VirtualRunLoop.main.settle()
      VirtualRunLoop.main.post { model?.count = 7 }
      VirtualRunLoop.main.runUntilAsleep()
      #expect(lines.last == "7")
      #expect(controller.frame(8) != nil)
    }
    #expect(model == nil)
  }

  // EnvironmentValues, scenePhase: "The current phase of the scene"; in an app that is not an
  // `App`, nothing sets it. layoutDirection, dynamicTypeSize: set around a view, they apply to it.
  @Test func `the environment is inherited, or the default`() {
    struct Reading: View {
      @Environment(\.scenePhase) private var phase
      @Environment(\.layoutDirection) private var direction
      let log: (ScenePhase, LayoutDirection) -> Void

      var body: some View {
        log(phase, direction)
        return Color.clear
      }
    }
    var read: [LayoutDirection] = []
    let view = VStack {
      Reading { phase, direction in
        read.append(direction)
        #expect(phase == .background)
      }
      Reading { read.append($1) }.environment(\.layoutDirection, .rightToLeft)
    }
    show(view) { _ in #expect(read == [.leftToRight, .rightToLeft]) }
  }

  // ScaledMetric: "A dynamic property that scales a numeric value." UIFontMetrics rounds to pixels;
  // OpenSwiftUI, ScaledMetric.swift: `(value * scale).rounded(toMultipleOf: pixelLength)`.
  @Test(arguments: scaledNumbers)
  func `a scaled number is rounded to pixels`(numbers: ScaledNumbers) {
    struct Scaled: View {
      @ScaledMetric private var one = 1.0
      @ScaledMetric private var hundred = 100.0
      let log: (Double, Double) -> Void

      var body: some View {
        log(one, hundred)
        return Color.clear
      }
    }
    var read = (0.0, 0.0)
    let view = Scaled { read = ($0, $1) }.dynamicTypeSize(numbers.size)
      .environment(\.displayScale, numbers.displayScale)
    show(view) { _ in
      #expect(abs(read.0 - numbers.one) < 1e-9)
      #expect(abs(read.1 - numbers.hundred) < 1e-9)
    }
  }

  // UIViewRepresentable: "The system calls makeUIView(context:) … once"; "updateUIView … whenever
  // the state of your app changes"; dismantleUIView "before removing the view".
  @Test(arguments: [true, false])
  func `a UIKit view is made once, updated and dismantled`(inWindow: Bool) {
    Undocumented.updatesViewsInTheirWindow = inWindow
    var lines: [String] = []
    let setter = Setter<Int>()
    let view = Changing(1, setter) { tag in if tag > 0 { Tagged(tag) { lines.append($0) } } }
    show(view) { controller in
      #expect(lines == ["make", inWindow ? "update in a window" : "update"])
      setter.set(2)
      #expect(lines.last == "update in a window")
      #expect(controller.frame(2) != nil)
      setter.set(0)
      #expect(lines.count == 3)
      #expect(controller.frame(2) == nil)
    }
  }

  // View, onAppear: "before this view appears"; onChange: "when a specific value changes";
  // onGeometryChange: "The action … is called whenever the transform's result changes";
  // onDisappear.
  @Test(arguments: [true, false])
  func `actions waiting for an update run after it`(appearsFirst: Bool) {
    Undocumented.appearsBeforeGeometry = appearsFirst
    var lines: [String] = []
    let setter = Setter<CGFloat>()
    let view = Changing(100, setter) { height in
      if height > 0 {
        Color.clear.frame(height: height)
          .onGeometryChange(for: CGFloat.self, of: { $0.size.height }) {
            lines.append("height \($0)")
          }
          .onAppear { lines.append("appear") }
          .onChange(of: height) { lines.append("\($0) to \($1)") }
          .onDisappear { lines.append("disappear") }
      }
    }
    show(view) { controller in
      #expect(lines == (appearsFirst ? ["appear", "height 100.0"] : ["height 100.0", "appear"]))
      lines = []
      setter.set(200)
      #expect(Set(lines) == ["100.0 to 200.0", "height 200.0"])
      lines = []
      setter.set(0)
      #expect(lines == ["disappear"])
    }
  }

  // TimelineView: "updates according to a schedule that you provide"; the display has 60 frames per
  // second.
  @Test func `a timeline updates at its dates, at most once per frame`() {
    struct Every: TimelineSchedule {
      func entries(from start: Date, mode: Mode) -> [Date] {
        [0, 0.001, 0.002, 0.1].map { start.addingTimeInterval($0) }
      }
    }
    // Begin with a frame, so the first dates are in the same one.
    let (now, frame) = (VirtualRunLoop.main.now, VirtualRunLoop.main.display.frameDuration)
    VirtualRunLoop.main.run(for: frame - now % frame)
    var count = 0
    let view = TimelineView(Every()) { _ -> Color in
      count += 1
      return .clear
    }
    show(view) { _ in
      #expect(count == 1)
      VirtualRunLoop.main.run(for: 50_000_000)
      #expect(count == 2)
      VirtualRunLoop.main.run(for: 1_000_000_000)
      #expect(count == 3)
    }
  }

  // withAnimation: "the view's body is recomputed with the provided animation". The values in
  // between follow OpenSwiftUI's findings: a change without an animation ends none.
  @Test func `a running animation adds to a value set without animation`() {
    let setter = Setter<CGFloat>()
    let view = Changing(0, setter) { x in
      ZStack(alignment: .topLeading) {
        Color.clear
        Tagged(1).frame(width: 10, height: 10).offset(x: x)
      }
    }
    show(view) { controller in
      setter.set(100, .linear(duration: 1))
      VirtualRunLoop.main.run(for: 500_000_000)
      #expect(abs((controller.frame(1)?.minX ?? 0) - 50) < 2)
      setter.set(50)
      #expect(abs(controller.frame(1)?.minX ?? 50) < 2)
      VirtualRunLoop.main.run(for: 1_000_000_000)
      #expect(controller.frame(1)?.minX == 50)
    }
  }

  // Ole Begemann, "clipped() doesn't affect hit testing": a clipped view takes taps outside of its
  // bounds, unless a content shape confines it.
  @Test(arguments: [false, true])
  func `a tap hits the topmost view, wherever it is clipped`(isConfined: Bool) {
    var taps = 0
    let large = Color.green.frame(width: 300, height: 300).frame(width: 100, height: 100)
    let view = VStack(spacing: 0) {
      Button("first") { taps += 1 }.frame(height: 100)
      if isConfined { large.clipped().contentShape(Rectangle()) } else { large.clipped() }
    }
    show(view) { controller in
      #expect(controller.tap(at: CGPoint(x: 195, y: 250)) == isConfined)
      #expect(!controller.tap(at: CGPoint(x: 195, y: 350)))
      #expect(taps == (isConfined ? 1 : 0))
      #expect(controller.shapes == [])
    }
  }

  @Test func `unsupported behaviour stops the test`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      show(Color.clear) { _ = $0.tap(at: CGPoint(x: 195, y: 300)) }
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      _ = Animation.easeInOut(duration: 0)
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      show(LazyVStack { ForEach(0..<1_000, id: \.self) { _ in Color.clear } }) { _ in }
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      show(ForEach([1, 1], id: \.self) { _ in Color.clear }) { _ in }
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      show(Color.clear.offset(x: 1).environment(\.layoutDirection, .rightToLeft)) { _ in }
    }
  }

  @Test func `removed views are fully released`() {
    final class Captured {}
    weak var captured: Captured?
    do {
      let object = Captured()
      captured = object
      let view = Changing(0) { _ in
        ScrollView {
          TimelineView(.animation(minimumInterval: nil, paused: false)) { _ in
            GeometryReader { [object] _ in
              let _ = object
              Tagged(1).onGeometryChange(for: CGFloat.self, of: { $0.size.width }) { _ in _ = object
              }
            }
            .frame(height: 100)
          }
        }
      }
      show(view) { _ in }
    }
    #expect(captured == nil)
  }
}
