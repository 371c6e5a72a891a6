package import SightlineCore

/// The impressions of a random world: the watched subjects, their policies, and the times they were
/// seen.
package struct ImpressionTally {
  package struct Subject: Hashable {
    package var identity: ItemIdentity
    package var policy: ImpressionPolicy
  }

  /// The policies of all watches, including ended ones, whose impressions may still be reported.
  package var policies: [WatchID: ImpressionPolicy] = [:]
  package var times: [Subject: [MonotonicTime]] = [:]
  package var sessions = 1
  package var visits = 1
  package var days = 1

  /// Returns the maximum number of impressions that a policy allows so far.
  package func most(_ policy: ImpressionPolicy) -> Int {
    switch policy.repetition {
    case .once: 1
    case .oncePerSession: sessions
    case .oncePerScreenVisit: visits
    case .perDay(let limit): limit * days
    case .afterLeaving, .afterCoolDown: .max
    }
  }

  /// Notes an impression. Returns a description of any problem with it.
  package mutating func note(_ impression: Impression, by now: MonotonicTime) -> String? {
    guard let policy = policies[impression.watch] else { return "no watch expects \(impression)" }
    let subject = Subject(identity: impression.identity, policy: policy)
    let before = times[subject, default: []]
    times[subject, default: []].append(impression.time)
    if impression.count != before.count + 1 { return "\(before.count) before \(impression)" }
    if impression.count > most(policy) { return "too often, under \(policy): \(impression)" }
    if impression.time > now { return "an impression of the future: \(impression)" }
    if impression.exposure.total < policy.dwell { return "too early: \(impression)" }
    guard let last = before.last else { return nil }
    if impression.time < last { return "after one at \(last): \(impression)" }
    if case .afterCoolDown(let pause) = policy.repetition, impression.time - last < pause {
      return "within the cool-down since \(last): \(impression)"
    }
    return nil
  }
}

extension RandomWorld {
  /// Watches for impressions, or begins a new period for them.
  package mutating func countImpressions() {
    switch random.index(8) {
    case 0:
      engine.edit(.beginSession)
      tally.sessions += 1
    case 1:
      engine.edit(.beginScreenVisit)
      tally.visits += 1
    case 2:
      engine.edit(.beginDay(random.index(3)))
      tally.days += 1
    default:
      guard let target = targets.randomElement(using: &random) else { return }
      // Several policies on one target, and the same policies on several targets.
      let identity = ItemIdentity(UInt64(random.index(12)))
      for _ in 0...random.index(3) {
        let policy = policy()
        let watch = engine.watch(
          target, for: policy, of: identity, in: viewports[random.index(viewports.count)])
        tally.policies[watch] = policy
      }
      if random.oneIn(2) {
        engine.watchExposures(
          target, under: rule(), of: identity, in: viewports[random.index(viewports.count)])
      }
    }
  }

  private mutating func policy() -> ImpressionPolicy {
    let repetitions: [ImpressionRepetition] = [
      .once, .oncePerSession, .oncePerScreenVisit, .afterLeaving,
      .afterCoolDown(.milliseconds(300)), .perDay(2),
    ]
    let speeds: [Double?] = [nil, nil, 200, 1_500, 6_000]
    return ImpressionPolicy(
      rule: random.oneIn(2) ? .anyPixel : rule(), dwell: .milliseconds(random.index(4) * 100),
      accumulation: random.oneIn(2) ? .continuous : .cumulative,
      inactivity: random.oneIn(2) ? .drops : .pauses,
      repetition: repetitions[random.index(repetitions.count)],
      scrollSpeedLimit: speeds[random.index(5)])
  }
}
