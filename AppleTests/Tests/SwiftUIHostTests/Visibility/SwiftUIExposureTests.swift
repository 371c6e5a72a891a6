import SightlineCore
import SightlineHost
import SightlineSwiftUI
import SwiftUI
import Testing

extension SwiftUIHost {
  @MainActor
  @Suite
  struct SwiftUIExposureTests {
    @Test func `a view has exposures, and dwell counts while the environment allows it`() {
      let (log, isPlaying) = (Log(), Setter<Bool>())
      let view = Changing(false, isPlaying) { isPlaying in
        VStack(spacing: 0) {
          Color.clear.frame(height: 100)
            .onExposure(of: "ad", when: .fully) { log.add($0.isVisible ? "begins" : "ends") }
            .onImpression(of: "ad", .mrcDisplay) { _ in log.add("seen") }
            .countsDwell(isPlaying.wrappedValue)
            .countsDwell(true)
        }
        .environment(\.visibilitySession, VisibilitySession())
      }
      withViews(view) { hosted in
        hosted.run(for: 2)
        #expect(log.take() == ["begins"])
        isPlaying.set(true)
        hosted.run(for: 2)
        #expect(log.take() == ["seen"])
      }
    }

    @Test(arguments: [false, true])
    func `modifiers that do not follow one another are all called`(isLogged: Bool) {
      let (log, isShown) = (Log(), Setter<Bool>())
      let view = Changing(true, isShown) { isShown in
        VStack(spacing: 0) {
          if isShown.wrappedValue, isLogged {
            Color.clear.frame(height: 100).logs(as: "one", to: log)
              .padding(10).logs(as: "other", to: log)
          } else if isShown.wrappedValue {
            Color.clear.frame(height: 100).counts(as: "one", in: log)
              .padding(10).counts(as: "other", in: log)
          }
        }
        .environment(\.visibilitySession, VisibilitySession())
      }
      withViews(view) { hosted in
        #expect(log.take().sorted() == ["+one", "+other", "seen one", "seen other"])
        isShown.set(false)
        hosted.settle()
        #expect(log.take().sorted() == ["-one", "-other"])
      }
    }

    @Test func `an exposure ends for each closure that received its start`() {
      let (log, step) = (Log(), Setter<Int>())
      let view = Changing(0, step) { step in
        VStack(spacing: 0) {
          if step.wrappedValue == 0 {
            Color.clear.frame(height: 100).counts(as: "first", in: log)
          }
          if step.wrappedValue < 2 {
            Color.clear.frame(height: 100).padding(10).counts(as: "second", in: log)
          }
        }
        .environment(\.visibilitySession, VisibilitySession())
      }
      withViews(view) { hosted in
        #expect(log.take().sorted() == ["+first", "+second", "seen first", "seen second"])
        step.set(1)
        hosted.settle()
        #expect(log.take() == [])
        step.set(2)
        hosted.settle()
        #expect(log.take().sorted() == ["-first", "-second"])
      }
    }

    private struct Recorder: ImpressionRecorder {
      let log: Log

      func record(
        _ impression: Impression, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
      ) {
        log.add("\(item) seen, \(policy.name), \(now - impression.time)")
      }

      func record(
        _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
      ) {
        log.add("\(exposure.isVisible ? "+" : "-")\(item), \(policy.name), \(now - exposure.time)")
      }
    }

    @Test func `a view records the impressions and exposures of its item`() {
      let (log, isShown) = (Log(), Setter<Bool>())
      let policy = LogPolicy("at once", ImpressionPolicy(rule: .anyPixel))
      let view = Changing(true, isShown) { isShown in
        VStack(spacing: 0) {
          if isShown.wrappedValue {
            Color.clear.frame(height: 100)
              .logsImpressions(of: "ad", policy, to: Recorder(log: log))
          }
        }
        .environment(\.visibilitySession, VisibilitySession())
      }
      withViews(view) { hosted in
        hosted.run(for: 1)
        #expect(log.take() == ["+ad, at once, 0.0 seconds", "ad seen, at once, 0.0 seconds"])
        isShown.set(false)
        hosted.run(for: 1)
        #expect(log.take() == ["-ad, at once, 0.0 seconds"])
      }
    }

    @Test func `an exposure ends under the name it began under`() {
      let (log, name) = (Log(), Setter<String>())
      let view = Changing("first", name) { name in
        let policy = LogPolicy(name.wrappedValue, .mrcVideo)
        VStack(spacing: 0) {
          if name.wrappedValue != "none" {
            Color.clear.frame(height: 100)
              .logsImpressions(of: "ad", policy, to: Recorder(log: log))
          }
        }
        .environment(\.visibilitySession, VisibilitySession())
      }
      withViews(view) { hosted in
        hosted.run(for: 1)
        name.set("second")
        hosted.run(for: 0.5)
        name.set("none")
        hosted.run(for: 0.5)
        #expect(log.take() == ["+ad, first, 0.0 seconds", "-ad, first, 0.0 seconds"])
      }
    }

    /// With the modifiers naming the policy they had, or the policy in force.
    @Test(arguments: [false, true])
    func `a replaced policy keeps counts and dwell`(updatesModifiers: Bool) {
      let (log, policy, session) = (Log(), Setter<ImpressionPolicy>(), VisibilitySession())
      let view = Changing(.mrcDisplay, policy) { policy in
        VStack(spacing: 0) {
          Color.clear.frame(height: 100)
            .onImpression(of: "dwelling", policy.wrappedValue) { log.add("dwelling \($0.count)") }
          Color.clear.frame(height: 100).onImpression(of: "seen") { log.add("seen \($0.count)") }
        }
        .environment(\.visibilitySession, session)
      }
      withViews(view) { hosted in
        hosted.run(for: 0.8)
        #expect(log.take() == ["seen 1"])
        let served = ImpressionPolicy(rule: .fraction(0.5), dwell: .milliseconds(1_500))
        session.replace(.mrcDisplay, with: served)
        session.replace(.feed, with: ImpressionPolicy(rule: .anyPixel))
        if updatesModifiers { policy.set(served) }
        hosted.run(for: 0.6)
        #expect(log.take() == [])
        hosted.run(for: 0.15)
        #expect(log.take() == ["dwelling 1"])
        policy.set(updatesModifiers ? .mrcDisplay : served)
        hosted.run(for: 5)
        #expect(log.take() == [])
      }
    }

    @Test func `a log is suspended while all scenes of the app are in the background`() {
      final class Recorder: BackgroundSuspending {
        let note: @Sendable (String) -> Void
        init(note: @escaping @Sendable (String) -> Void) { self.note = note }
        func enterBackground() { note("suspended") }
        func enterForeground() { note("resumed") }
      }
      // The scene phase is constantly the background in hosting controllers, as in the double.
      let log = Log()
      let recorder = Recorder { line in MainActor.assumeIsolated { log.add(line) } }
      withViews(Color.clear.suspends(recorder)) { first in
        withViews(Color.clear.suspends(recorder)) { second in
          @MainActor func turn(_ hosted: Hosted, _ state: UIScene.ActivationState) -> [String] {
            hosted.scene.move(to: state)
            hosted.run(for: 1)
            return log.take()
          }
          #expect(turn(first, .foregroundInactive) + turn(first, .background) == [])
          #expect(turn(second, .foregroundInactive) == [])
          #expect(turn(second, .background) == ["suspended"])
          #expect(turn(first, .foregroundInactive) == ["resumed"])
          #expect(turn(first, .foregroundActive) + turn(second, .foregroundActive) == [])
          #expect(turn(first, .background) == [])
          #expect(turn(second, .background) == ["suspended"])
          withViews(Color.clear.suspends(recorder)) { third in
            third.run(for: 1)
            #expect(log.take() == ["resumed"], "a new scene")
            #expect(turn(second, .foregroundActive) == [])
          }
        }
      }
    }
  }
}

/// Reports the policy of each event.
private struct NameRecorder: ImpressionRecorder {
  let log: Log

  func record(
    _ impression: Impression, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
  ) { log.add("seen \(policy.name)") }

  func record(
    _ exposure: ExposureEvent, of item: ItemKey, under policy: LogPolicy, at now: MonotonicTime
  ) { log.add("\(exposure.isVisible ? "+" : "-")\(policy.name)") }
}

extension View {
  fileprivate func counts(as name: String, in log: Log) -> some View {
    onExposure(of: "ad", when: .anyPixel) { log.add("\($0.isVisible ? "+" : "-")\(name)") }
      .onImpression(of: "ad", ImpressionPolicy(rule: .anyPixel)) { _ in log.add("seen \(name)") }
  }

  fileprivate func logs(as name: String, to log: Log) -> some View {
    logsImpressions(
      of: "ad", LogPolicy(name, ImpressionPolicy(rule: .anyPixel)), to: NameRecorder(log: log))
  }
}
