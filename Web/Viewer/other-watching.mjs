// The watches of a session under another policy.
import { edits, measures, repetitionWords, ruleNumbers } from '../JavaScript/notation.mjs'
import { recordSize } from './records.mjs'
import { Watching } from './watching.mjs'

/**
 * The watches under another policy, as in `sightline replay`: each recorded impression watch is replaced by one with the same target,
 * identity and viewport; watches with the same target and identity are merged. A target watched without impressions is watched under
 * the target's own identity. Active watches are determined after all edits of a step. Replacements of recorded policies do not apply.
 *
 * An override has a `policy` (as in a session, with its rule's values in `rule`). Optional `margins` [top, right, bottom, left] in
 * points replace the recorded viewports by the window with these margins. `ignoresCovers` is also optional.
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
    const ofTarget = new Map()
    watches.forEach(({ target }, number) => {
      if (!ofTarget.has(target)) ofTarget.set(target, [])
      ofTarget.get(target).push(number)
    })
    const own = new Map([...ofTarget.keys()].map((target) =>
      [target, subject(target, targets[target].identity, items.ofOwn[target])]))
    super(session, items, subjects, 2 * subjects.length)
    /** Whether each subject is watched. `viewports` has its viewport. */
    this.isWatched = this.rest.subarray(0, subjects.length)
    this.viewports = this.rest.subarray(subjects.length)
    // `ofTarget`: the recorded watches of each target, in order. `ofWatch`: the subject of each impression watch, or -1. `own`: the
    // subject for each target itself.
    Object.assign(this, { override, ofTarget, ofWatch, own, rule: rules.length, policy: policies.length })
    this.viewport = override.margins ? Math.max(1, viewports.length) : null
  }

  isMain() { return true }

  viewportOf(subject) { return this.viewport ?? this.viewports[subject] }

  prelude() {
    const { records, override: { rule, policy, margins } } = this
    records.size = 0
    records.u(edits.setRule, this.rule, measures.indexOf(rule.measure), rule.thresholds.length)
      .d(...ruleNumbers.map(({ name }) => rule[name]), ...rule.thresholds)
    records.u(edits.setPolicy, this.policy, this.rule, repetitionWords.indexOf(policy.repetition),
      (policy.cumulative ? 1 : 0) | (policy.pauses ? 2 : 0), 0)
      .b(BigInt(policy.dwell), BigInt(policy.value)).d(policy.speed ?? 0)
    if (this.viewport !== null) records.viewport(this.viewport, 0, ...margins)
    return this.written()
  }

  /** The edits of a step with the watches replaced, and without covers if they are ignored. */
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
    if (kind >= edits.watch && kind <= edits.unwatch || kind === edits.replacePolicy) return false
    return !this.override.ignoresCovers || kind < edits.addCover || kind > edits.removeCover
  }

  /** Records the beginning or end of a recorded watch. */
  take(kind, watch, touched) {
    const isActive = kind === edits.unwatch ? 0 : 1
    if (this.isActive[watch] === isActive) return
    this.isActive[watch] = isActive
    if (this.ofWatch[watch] >= 0) touched.add(this.ofWatch[watch])
    touched.add(this.own.get(this.session.about.watches[watch].target))
  }

  /** Records the removal of a recorded viewport, which ends its watches. */
  leave(viewport, touched) {
    this.session.about.watches.forEach((watch, number) => {
      if (watch.viewport === viewport) this.take(edits.unwatch, number, touched)
    })
  }

  /** The viewport for a subject: that of its first active recorded watch, or -1. */
  viewportFor(subject) {
    const { watches } = this.session.about
    const { target } = this.subjects[subject]
    const active = this.ofTarget.get(target).filter((watch) => this.isActive[watch])
    let first = active.find((watch) => this.ofWatch[watch] === subject)
    if (first === undefined && this.own.get(target) === subject && active.every((watch) => this.ofWatch[watch] < 0)) first = active[0]
    return first === undefined ? -1 : watches[first].viewport
  }

  /** Begins or ends the watch of a subject, after all edits of the step. */
  settle(subject, scene, ended) {
    const { target, identity } = this.subjects[subject]
    const isThere = scene.hasTarget(target)
    const next = isThere ? this.viewportFor(subject) : -1
    const isOther = this.viewport === null && this.viewports[subject] !== next
    if (this.isWatched[subject] && (next < 0 || isOther)) {
      // The watches of a removed target or viewport have already ended.
      if (isThere && (this.viewport !== null || scene.viewports.isPresent(this.viewports[subject]))) {
        this.records.u(edits.unwatch, subject)
        this.removeShadow(subject)
      }
      this.isWatched[subject] = 0
      this.end(subject)
      ended(subject)
    }
    if (!this.isWatched[subject] && next >= 0) {
      this.viewports[subject] = next
      const viewport = this.viewportOf(subject)
      this.records.watchImpressions(subject, target, this.policy, identity, viewport)
      this.addShadow(subject, viewport)
      this.isWatched[subject] = 1
      this.begin(subject)
    }
  }
}
