// Who is watched in a session, step by step, as it was recorded.
import { Records } from '../JavaScript/engine.mjs'
import { edits, recordSize } from './records.mjs'

/**
 * What is watched, and how. A *subject* is a target with what it is watched for: as recorded, one for each watch; under another
 * policy, one for each target and identity. Its number is that of its watch in the engine, too.
 *
 * The engine reports what is seen under a policy, but not when its rule begins to hold and ends to: so each subject of a policy has a
 * *shadow*, a watch for the rule alone. Its number is the subject's, plus how many subjects there are.
 *
 * What changes as a session goes on lies in `bytes`, for key frames. There, 0 is nobody: numbers are counted from 1.
 */
export class Watching {
  records = new Records()

  constructor(session, items, subjects, more = 0) {
    Object.assign(this, { session, items, subjects })
    const { watches, targets } = session.about
    const counts = [watches.length, targets.length, targets.length, items.count, more]
    const state = new Uint32Array(counts.reduce((sum, count) => sum + count, 0))
    let at = 0
    const parts = counts.map((count) => state.subarray(at, at += count))
    const [isActive, forImpressions, forRules, targetOfItem, rest] = parts
    Object.assign(this, { isActive, forImpressions, forRules, targetOfItem, rest })
    this.bytes = new Uint8Array(state.buffer)
  }

  /** The subject behind a watch of the engine, be it a shadow or not. */
  subjectOf(watch) { return watch < this.subjects.length ? watch : watch - this.subjects.length }
  isShadow(watch) { return watch >= this.subjects.length }

  /** The subject that a target is watched as now, or -1: one that impressions are counted for, where there are several. */
  subject(target) { return (this.forImpressions[target] || this.forRules[target]) - 1 }

  /** The target that an item was last watched in. */
  target(item) { return this.targetOfItem[item] ? this.targetOfItem[item] - 1 : this.items.list[item].target }

  begin(number) {
    const { target, policy, item } = this.subjects[number]
    const current = policy === undefined ? this.forRules : this.forImpressions
    current[target] = number + 1
    this.targetOfItem[item] = target + 1
  }

  end(number) {
    const { target, policy } = this.subjects[number]
    const current = policy === undefined ? this.forRules : this.forImpressions
    if (current[target] === number + 1) current[target] = 0
  }

  addShadow(number, viewport) {
    const { target, rule } = this.subjects[number]
    this.records.u(edits.watch, number + this.subjects.length, target, viewport, rule, 0)
  }
  removeShadow(number) { this.records.u(edits.unwatch, number + this.subjects.length) }

  /** What was written since the last time, for the engine. */
  written() {
    const { bytes, size } = this.records
    return size === 0 ? [] : [new Uint32Array(bytes.buffer, 0, size >>> 2)]
  }
}

/** A session's own watches. Its edits go to the engine as they are. */
export class RecordedWatching extends Watching {
  constructor(session, items) {
    const { watches, policies } = session.about
    super(session, items, watches.map(({ target, viewport, rule, policy, identity }, number) => ({
      target, viewport, policy, identity: identity === undefined ? null : BigInt(identity),
      rule: policy === undefined ? rule : policies[policy].rule, item: items.ofWatch[number],
    })))
    this.counted = new Uint8Array(session.about.targets.length)
    for (const { target, policy } of watches) if (policy !== undefined) this.counted[target] = 1
  }

  /** Whether a subject's exposures are those of its item: watches for a rule are not, where impressions are counted. */
  isMain(subject) {
    const { policy, target } = this.subjects[subject]
    return policy !== undefined || !this.counted[target]
  }

  viewportOf(subject) { return this.subjects[subject].viewport }

  /** What the engine gets at the very beginning. */
  prelude() { return [] }

  /**
   * What the engine gets in a step whose edits are the words from `begin` up to `end`, which the scene has already. `ended` is called
   * for each subject that is not watched any more.
   */
  step(begin, end, scene, ended) {
    const { words } = this.session
    const begun = []
    this.records.size = 0
    for (let at = begin; at < end; at += recordSize(words, at) >>> 2) {
      const kind = words[at], number = words[at + 1]
      if (kind === edits.watch || kind === edits.watchImpressions) {
        this.begin(number)
        this.isActive[number] = 1
        begun.push(number)
      } else if (kind === edits.unwatch) {
        this.#stop(number, ended, scene, !begun.includes(number))
      } else if (kind === edits.removeViewport) {
        this.subjects.forEach(({ viewport }, subject) => { if (viewport === number) this.#stop(subject, ended, scene, false) })
      }
    }
    for (const number of begun) {
      const { policy, target, viewport } = this.subjects[number]
      const isThere = this.isActive[number] && scene.hasTarget(target) && scene.viewports.isPresent(viewport)
      if (policy !== undefined && isThere) this.addShadow(number, viewport)
    }
    return [words.subarray(begin, end), ...this.written()]
  }

  #stop(number, ended, scene, hasShadow) {
    if (!this.isActive[number]) return
    const { policy, target, viewport } = this.subjects[number]
    this.isActive[number] = 0
    this.end(number)
    ended(number)
    // What is gone has taken its watches along.
    const isThere = scene.hasTarget(target) && scene.viewports.isPresent(viewport)
    if (policy !== undefined && hasShadow && isThere) this.removeShadow(number)
  }
}
