#if canImport(SwiftUI) && !os(watchOS)
import Combine
import Foundation
import SightlineApple
import SightlineAppleViews
import SightlineCore
import SightlineScroll
import SightlineSwiftUI
public import SwiftUI

extension View {
  /// Lets hearts fly over this view, from a `flightSource(when:)` to the `flightTarget()`. Apply
  /// it to a view that contains both.
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
  /// starting point. Any number may fly at once. A flight continues if its source goes or scrolls.
  /// Flights follow a target that moves, as when the window is resized; if it goes, they end at its
  /// last position. An app that returns after a flight's second shows nothing of it.
  ///
  /// Flights are hidden from VoiceOver and not announced. VoiceOver reads the source's label and
  /// value (so use a `Toggle`, or add `isSelected`), and an announcement would interrupt it.
  ///
  /// Apply it to one view, not to a `ForEach` or a `Group`.
  ///
  /// - Parameter flyer: the view that flies. Several views overlay one another.
  @MainActor
  public func flightSpace<Flyer: View>(
    @ViewBuilder flyer: @escaping () -> Flyer = {
      Image(systemName: "heart.fill").font(.title).foregroundColor(.red)
    }
  ) -> some View {
    modifier(FlightSpaceModifier(flyer: flyer))
  }

  /// Starts a flight from this view's middle whenever the condition becomes true.
  ///
  /// As with `flightSource(trigger:)`, the view's position is read only at that moment.
  @MainActor
  public func flightSource(when condition: Bool) -> some View {
    modifier(FlightSourceModifier(trigger: condition) { $0 })
  }

  /// Starts a flight from this view's middle whenever the value changes.
  ///
  /// The view's position is read only at that moment, so sources cost nothing while rows scroll.
  /// Without an enclosing `flightSpace()`, or a `flightTarget()` in its window, nothing flies.
  @MainActor
  public func flightSource(trigger: some Equatable) -> some View {
    modifier(FlightSourceModifier(trigger: trigger) { _ in true })
  }

  /// Marks the view at which flights end. Flights in progress follow it when it moves. With several
  /// targets in one space, the latest counts.
  ///
  /// SwiftUI turns the labels of tabs into bar items, and modifiers on them have no effect. For a
  /// tab use `flightTarget(tab:of:)`.
  ///
  /// - Parameter anchor: the point of this view at which flights end.
  @MainActor
  public func flightTarget(at anchor: UnitPoint = .center) -> some View {
    modifier(FlightTargetModifier(point: .unit(x: Double(anchor.x), y: Double(anchor.y))))
  }

  #if os(iOS) || !canImport(Darwin)
  /// Ends flights at a tab. Apply it to the `TabView`.
  ///
  /// The tabs are assumed to divide the width of the tab bar equally. Without a bar, as with iPad's
  /// tabs at the top, flights end at the bottom of this view. Use `flightTarget(at:)` for another
  /// point.
  ///
  /// - Parameters:
  ///   - index: the tab, from 0 in reading order.
  ///   - count: the number of tabs in the bar.
  @MainActor
  public func flightTarget(tab index: Int, of count: Int) -> some View {
    modifier(FlightTargetModifier(point: .tab(index, of: count)))
  }
  #endif
}

/// The flights in one space. Views are updated when the first flight begins and when the last one
/// ends.
@MainActor
private final class FlightModel: ObservableObject {
  let field = FlightField()
  @Published private(set) var isFlying = false

  private static var hasWarned = false

  func launch(from source: PlatformView, motion: MotionPreference) {
    if !field.hasTarget, !Self.hasWarned {
      Self.hasWarned = true
      NSLog(
        "Sightline: a flight has no target in its window. A modifier on a tab's label has no "
          + "effect; use flightTarget(tab:of:) on the TabView.")
    }
    if field.launch(from: source, at: MonotonicClock.now, motion: motion), !isFlying {
      isFlying = true
    }
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

@MainActor
private struct FlightSpaceModifier<Flyer: View>: ViewModifier {
  let flyer: () -> Flyer
  @StateObject private var model = FlightModel()
  @Environment(\.layoutDirection) private var direction

  func body(content: Content) -> some View {
    content
      .environment(\.flightModel, model)
      .background(PlaceRepresentable { model.field.space = $0 }.placed)
      .overlay {
        // Draw no frames while nothing flies.
        TimelineView(.animation(minimumInterval: nil, paused: !model.isFlying)) { timeline in
          ZStack {
            ForEach(model.field.frames(at: MonotonicClock.now), id: \.id) { flight in
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

@MainActor
private struct FlightSourceModifier<Trigger: Equatable>: ViewModifier {
  let trigger: Trigger
  /// Whether a new value starts a flight.
  let launches: (Trigger) -> Bool
  @State private var place = FlightPlace()
  @Environment(\.flightModel) private var model
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  func body(content: Content) -> some View {
    content
      .background(PlaceRepresentable { place.view = $0 }.placed)
      .onNewValue(of: trigger) { value in
        guard launches(value), let view = place.view else { return }
        model?.launch(from: view, motion: MotionPreference(reduceMotion: reduceMotion))
      }
  }
}

@MainActor
private struct FlightTargetModifier: ViewModifier {
  /// The point measured from the leading edge.
  let point: FlightField.TargetPoint
  @Environment(\.flightModel) private var model
  @Environment(\.layoutDirection) private var direction

  func body(content: Content) -> some View {
    content.background(PlaceRepresentable { model?.field.addTarget($0, at: target) }.placed)
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

/// Inserts a platform view behind a SwiftUI view, to determine its position.
private struct PlaceRepresentable: PlatformRepresentable {
  typealias Shown = SentinelView

  /// Called with the view when it is created, and with each update.
  let updated: @MainActor (PlatformView) -> Void

  var placed: some View { PlatformProbe(self) }

  func make(_ coordinator: Void) -> SentinelView { SentinelView() }

  func update(_ view: SentinelView, _ coordinator: Void) { updated(view) }
}

#if DEBUG
struct FlyingHeart_Previews: PreviewProvider {
  private struct Example: View {
    @State private var isFavourite = false
    var body: some View {
      VStack {
        Toggle("Favourite", isOn: $isFavourite)
          .flightSource(when: isFavourite)
        Spacer()
        Image(systemName: "heart").accessibilityLabel("Favourites").flightTarget()
      }
      .padding(80)
      .flightSpace()
    }
  }

  static var previews: some View { Example() }
}
#endif
#endif
