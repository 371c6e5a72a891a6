// Who is watched in a session under another policy than those that were recorded.
import { edits, measures, recordSize, repetitions } from './records.mjs'
import { Watching } from './watching.mjs'

/**
 * The watches under another policy, as `sightline replay` makes them: in place of each recorded watch for impressions one with the
 * same target, identity and viewport; several with the same target and identity are one. A target that is watched, but not for
 * impressions, is watched under an identity of its own. What is in force is decided when all edits of a step are known.
 *
 * An override has a `policy` (as in a session, with its rule's values in `rule`), and may have `margins` [top, right, bottom, left]
 * in points, with which the window takes the place of the recorded viewports, and `ignoresCovers`.
 */
export class OtherWatching extends Watching {
  constructor(session, items, override) {
    const { targets, watches, rules, policies, viewports } = session.about
    const subjects = []
    const numbers = new Map()
    const subject = (target, identity, item) => {
      const key = `${target} ${identity}`
      if (!numbers.has(key)) {
        numbers.set(key, subjects.length)
        subjects.push({ target, item, identity: BigInt(identity), rule: rules.length, policy: policies.length, viewport: 0 })
      }
      return numbers.get(key)
    }
    const ofWatch = watches.map(({ target, identity }, number) =>
      identity === undefined ? -1 : subject(target, identity, items.ofWatch[number]))
    const own = new Map(watches.map(({ target }) => [target, subject(target, targets[target].identity, items.ofTarget[target])]))
    super(session, items, subjects, 3 * subjects.length + 2 * targets.length)
    const { rest } = this
    /** How many recorded watches stand behind each subject, whether it is watched, and in which viewport. */
    this.uses = rest.subarray(0, subjects.length)
    this.isWatched = rest.subarray(subjects.length, 2 * subjects.length)
    this.viewports = rest.subarray(2 * subjects.length, 3 * subjects.length)
    /** How many recorded watches a target has, and how many of them are for impressions. */
    this.all = rest.subarray(3 * subjects.length, 3 * subjects.length + targets.length)
    this.ofImpressions = rest.subarray(3 * subjects.length + targets.length)
    this.ownViewports = new Map()
    Object.assign(this, { override, ofWatch, own, rule: rules.length, policy: policies.length })
    this.viewport = override.margins ? Math.max(1, viewports.length) : null
  }

  isMain() { return true }

  viewportOf(subject) { return this.viewport ?? this.viewports[subject] }

  prelude() {
    const { records, override: { rule, policy, margins } } = this
    records.size = 0
    records.u(edits.setRule, this.rule, measures.indexOf(rule.measure), rule.thresholds.length)
      .d(rule.hysteresis, rule.minimumOpacity, rule.minimumArea, ...rule.thresholds)
    records.u(edits.setPolicy, this.policy, this.rule, repetitions.indexOf(policy.repetition),
      (policy.cumulative ? 1 : 0) | (policy.pauses ? 2 : 0), 0)
      .b(BigInt(policy.dwell), BigInt(policy.value)).d(policy.speed ?? 0)
    if (this.viewport !== null) records.viewport(this.viewport, 0, ...margins)
    return this.written()
  }

  /** A step's edits, without covers if these hide nothing, and with other watches. */
  step(begin, end, scene, ended) {
    const { session: { words }, records } = this
    const touched = new Set()
    records.size = 0
    let from = begin
    const parts = []
    for (let at = begin; at < end;) {
      const size = recordSize(words, at) >>> 2
      const kind = words[at]
      if (kind >= edits.watch && kind <= edits.unwatch) this.take(kind, words[at + 1], touched)
      else if (kind === edits.removeViewport) this.leave(words[at + 1], touched)
      if (!this.passesOn(kind)) {
        if (from < at) parts.push(words.subarray(from, at))
        from = at + size
      }
      at += size
    }
    if (from < end) parts.push(words.subarray(from, end))
    for (const subject of touched) this.settle(subject, scene, ended)
    return [...parts, ...this.written()]
  }

  passesOn(kind) {
    if (kind >= edits.watch && kind <= edits.unwatch) return false
    return !this.override.ignoresCovers || kind < edits.addCover || kind > edits.removeCover
  }

  /** Takes note of a recorded watch that begins or ends. */
  take(kind, watch, touched) {
    const begins = kind !== edits.unwatch
    if (this.isActive[watch] === (begins ? 1 : 0)) return
    this.isActive[watch] = begins ? 1 : 0
    const { target, viewport } = this.session.about.watches[watch]
    const subject = this.ofWatch[watch]
    const change = begins ? 1 : -1
    this.all[target] += change
    for (const each of [subject, this.own.get(target)]) {
      if (each < 0) continue
      if (begins && !this.isWatched[each]) this.viewports[each] = viewport
      touched.add(each)
    }
    if (subject < 0) return
    this.uses[subject] += change
    this.ofImpressions[target] += change
  }

  /** A recorded viewport goes, and its watches with it. */
  leave(viewport, touched) {
    this.session.about.watches.forEach((watch, number) => {
      if (watch.viewport === viewport && this.isActive[number]) this.take(edits.unwatch, number, touched)
    })
    this.subjects.forEach((_, subject) => {
      if (this.isWatched[subject] && this.viewport === null && this.viewports[subject] === viewport) touched.add(subject)
    })
  }

  isWanted(subject) {
    const { target } = this.subjects[subject]
    if (this.uses[subject] > 0) return true
    return this.own.get(target) === subject && this.all[target] > 0 && this.ofImpressions[target] === 0
  }

  /** Begins or ends the watch of a subject, now that the step's edits are complete. */
  settle(subject, scene, ended) {
    const { target, identity } = this.subjects[subject]
    const viewport = this.viewportOf(subject)
    const isThere = scene.hasTarget(target)
    const hasViewport = this.viewport !== null || scene.viewports.isPresent(viewport)
    const isWanted = this.isWanted(subject)
    if (this.isWatched[subject] && !(isWanted && hasViewport)) {
      // What is gone has taken its watches along.
      if (isThere && hasViewport) {
        this.records.u(edits.unwatch, subject)
        this.removeShadow(subject)
      }
      this.isWatched[subject] = 0
      this.end(subject)
      ended(subject)
    }
    if (!this.isWatched[subject] && isWanted && isThere && hasViewport) {
      this.records.watchImpressions(subject, target, this.policy, identity, viewport)
      this.addShadow(subject, viewport)
      this.isWatched[subject] = 1
      this.begin(subject)
    }
  }
}
