#if canImport(SwiftUI) && !os(watchOS)
import Combine
import SightlineApple
import SightlineCore
import SightlineScroll
public import SwiftUI

extension View {
  /// Lets hearts fly over this view, from a `flightSource(trigger:)` to the
  /// `flightTarget()`: put it around both.
  ///
  /// A flight takes 1 s along an arc, slows down and fades; with Reduce Motion it fades where it began.
  @MainActor
  public func flightSpace<Flyer: View>(
    @ViewBuilder flyer: @escaping () -> Flyer = {
      Image(systemName: "heart.fill").font(.title).foregroundColor(.red)
    }
  ) -> some View {
    modifier(FlightSpaceModifier(flyer: flyer))
  }

  /// Starts a flight from this view's middle whenever the value changes.
  @MainActor
  public func flightSource(trigger: some Equatable) -> some View {
    modifier(FlightSourceModifier(trigger: trigger))
  }

  /// Marks where flights end. Flights under way follow it when it moves.
  @MainActor
  public func flightTarget() -> some View { modifier(FlightTargetModifier()) }
}

/// What flies in one space.
@MainActor
private final class FlightModel: ObservableObject {
  @Published var flights = Flights()
  var target: LayoutPoint? {
    didSet {
      if let target, target != oldValue { flights.retarget(to: target, at: MonotonicClock.now) }
    }
  }
}

private enum FlightSpace {
  static let name = "Sightline.Flight"
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

  func body(content: Content) -> some View {
    content
      .environment(\.flightModel, model)
      .overlay {
        // No frames while nothing flies.
        TimelineView(.animation(minimumInterval: nil, paused: model.flights.isEmpty)) { timeline in
          let frames = frames
          ZStack {
            ForEach(frames, id: \.id) { flight in
              flyer()
                .position(CGPoint(flight.frame.position))
                .opacity(flight.frame.opacity)
            }
          }
          .onNewValue(of: timeline.date) { _ in
            if frames.isEmpty { _ = model.flights.frames(at: MonotonicClock.now) }
          }
        }
        .allowsHitTesting(false)
        .accessibilityHidden(true)
      }
      .coordinateSpace(name: FlightSpace.name)
  }

  private var frames: [(id: Flights.ID, frame: FlightPath.Frame)] {
    var flights = model.flights
    return flights.frames(at: MonotonicClock.now)
  }
}

@MainActor
private struct FlightSourceModifier<Trigger: Equatable>: ViewModifier {
  let trigger: Trigger
  @State private var middle: CGPoint?
  @Environment(\.flightModel) private var model
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  func body(content: Content) -> some View {
    content
      .onGeometryChange(for: CGRect.self) {
        $0.frame(in: .named(FlightSpace.name))
      } action: {
        middle = CGPoint(x: $0.midX, y: $0.midY)
      }
      .onNewValue(of: trigger) { _ in
        guard let middle, let model, let target = model.target else { return }
        model.flights.launch(
          from: LayoutPoint(middle), to: target, at: MonotonicClock.now,
          motion: MotionPreference(reduceMotion: reduceMotion))
      }
  }
}

@MainActor
private struct FlightTargetModifier: ViewModifier {
  @Environment(\.flightModel) private var model

  func body(content: Content) -> some View {
    content.onGeometryChange(for: CGRect.self) {
      $0.frame(in: .named(FlightSpace.name))
    } action: {
      model?.target = LayoutPoint(CGPoint(x: $0.midX, y: $0.midY))
    }
  }
}

#if DEBUG
struct FlyingHeart_Previews: PreviewProvider {
  private struct Example: View {
    @State private var count = 0
    var body: some View {
      VStack {
        Button("Like") { count += 1 }.flightSource(trigger: count)
        Spacer()
        Image(systemName: "heart").flightTarget()
      }
      .padding(80)
      .flightSpace()
    }
  }

  static var previews: some View { Example() }
}
#endif
#endif
