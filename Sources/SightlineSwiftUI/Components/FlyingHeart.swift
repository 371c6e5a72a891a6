#if canImport(SwiftUI) && !os(watchOS)
import Combine
import SightlineApple
import SightlineCore
import SightlineScroll
public import SwiftUI

extension View {
  /// Lets hearts fly over this view, from a `flightSource(trigger:)` to the `flightTarget()`. Put
  /// it around both.
  ///
  /// ```swift
  /// TabView { … }
  ///   .flightSpace()
  /// // in a row, with a number that goes up with each change to true:
  /// Toggle("Favourite", isOn: $item.isFavourite)
  ///   .flightSource(trigger: item.hearts)
  /// ```
  ///
  /// A flight takes 1 s along an arc, slows down and fades; with Reduce Motion it fades where it
  /// began. Any number may fly at once. It makes no difference to a flight if its source goes or
  /// scrolls on. Flights follow a target that moves, as when the window is resized; if it goes,
  /// they end where it was. An app that comes back after a flight's second shows nothing of it.
  ///
  /// Flights are hidden from VoiceOver and not announced: the source says its label and its value
  /// (so use a `Toggle`, or add `isSelected`), which an announcement would interrupt.
  ///
  /// Put it on one view, not on a `ForEach` or a `Group`.
  ///
  /// - Parameter flyer: what flies; several views lie over one another.
  @MainActor
  public func flightSpace<Flyer: View>(
    @ViewBuilder flyer: @escaping () -> Flyer = {
      Image(systemName: "heart.fill").font(.title).foregroundColor(.red)
    }
  ) -> some View {
    modifier(FlightSpaceModifier(flyer: flyer))
  }

  /// Starts a flight from this view's middle whenever the value changes.
  ///
  /// The view's place is read at that moment only, so sources cost nothing while rows scroll.
  /// Without a `flightSpace()` around it, and a `flightTarget()` in its window, nothing flies.
  @MainActor
  public func flightSource(trigger: some Equatable) -> some View {
    modifier(FlightSourceModifier(trigger: trigger))
  }

  /// Marks where flights end. Flights under way follow it when it moves. Of several targets in one
  /// space the latest counts.
  @MainActor
  public func flightTarget() -> some View { modifier(FlightTargetModifier()) }
}

/// The flights in one space. Views are updated when the first flight begins and when the last one
/// ends.
@MainActor
private final class FlightModel: ObservableObject {
  let field = FlightField()
  @Published private(set) var isFlying = false

  func launch(from source: PlatformView, motion: MotionPreference) {
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
        // No frames while nothing flies.
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
  @State private var place = FlightPlace()
  @Environment(\.flightModel) private var model
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  func body(content: Content) -> some View {
    content
      .background(PlaceRepresentable { place.view = $0 }.placed)
      .onNewValue(of: trigger) { _ in
        guard let view = place.view else { return }
        model?.launch(from: view, motion: MotionPreference(reduceMotion: reduceMotion))
      }
  }
}

@MainActor
private struct FlightTargetModifier: ViewModifier {
  @Environment(\.flightModel) private var model

  func body(content: Content) -> some View {
    content.background(PlaceRepresentable { model?.field.addTarget($0) }.placed)
  }
}

/// The platform's view that stands where a source is.
private final class FlightPlace {
  weak var view: PlatformView?
}

/// Puts a platform view behind a SwiftUI view, to find out where that is.
private struct PlaceRepresentable: PlatformRepresentable {
  typealias Shown = SentinelView

  let made: @MainActor (PlatformView) -> Void

  var placed: some View { PlatformProbe(self) }

  func make(_ coordinator: Void) -> SentinelView {
    let view = SentinelView()
    made(view)
    return view
  }
}

#if DEBUG
struct FlyingHeart_Previews: PreviewProvider {
  private struct Example: View {
    @State private var isFavourite = false
    @State private var hearts = 0
    var body: some View {
      VStack {
        Toggle("Favourite", isOn: $isFavourite)
          .onNewValue(of: isFavourite) { if $0 { hearts += 1 } }
          .flightSource(trigger: hearts)
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
