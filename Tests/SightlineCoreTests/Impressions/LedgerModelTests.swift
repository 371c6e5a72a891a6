import SightlineTestSupport
import Testing

@testable import SightlineCore

/// Compares the ledger with a model that counts milliseconds, under random sequences of all
/// relevant inputs: entering, leaving, recycling, background, scrolling in nested containers, dwell
/// that does not count, sessions, visits, days, sleep, restoring, forgetting, policies replaced by
/// new ones and by each other, another person, early and late passes, times below zero.
@Suite struct LedgerModelTests {
  /// A window with places that are visible or not, each of which shows one of a few identities.
  private struct World {
    struct Place {
      var target: TargetID
      var watches: [WatchID]
      /// The indices of the policies that watch it, a subset of those in force.
      var policies: Set<Int>
      /// The policies under which it is known since the last pass whether scrolling is slow enough.
      var settled: Set<Int>
      /// Whether its watches have ended since the last pass.
      var hasEnded = false
      var exposureWatch: WatchID
      var identity: Int
      /// The index of its chain of scrolling containers.
      var chain: Int
      var isShown: Bool
      var countsDwell = true
    }

    let engine = VisibilityEngine(scene: VisibilityScene(size: LayoutSize(width: 400, height: 600)))
    var random: SeededGenerator
    /// The policies in force, each with the names that an app may still use for it.
    var policies: [ImpressionPolicy]
    var names: [[ImpressionPolicy]]
    /// The indices of the policies that have not been replaced.
    var inForce: [Int]
    var places: [Place] = []
    /// The places on screen after the last pass.
    var onScreen: [Place] = []
    /// Kept after watches end: an impression may name an ended one.
    var policyOfWatch: [WatchID: Int] = [:]
    var models: [[LedgerModel]]
    var now = 0
    var hasPassed = false
    var sleep = LedgerModel.Sleep()
    var period = LedgerModel.Period()
    var nextPeriod = LedgerModel.Period()
    /// An outer, an inner and another container.
    let containers: [ContainerID]
    let innerViewport: ViewportID
    var offsets = Array(repeating: LayoutPoint.zero, count: 3)
    var offsetsAtLastPass = Array(repeating: LayoutPoint.zero, count: 3)
    /// By identity: the start of the running exposure, the lengths of the ended ones, and the
    /// milliseconds in view.
    var begun: [Int?] = Array(repeating: nil, count: World.identities)
    var reported = Array(repeating: Duration.zero, count: World.identities)
    var inView = Array(repeating: 0, count: World.identities)
    var scroll = ScrollModel(containers: 3, chains: World.chains, limits: World.limits)

    /// The containers that scroll a place relative to the window; the last chain is relative to the
    /// inner container, which is a viewport.
    static let chains = [[], [0], [0, 1], [2], [1]]
    static let limits = [300.0, 900]
    static let identities = 3
    /// Longer than any dwell and cool-down below and than the settle time of scrolling.
    static let horizon = 1200

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
          inactivity: random.oneIn(2) ? .drops : .pauses, repetition: repetition,
          scrollSpeedLimit: [nil, World.limits[0], World.limits[1]][random.index(3)])
      }
      names = policies.map { [$0] }
      inForce = Array(policies.indices)
      models = policies.map { policy in
        Array(repeating: LedgerModel(policy), count: World.identities)
      }
      now = [0, -700, -100_000][random.index(3)]
      self.random = random
      engine.verifiesPasses = false
      let frame = LayoutRect(x: 0, y: 0, width: 400, height: 600)
      let outer = engine.add(SceneContainer(frame: frame), to: engine.root)
      let inner = engine.add(SceneContainer(frame: frame), to: outer)
      let other = engine.add(SceneContainer(frame: frame), to: engine.root)
      containers = [outer, inner, other]
      innerViewport = engine.add(VisibilityViewport(inner))
      for _ in 0..<4 { addPlace(identity: self.random.index(World.identities)) }
    }

    mutating func addPlace(identity: Int) {
      let isShown = random.oneIn(2)
      let chain = random.index(World.chains.count)
      let home = World.chains[chain].last.map { containers[$0] } ?? engine.scene.root
      let target = engine.add(SceneTarget(frame: frame(isShown)), to: home)
      let policies = Set(inForce.filter { _ in !random.oneIn(4) })
      var watches: [WatchID] = []
      for p in policies.sorted() {
        let watch = engine.watch(
          target, for: names[p][random.index(names[p].count)], of: ItemIdentity(UInt64(identity)),
          in: chain == 4 ? innerViewport : nil)
        policyOfWatch[watch] = p
        watches.append(watch)
      }
      let exposureWatch = engine.watchExposures(
        target, under: .fully, of: ItemIdentity(UInt64(identity)),
        in: chain == 4 ? innerViewport : nil)
      places.append(
        Place(
          target: target, watches: watches, policies: policies, settled: policies,
          exposureWatch: exposureWatch, identity: identity, chain: chain, isShown: isShown))
    }

    /// Ends a place's watches. What they saw until the next pass counts.
    mutating func unwatch(_ place: Place) {
      for watch in place.watches { engine.edit(.unwatch(watch)) }
      engine.edit(.unwatch(place.exposureWatch))
      for i in onScreen.indices where onScreen[i].target == place.target {
        onScreen[i].hasEnded = true
      }
    }

    /// A shown place stays in view at any scroll offset.
    func frame(_ isShown: Bool) -> LayoutRect { .square(y: 250, side: isShown ? 100 : 0) }

    mutating func operate() {
      switch random.index(21) {
      case 0...4:
        let i = random.index(places.count)
        places[i].isShown.toggle()
        engine.edit(.frame(frame(places[i].isShown), of: places[i].target))
      case 5, 6:
        // A cell leaves and another enters, with the same identity or another.
        let place = places.remove(at: random.index(places.count))
        if random.oneIn(2) { unwatch(place) }
        engine.edit(.remove(place.target))
        addPlace(identity: random.oneIn(2) ? place.identity : random.index(World.identities))
      case 7: engine.isForeground = !engine.isForeground || random.oneIn(2)
      case 8:
        engine.edit(.beginSession)
        nextPeriod.session += 1
      case 9:
        engine.edit(.beginScreenVisit)
        nextPeriod.visit += 1
      case 10:
        // Sometimes the clock is set back.
        let day = nextPeriod.day + random.index(4) - 1
        nextPeriod.day = max(nextPeriod.day, day)
        engine.edit(.beginDay(day))
      case 11: if random.oneIn(4) { forget() }
      case 12, 13:
        let i = random.index(places.count)
        places[i].countsDwell.toggle()
        engine.edit(
          .appearance(SceneAppearance(countsDwell: places[i].countsDwell), of: places[i].target))
      case 14:
        switch random.index(6) {
        case 0...2: replacePolicy()
        case 3: if inForce.count > 3 { joinPolicies() }
        default: restore()
        }
      case 15: sleep.after += random.index(300)
      default: scrollSomething()
      }
    }

    /// Replaces a policy by one that is not in use.
    mutating func replacePolicy() {
      let p = inForce[random.index(inForce.count)]
      let successor = ImpressionPolicy(
        rule: random.oneIn(3) ? .fraction(0.5) : policies[p].rule,
        dwell: .milliseconds([20, 70, 210, 510][random.index(4)] + p),
        accumulation: random.oneIn(3) ? .cumulative : policies[p].accumulation,
        inactivity: random.oneIn(2) ? .drops : .pauses,
        repetition: policies[random.index(policies.count)].repetition,
        scrollSpeedLimit: random.oneIn(3) ? nil : policies[p].scrollSpeedLimit)
      engine.edit(.replace(names[p][random.index(names[p].count)], with: successor))
      if !LedgerModel.isSame(policies[p], successor) {
        for i in onScreen.indices { onScreen[i].settled.remove(p) }
      }
      policies[p] = successor
      if !names[p].contains(successor) { names[p].append(successor) }
      for identity in 0..<World.identities { models[p][identity].replace(with: successor) }
    }

    /// Replaces a policy by another one in use.
    mutating func joinPolicies() {
      let p = inForce.remove(at: random.index(inForce.count))
      let q = inForce[random.index(inForce.count)]
      engine.edit(
        .replace(
          names[p][random.index(names[p].count)], with: names[q][random.index(names[q].count)]))
      names[q] += names[p]
      policyOfWatch = policyOfWatch.mapValues { $0 == p ? q : $0 }
      let isSame = LedgerModel.isSame(policies[p], policies[q])
      for i in onScreen.indices where onScreen[i].settled.remove(p) != nil && isSame {
        onScreen[i].settled.insert(q)
      }
      for list in [\World.places, \World.onScreen] {
        for i in self[keyPath: list].indices
        where self[keyPath: list][i].policies.remove(p) != nil {
          self[keyPath: list][i].policies.insert(q)
        }
      }
      for identity in 0..<World.identities { models[q][identity].join(models[p][identity]) }
    }

    /// Restores impressions of an item that was not on screen yet, as from a log.
    mutating func restore() {
      let (p, identity) = (inForce[random.index(inForce.count)], random.index(World.identities))
      let time = now + sleep.before - random.index(500)
      let record = ImpressionRecord(
        identity: ItemIdentity(UInt64(identity)),
        policy: names[p][random.index(names[p].count)], count: 1 + random.index(3),
        lastImpression: .milliseconds(time), day: nextPeriod.day - random.index(2), countOnDay: 1)
      guard models[p][identity].first == nil, models[p][identity].counted.isEmpty,
        !onScreen.contains(where: { $0.identity == identity })
      else { return }
      engine.restore([record])
      models[p][identity].restore(record.count, at: time, on: record.day)
    }

    mutating func scrollSomething() {
      // The first pass finds no movement.
      if !hasPassed { return }
      let i = random.index(containers.count)
      offsets[i].y = max(-100, min(100, offsets[i].y + Double(random.index(121) - 60)))
      if random.oneIn(3) { offsets[i].x = Double(random.index(81) - 40) }
      engine.edit(.scroll(containers[i], to: offsets[i]))
    }

    mutating func forget() {
      switch random.index(3) {
      case 0:
        let identity = random.index(World.identities)
        engine.forgetImpressions(of: ItemIdentity(UInt64(identity)))
        for p in inForce { models[p][identity] = LedgerModel(policies[p]) }
      case 1:
        let time = now + sleep.before - random.index(500)
        engine.forgetImpressions(notSeenSince: .milliseconds(time))
        for p in inForce {
          for identity in 0..<World.identities {
            let model = models[p][identity]
            if !model.isOpen && !isVisible(identity, p) && !model.isPaused
              && model.lastOnScreen < time
            {
              models[p][identity] = LedgerModel(policies[p])
            }
          }
        }
      default:
        engine.edit(.forgetAllImpressions)
        models = policies.map { Array(repeating: LedgerModel($0), count: World.identities) }
      }
    }

    /// Another person takes over at the time of the last pass. Returns the difference, if any.
    mutating func changePerson() -> String? {
      engine.edit(.endExposures)
      engine.pass(at: DeviceTime(awake: .milliseconds(now), asleep: .milliseconds(sleep.after)))
      let ends = Dictionary(
        engine.exposures.map { (Int($0.identity.rawValue), $0) }, uniquingKeysWith: { a, _ in a })
      for identity in 0..<World.identities {
        let (start, event) = (begun[identity], ends[identity])
        guard event?.start == start.map({ .milliseconds($0) }),
          event.map({ $0.end == .milliseconds(now) && $0.reason == .inactive }) ?? true
        else { return "the exposure of \(identity) ended as \(String(describing: event))" }
        reported[identity] += event?.duration ?? .zero
        begun[identity] = nil
        for p in inForce {
          let got = engine.impressions.filter {
            $0.identity == ItemIdentity(UInt64(identity)) && policyOfWatch[$0.watch] == p
          }.map(LedgerModel.Seen.init)
          let expected = models[p][identity].countReplaced(at: now, period, sleep)
          if got != [expected].compactMap({ $0 }) { return "\(got) at the change of person" }
        }
      }
      engine.edit(.forgetAllImpressions)
      models = policies.map { Array(repeating: LedgerModel($0), count: World.identities) }
      return engine.changes.isEmpty && ends.count == engine.exposures.count ? nil : "more events"
    }

    /// Returns whether a place on screen after the last pass shows an identity under a policy.
    func isVisible(_ identity: Int, _ p: Int) -> Bool {
      onScreen.contains { $0.identity == identity && $0.policies.contains(p) && !$0.hasEnded }
    }

    /// Returns whether such a place is below the speed limit.
    func isBelowSpeedLimit(_ identity: Int, _ p: Int) -> Bool {
      onScreen.contains {
        $0.identity == identity && $0.countsDwell && $0.settled.contains(p)
          && scroll.isBelowSpeedLimit($0.chain, policies[p].scrollSpeedLimit)
      }
    }

    /// Runs a pass in both and returns the difference, if any.
    mutating func pass(at time: Int) -> String? {
      engine.pass(
        at: DeviceTime(awake: .milliseconds(time), asleep: .milliseconds(sleep.after)))
      hasPassed = true
      var expected = policies.map { _ in
        Array(repeating: [LedgerModel.Seen](), count: World.identities)
      }
      // The impressions reached up to this pass, before its changes.
      var countsBefore = policies.map { _ in
        Array(repeating: Set<Int>(), count: World.identities)
      }
      for p in inForce {
        for identity in 0..<World.identities {
          if let seen = models[p][identity].countReplaced(at: now, period, sleep) {
            expected[p][identity].append(seen)
            countsBefore[p][identity].insert(seen.count)
          }
        }
      }
      for t in stride(from: now + 1, through: time, by: 1) {
        // A place that slows down at the time of the pass may move in it.
        if t < time { scroll.tick(to: t) }
        for identity in 0..<World.identities where begun[identity] != nil { inView[identity] += 1 }
        for p in inForce {
          for identity in 0..<World.identities where models[p][identity].isOpen {
            var isBelowSpeedLimit = models[p][identity].isBelowSpeedLimit
            if t < time && !isBelowSpeedLimit {
              isBelowSpeedLimit = self.isBelowSpeedLimit(identity, p)
            }
            if let seen = models[p][identity].tick(
              to: t, isBelowSpeedLimit: isBelowSpeedLimit, period, sleep)
            {
              expected[p][identity].append(seen)
              countsBefore[p][identity].insert(seen.count)
            }
          }
        }
      }
      var distances: [Int: LayoutPoint] = [:]
      for i in offsets.indices { distances[i] = offsets[i] - offsetsAtLastPass[i] }
      scroll.tick(to: time)
      scroll.move(distances, at: time)
      offsetsAtLastPass = offsets
      let before = onScreen.filter { !$0.hasEnded }
      onScreen = engine.isForeground ? places.filter(\.isShown) : []
      for i in onScreen.indices { onScreen[i].settled = onScreen[i].policies }
      if let problem = compareEvents(at: time) { return problem }
      if let problem = misnamed(before, countsBefore, at: time) { return problem }
      for p in inForce {
        let policy = policies[p]
        for identity in 0..<World.identities {
          let finding = LedgerModel.Finding(
            isVisible: isVisible(identity, p), isBelowSpeedLimit: isBelowSpeedLimit(identity, p),
            isForeground: engine.isForeground)
          let last = models[p][identity].pass(
            at: time, finding, from: period, to: nextPeriod, asleep: sleep.after)
          if let last { expected[p][identity].append(last) }
          let got = engine.impressions.filter {
            $0.identity == ItemIdentity(UInt64(identity)) && policyOfWatch[$0.watch] == p
          }.map(LedgerModel.Seen.init)
          if got != expected[p][identity] {
            return "\(policy), \(identity): \(got), not \(expected[p][identity])"
          }
          if let problem = compareExposure(policy, identity, models[p][identity], at: time) {
            return problem
          }
        }
      }
      now = time
      period = nextPeriod
      sleep.before = sleep.after
      return compareProgress() ?? compareDeadline()
    }

    /// Returns an impression whose watch was not on screen when reached, although another one of
    /// its item was.
    ///
    /// - Parameters:
    ///   - before: the places on screen up to this pass.
    ///   - countsBefore: the impressions reached until then, by policy and identity.
    private func misnamed(
      _ before: [Place], _ countsBefore: [[Set<Int>]], at time: Int
    ) -> String? {
      for impression in engine.impressions {
        guard let policy = policyOfWatch[impression.watch] else { return "\(impression)" }
        let identity = Int(impression.identity.rawValue)
        let isOfSpan = countsBefore[policy][identity].contains(impression.count)
        let places = (isOfSpan ? before : onScreen).filter {
          $0.identity == identity && $0.policies.contains(policy)
        }
        let isNamed = places.contains {
          $0.watches.contains(impression.watch) && $0.target == impression.target
        }
        if !places.isEmpty && !isNamed { return "not on screen at \(time): \(impression)" }
      }
      return nil
    }

    private func compareProgress() -> String? {
      // A replaced policy stands for the one in force.
      for (p, policy) in inForce.flatMap({ p in names[p].map { (p, $0) } }) {
        for identity in 0..<World.identities {
          let progress = engine.dwellProgress(
            of: ItemIdentity(UInt64(identity)), for: policy, at: .milliseconds(now))
          let model = models[p][identity]
          let isKnown = model.first != nil || !model.counted.isEmpty
          let expected = isKnown ? model.progress(period) : 0
          if progress != expected {
            return "progress \(progress), not \(expected), of \(identity) under \(policy)"
          }
        }
      }
      return nil
    }

    private mutating func compareDeadline() -> String? {
      // Looking ahead takes a thousand steps per entry, so a sample suffices.
      guard random.oneIn(6) else { return nil }
      var expected = Int.max
      for p in inForce {
        let policy = policies[p]
        for identity in 0..<World.identities {
          if models[p][identity].isSpent(period) { continue }
          // The time at which the first of its places slows down. That of each is a deadline.
          var settlesAt = Int.max
          for place in onScreen
          where place.identity == identity && place.countsDwell && place.policies.contains(p) {
            var future = scroll
            var t = now
            while !future.isBelowSpeedLimit(place.chain, policy.scrollSpeedLimit) {
              t += 1
              future.tick(to: t)
            }
            if t > now { expected = min(expected, t) }
            settlesAt = min(settlesAt, t)
          }
          let next = models[p][identity].nextTime(
            after: now, within: World.horizon, settlesAt: settlesAt, period, asleep: sleep.before)
          expected = min(expected, next ?? .max)
        }
      }
      let deadline = engine.nextDeadline.map { Int($0.nanoseconds / 1_000_000) } ?? .max
      return deadline == expected ? nil : "next at \(deadline), not \(expected)"
    }

    /// Compares the beginnings and ends of exposures.
    private mutating func compareEvents(at time: Int) -> String? {
      var events = engine.exposures[...]
      for event in events {
        let identity = Int(event.identity.rawValue)
        guard let end = event.end else { continue }
        events.removeFirst()
        guard let start = begun[identity], !onScreen.contains(where: { $0.identity == identity }),
          event.start == .milliseconds(start), end == .milliseconds(time),
          event.greatestFraction == 1, let reason = event.reason,
          reason == .removed || (reason == .inactive) == !engine.isForeground
        else { return "an exposure ended at \(time): \(event)" }
        begun[identity] = nil
        reported[identity] += event.duration
      }
      for event in events {
        let identity = Int(event.identity.rawValue)
        let isNamed = onScreen.contains {
          $0.identity == identity && $0.exposureWatch == event.watch && $0.target == event.target
        }
        guard begun[identity] == nil, isNamed, event.start == .milliseconds(time),
          event.reason == nil
        else { return "an exposure began at \(time): \(event)" }
        begun[identity] = time
      }
      for identity in 0..<World.identities {
        let isVisible = onScreen.contains { $0.identity == identity }
        if isVisible != (begun[identity] != nil) { return "no exposure event of \(identity)" }
        let running = begun[identity].map { time - $0 } ?? 0
        if reported[identity] + .milliseconds(running) != .milliseconds(inView[identity]) {
          return "exposures of \(reported[identity]) in \(inView[identity]) ms"
        }
      }
      return nil
    }

    private func compareExposure(
      _ policy: ImpressionPolicy, _ identity: Int, _ model: LedgerModel, at time: Int
    ) -> String? {
      let exposure = engine.exposure(
        of: ItemIdentity(UInt64(identity)), for: policy, at: .milliseconds(time))
      guard let first = model.first else {
        return exposure == nil ? nil : "an exposure of an item that was never visible"
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

  @Test(arguments: 0..<RandomWorlds.count)
  func `every impression, exposure and deadline matches the model`(seed: Int) {
    var world = World(seed: UInt64(seed))
    var seen = 0
    for step in 0..<150 {
      for _ in 0..<world.random.index(4) { world.operate() }
      var time = world.now + world.random.index(world.random.oneIn(2) ? 40 : 250)
      // A host that wakes up at the deadline.
      if let deadline = world.engine.nextDeadline, world.random.oneIn(3) {
        time = Int(deadline.nanoseconds / 1_000_000)
      }
      let takesOver = world.hasPassed && world.random.oneIn(12)
      if let problem = (takesOver ? world.changePerson() : nil) ?? world.pass(at: time) {
        Issue.record("seed \(seed), step \(step), at \(time): \(problem)")
        return
      }
      seen += world.engine.impressions.count
    }
    #expect(seen > 2)
  }
}
