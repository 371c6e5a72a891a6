import SightlineTestSupport
import Testing

@testable import SightlineCore

/// The ledger against a model that counts milliseconds, under random sequences of all that matters
/// to it: coming, going, recycling, background, sessions, visits, days, early and late passes.
@Suite struct LedgerModelTests {
  /// A window with places that are visible or not, each showing one of a few identities.
  private struct World {
    struct Place {
      var target: TargetID
      var identity: Int
      var isShown: Bool
    }

    var engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 400, height: 600)))
    var random: SeededGenerator
    let policies: [ImpressionPolicy]
    var places: [Place] = []
    /// Outlives the watches: an impression may tell of one that is gone.
    var policyOfWatch: [WatchID: Int] = [:]
    var models: [[LedgerModel]]
    var now = 0
    var period = LedgerModel.Period()
    var nextPeriod = LedgerModel.Period()

    static let identities = 3
    /// Longer than any dwell and cool-down below.
    static let horizon = 1100

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let repetitions: [ImpressionRepetition] = [
        .once, .oncePerSession, .oncePerScreenVisit, .afterLeaving,
        .afterCoolDown(.milliseconds(400)), .afterCoolDown(.milliseconds(50)), .perDay(1),
        .perDay(2),
      ]
      policies = repetitions.map { repetition in
        ImpressionPolicy(
          rule: .fully, dwell: .milliseconds([0, 1, 60, 200, 500][random.index(5)]),
          accumulation: random.oneIn(2) ? .continuous : .cumulative,
          inactivity: random.oneIn(2) ? .drops : .pauses, repetition: repetition)
      }
      models = policies.map { policy in
        Array(repeating: LedgerModel(policy), count: World.identities)
      }
      self.random = random
      engine.verifiesPasses = false
      for _ in 0..<4 { addPlace(identity: self.random.index(World.identities)) }
    }

    mutating func addPlace(identity: Int) {
      let isShown = random.oneIn(2)
      let target = engine.scene.add(SceneTarget(frame: frame(isShown)), to: engine.scene.root)
      for (p, policy) in policies.enumerated() {
        policyOfWatch[engine.watch(target, for: policy, of: ItemIdentity(UInt64(identity)))] = p
      }
      places.append(Place(target: target, identity: identity, isShown: isShown))
    }

    func frame(_ isShown: Bool) -> LayoutRect { .square(y: isShown ? 0 : 1000) }

    mutating func operate() {
      switch random.index(12) {
      case 0...5:
        let i = random.index(places.count)
        places[i].isShown.toggle()
        engine.scene.setFrame(frame(places[i].isShown), of: places[i].target)
      case 6, 7:
        // A cell goes, and one comes: the same identity or another.
        let place = places.remove(at: random.index(places.count))
        engine.scene.remove(place.target)
        addPlace(identity: random.oneIn(2) ? place.identity : random.index(World.identities))
      case 8: engine.isForeground.toggle()
      case 9:
        engine.beginSession()
        nextPeriod.session += 1
      case 10:
        engine.beginScreenVisit()
        nextPeriod.visit += 1
      default:
        nextPeriod.day += 1
        engine.beginDay(nextPeriod.day)
      }
    }

    func isVisible(_ identity: Int) -> Bool {
      engine.isForeground && places.contains { $0.identity == identity && $0.isShown }
    }

    /// Runs a pass in both, and returns what differs.
    mutating func pass(at time: Int) -> String? {
      engine.pass(at: .milliseconds(time))
      for (p, policy) in policies.enumerated() {
        for identity in 0..<World.identities {
          var expected: [LedgerModel.Seen] = []
          for t in stride(from: now + 1, through: time, by: 1) {
            if let seen = models[p][identity].tick(to: t, period) { expected.append(seen) }
          }
          let last = models[p][identity].pass(
            at: time, isVisible: isVisible(identity), isForeground: engine.isForeground,
            from: period, to: nextPeriod)
          if let last { expected.append(last) }
          let got = engine.impressions.filter {
            $0.identity == ItemIdentity(UInt64(identity)) && policyOfWatch[$0.watch] == p
          }.map(LedgerModel.Seen.init)
          if got != expected { return "\(policy), \(identity): \(got), not \(expected)" }
          if let problem = compareExposure(policy, identity, models[p][identity], at: time) {
            return problem
          }
        }
      }
      now = time
      period = nextPeriod
      // Looking ahead takes a thousand steps an entry: a sample will do.
      guard random.oneIn(6) else { return nil }
      let expected = models.joined().compactMap {
        $0.nextTime(after: time, within: World.horizon, period)
      }.min()
      let deadline = engine.nextDeadline.map { Int($0.nanoseconds / 1_000_000) }
      return deadline == expected
        ? nil : "next at \(String(describing: deadline)), not \(String(describing: expected))"
    }

    private func compareExposure(
      _ policy: ImpressionPolicy, _ identity: Int, _ model: LedgerModel, at time: Int
    ) -> String? {
      let exposure = engine.exposure(
        of: ItemIdentity(UInt64(identity)), for: policy, at: .milliseconds(time))
      guard let first = model.first else {
        return exposure == nil ? nil : "an exposure of what was never visible"
      }
      let expected = Exposure(
        firstSeen: .milliseconds(first), lastSeen: .milliseconds(model.isOpen ? time : model.last),
        total: .milliseconds(model.total),
        longest: .milliseconds(max(model.longest, model.isOpen ? model.current : 0)),
        greatestFraction: 1, count: model.exposures)
      return exposure == expected
        ? nil : "\(String(describing: exposure)), not \(expected), of \(identity) under \(policy)"
    }
  }

  @Test(arguments: 0..<60) func `every impression, exposure and deadline is the model's`(
    seed: Int
  ) {
    var world = World(seed: UInt64(seed))
    var seen = 0
    for step in 0..<150 {
      for _ in 0..<world.random.index(4) { world.operate() }
      var time = world.now + world.random.index(250)
      // A host that wakes up when it was told to.
      if let deadline = world.engine.nextDeadline, world.random.oneIn(3) {
        time = Int(deadline.nanoseconds / 1_000_000)
      }
      if let problem = world.pass(at: time) {
        Issue.record("seed \(seed), step \(step), at \(time): \(problem)")
        return
      }
      seen += world.engine.impressions.count
    }
    #expect(seen > 20)
  }
}

extension LedgerModel.Seen {
  fileprivate init(_ impression: Impression) {
    func milliseconds(_ duration: Duration) -> Int { Int(duration / .milliseconds(1)) }
    self.init(
      time: milliseconds(impression.time - .zero), count: impression.count,
      first: milliseconds(impression.exposure.firstSeen - .zero),
      total: milliseconds(impression.exposure.total),
      longest: milliseconds(impression.exposure.longest), exposures: impression.exposure.count)
  }
}
