#if canImport(SwiftUI) && !os(watchOS)
import Combine
import Foundation
import SightlineApple
import SightlineAppleViews
import SightlineSwiftUI
public import SwiftUI

nonisolated extension View {
  /// Lets hearts fly over this view, from a `flightSource(when:)` to the `flightTarget()`. Apply it
  /// to one view that contains both.
  ///
  /// ```swift
  /// TabView { … }
  ///   .flightTarget(tab: 1, of: 3)
  ///   .flightSpace()
  /// // in a row:
  /// Toggle("Favourite", isOn: $item.isFavourite)
  ///   .flightSource(when: item.isFavourite)
  /// ```
  ///
  /// A flight takes 1 s along an arc, slows down and fades; with Reduce Motion it fades at its
  /// starting point. Any number may fly at once. A flight continues if its source scrolls or
  /// disappears. Flights follow a target that moves; if it disappears, they land at its last
  /// position.
  ///
  /// Flights are hidden from VoiceOver and not announced, since VoiceOver reads the source's label
  /// and value: use a `Toggle`, or add `isSelected`.
  ///
  /// - Parameter flyer: the view that flies. Several views overlay one another.
  public func flightSpace<Flyer: View>(
    @ViewBuilder flyer: @escaping @MainActor () -> Flyer = {
      Image(systemName: "heart.fill").font(.title).foregroundColor(.red)
    }
  ) -> some View {
    modifier(FlightSpaceModifier(flyer: flyer))
  }

  /// Starts a flight from this view's middle whenever the condition becomes true.
  public func flightSource(when condition: Bool) -> some View {
    modifier(FlightSourceModifier(trigger: condition) { $0 })
  }

  /// Starts a flight from this view's middle whenever the value changes.
  ///
  /// The view's position is read only at that moment, so sources cost nothing while rows scroll.
  /// Without an enclosing `flightSpace()`, or a `flightTarget()` in its window, nothing flies.
  public func flightSource(trigger: some Equatable) -> some View {
    modifier(FlightSourceModifier(trigger: trigger) { _ in true })
  }

  /// Marks the landing point of flights. Flights in progress follow the view when it moves. With
  /// several targets in one space, the latest counts.
  ///
  /// SwiftUI turns the labels of tabs into bar items, and modifiers on them have no effect. For a
  /// tab use `flightTarget(tab:of:)`.
  public func flightTarget(at anchor: UnitPoint = .center) -> some View {
    modifier(FlightTargetModifier(point: .unit(x: Double(anchor.x), y: Double(anchor.y))))
  }

  #if os(iOS) || !canImport(Darwin)
  /// Makes flights land at a tab, by its index in reading order. Apply it to the `TabView`.
  ///
  /// A flight lands in the middle of the tab's button, or of the single button of a minimised bar.
  /// If the bar has any other number of buttons, tabs are assumed to divide its width equally.
  /// Without a bar, as with iPad's tabs at the top, flights land at the bottom of this view. Use
  /// `flightTarget(at:)` for another point.
  public func flightTarget(tab index: Int, of count: Int) -> some View {
    modifier(FlightTargetModifier(point: .tab(index, of: count)))
  }
  #endif
}

/// The flights in one space. It changes when the first flight begins and when the last one ends.
@MainActor
private final class FlightModel: ObservableObject {
  private(set) lazy var field = FlightField()
  @Published private(set) var isFlying = false

  private var hasWarned = false
  private var waiting: [(source: PlatformView, motion: MotionPreference)] = []
  private lazy var launching = CommitAction { [weak self] in self?.launch() }

  nonisolated init() {}

  /// Begins a flight after the layout of the update, which may move the source or add the target.
  func launch(from source: PlatformView, motion: MotionPreference) {
    waiting.append((source, motion))
    launching.request()
  }

  private func launch() {
    if !field.hasTarget, !hasWarned {
      hasWarned = true
      NSLog(
        "Sightline: a flight has no target in its window. A modifier on a tab's label has no "
          + "effect; use flightTarget(tab:of:) on the TabView.")
    }
    for (source, motion) in waiting {
      let isLaunched = field.launch(from: source, at: MonotonicClock.now, motion: motion)
      if isLaunched, !isFlying { isFlying = true }
    }
    waiting = []
  }

  func advance() {
    if !field.advance(to: MonotonicClock.now), isFlying { isFlying = false }
  }
}

private struct FlightModelKey: EnvironmentKey {
  static var defaultValue: FlightModel? { nil }
}

extension EnvironmentValues {
  fileprivate var flightModel: FlightModel? {
    get { self[FlightModelKey.self] }
    set { self[FlightModelKey.self] = newValue }
  }
}

private struct FlightSpaceModifier<Flyer: View> {
  let flyer: @MainActor () -> Flyer
  @StateObject private var model = FlightModel()
  @Environment(\.layoutDirection) private var direction
}

@MainActor
extension FlightSpaceModifier: ViewModifier {
  func body(content: Content) -> some View {
    content
      .environment(\.flightModel, model)
      .placed { model.field.space = $0 }
      .overlay {
        // Draw no frames while nothing flies.
        TimelineView(.animation(minimumInterval: nil, paused: !model.isFlying)) { timeline in
          ZStack {
            ForEach(onMainActor: model.field.frames(at: MonotonicClock.now), id: \.id) { flight in
              ZStack(content: flyer)
                .environment(\.layoutDirection, direction)
                .position(CGPoint(flight.frame.position))
                .opacity(flight.frame.opacity)
            }
          }
          .onNewValue(of: timeline.date) { _ in model.advance() }
        }
        // Positions count from the left in either direction.
        .environment(\.layoutDirection, .leftToRight)
        .allowsHitTesting(false)
        .accessibilityHidden(true)
      }
  }
}

private struct FlightSourceModifier<Trigger: Equatable> {
  let trigger: Trigger
  /// Whether a new value starts a flight.
  let launches: (Trigger) -> Bool
  @State private var place = FlightPlace()
  @Environment(\.flightModel) private var model
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
}

@MainActor
extension FlightSourceModifier: ViewModifier {
  func body(content: Content) -> some View {
    content
      .placed { place.view = $0 }
      .onNewValue(of: trigger) { value in
        guard launches(value), let view = place.view else { return }
        model?.launch(from: view, motion: MotionPreference(reduceMotion: reduceMotion))
      }
  }
}

private struct FlightTargetModifier {
  /// The point measured from the leading edge.
  let point: FlightField.TargetPoint
  @Environment(\.flightModel) private var model
  @Environment(\.layoutDirection) private var direction
}

@MainActor
extension FlightTargetModifier: ViewModifier {
  func body(content: Content) -> some View {
    content.placed { model?.field.addTarget($0, at: target) }
  }

  /// The point measured from the left.
  private var target: FlightField.TargetPoint {
    if direction == .leftToRight { return point }
    return switch point {
    case .unit(let x, let y): .unit(x: 1 - x, y: y)
    case .tab(let index, let count): .tab(count - 1 - index, of: count)
    }
  }
}

/// The platform view at the position of a source.
private final class FlightPlace {
  weak var view: PlatformView?
}

private struct PlaceRepresentable {
  let updated: @MainActor (PlatformView) -> Void
}

@MainActor
extension PlaceRepresentable: PlatformRepresentable {
  typealias Shown = SentinelView

  func make(_ coordinator: Void) -> SentinelView { SentinelView() }

  func update(_ view: SentinelView, _ coordinator: Void) { updated(view) }
}

nonisolated extension View {
  /// Calls a closure with a platform view at the position of this view, when it is created and with
  /// each update.
  fileprivate func placed(_ updated: @escaping @MainActor (PlatformView) -> Void) -> some View {
    background(PlatformProbe(PlaceRepresentable(updated: updated)))
  }
}
#endif
