import SightlineApple
import SightlineScroll
import SightlineSwiftUIViews
import SightlineTestSupport
import SwiftUI
import Testing
import UIKit
import ViewWorlds

extension SwiftUIHost {
  /// Hearts that fly to a target while a user taps through them and an app changes everything.
  @MainActor
  @Suite
  struct RandomFlightsTests {
    private struct State: Equatable {
      var likes = [0, 0, 0]
      var top: CGFloat = 0
      /// The numbers of the targets; the last one counts.
      var targets: [Int] = []
      var anchor = UnitPoint.center
      var isForward = true
      var isReduced = false
      var isFavourite = false
    }

    private struct Flight {
      var path: FlightPath
      let start: MonotonicTime
    }

    @MainActor
    private final class World: HostedWorld, ViewWorld {
      private var random: SeededGenerator
      private let setter = Setter<State>()
      private var next = 0
      private var flights: [Flight] = []
      private var taps = 0
      private var expectedTaps = 0

      init(seed: UInt64) { random = SeededGenerator(seed: seed) }

      var view: some View {
        Changing(State(), setter) { state in
          let now = state.wrappedValue
          ZStack(alignment: .topLeading) {
            Button {
              self.taps += 1
            } label: {
              Text("page").frame(maxWidth: .infinity, maxHeight: .infinity)
            }
            ForEach(0..<3, id: \.self) { source in
              Color.clear.frame(width: 20, height: 20).background(Mark("source \(source)"))
                .allowsHitTesting(false)
                .flightSource(trigger: now.likes[source])
                .offset(y: 50 + now.top + 100 * CGFloat(source))
            }
            Color.clear.frame(width: 20, height: 20).background(Mark("source 3"))
              .allowsHitTesting(false)
              .flightSource(when: now.isFavourite)
            ForEach(now.targets, id: \.self) { target in
              Color.clear.frame(width: 40, height: 30).background(Mark("target \(target)"))
                .flightTarget(at: now.anchor)
                .allowsHitTesting(false)
                .offset(y: 300 + 20 * CGFloat(target % 8))
            }
          }
          .flightSpace {
            Mark("heart").frame(width: 10, height: 10)
            Image(systemName: "heart.fill")
          }
          .environment(\.layoutDirection, now.isForward ? .leftToRight : .rightToLeft)
          .environment(\.accessibilityReduceMotion, now.isReduced)
        }
      }

      func act() -> String {
        pass([0, 1.0 / 60, 0.1, 0.3, 1.2][random.index(5)])
        guard var state = setter.value else { return "" }
        if random.oneIn(5) {
          let heart = hosted.frame(of: "heart") ?? hosted.window.bounds
          expectedTaps += 1
          hosted.tap(
            at: CGPoint(x: min(max(1, heart.midX), 389), y: min(max(1, heart.midY), 599)))
          return "tap at \(heart)"
        }
        let old = state
        // Flights follow the target with their next frame, not at their start.
        pass(2.0 / 60)
        for _ in 0..<1 + random.index(3) {
          if random.oneIn(2) { like(&state) } else { change(&state) }
        }
        setter.set(state)
        pass(0)
        launch(from: old, to: state)
        return "\(state)"
      }

      private func like(_ state: inout State) {
        if random.oneIn(4) { state.isFavourite.toggle() } else { state.likes[random.index(3)] += 1 }
      }

      private func change(_ state: inout State) {
        switch random.index(7) {
        case 0: state.top = CGFloat(random.index(5) * 10)
        case 1...2:
          next += 1
          state.targets.append(next)
        case 3: if !state.targets.isEmpty { state.targets.removeLast() }
        case 4: state.anchor = state.anchor == .center ? .topLeading : .center
        case 5: state.isForward.toggle()
        default: state.isReduced.toggle()
        }
      }

      // MARK: The model

      private var now: MonotonicTime { MonotonicClock.now }

      private func launch(from old: State, to new: State) {
        let end = end(new)
        retarget(to: end)
        var sources = new.likes.indices.filter { new.likes[$0] != old.likes[$0] }
        if new.isFavourite, !old.isFavourite { sources.append(3) }
        for source in sources {
          guard let end, let start = hosted.frame(of: "source \(source)") else { continue }
          let path = FlightPath(
            from: LayoutPoint(x: Double(start.midX), y: Double(start.midY)), to: end, at: now,
            motion: MotionPreference(reduceMotion: new.isReduced))
          flights.append(Flight(path: path, start: now))
        }
      }

      private func retarget(to end: LayoutPoint?) {
        guard let end else { return }
        // An invisible heart stays until the next frame removes it.
        for index in flights.indices where flights[index].path.frame(at: now).opacity > 0 {
          flights[index].path.retarget(to: end, at: now)
        }
      }

      private func end(_ state: State) -> LayoutPoint? {
        state.targets.last.flatMap { hosted.frame(of: "target \($0)") }.map { frame in
          guard state.anchor == .topLeading else {
            return LayoutPoint(x: Double(frame.midX), y: Double(frame.midY))
          }
          return LayoutPoint(
            x: Double(state.isForward ? frame.minX : frame.maxX), y: Double(frame.minY))
        }
      }

      func mistake() -> String? {
        if taps != expectedTaps { return "\(taps) of \(expectedTaps) taps" }
        if hosted.spoken != ["page. button"] { return "spoken: \(hosted.spoken)" }
        let hearts = hosted.marks(of: "heart").map(hosted.frame)
        // Hearts come and go with the next frame.
        flights.removeAll { now - $0.start > .milliseconds(1_040) }
        let least = flights.filter {
          now - $0.start < .seconds(1) && now - $0.start > .milliseconds(40)
        }
        if hearts.count < least.count || hearts.count > flights.count {
          return "\(hearts.count) hearts, not \(least.count)"
        }
        for heart in hearts {
          let isOnItsWay = flights.contains { flight in
            let place = flight.path.frame(at: now).position
            return abs(Double(heart.midX) - place.x) + abs(Double(heart.midY) - place.y) < 60
          }
          if !isOnItsWay {
            let places = flights.map { $0.path.frame(at: now).position }
            return "a heart at \(heart), not at \(places)"
          }
        }
        guard random.oneIn(4) else { return nil }
        pass(1.1)
        flights = []
        if !hosted.marks(of: "heart").isEmpty { return "hearts after their flights" }
        return unrest
      }
    }

    @Test(arguments: viewSeeds)
    func `hearts fly on their arcs, take no taps and are not read`(seed: UInt64) {
      let world = World(seed: seed)
      world.run(world.view, seed: seed)
    }
  }
}
