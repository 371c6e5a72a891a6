// The recorded watches of a session, step by step.
import { Records } from '../JavaScript/engine.mjs'
import { edits } from '../JavaScript/notation.mjs'
import { recordSize } from './records.mjs'

/**
 * The watches of a session. A *subject* is a watched target: one for each recorded watch or, under another policy, one for each target
 * and identity. Its number is also that of its watch in the engine.
 *
 * The engine reports a policy's impressions, but not when its rule starts or stops holding. So each subject with a policy has a *shadow*, a
 * watch for the rule alone, whose number is the subject's plus the number of subjects.
 *
 * All mutable state is in `bytes`, for key frames. There, numbers start at 1, and 0 is none.
 */
export class Watching {
  records = new Records()
  /** The subjects whose rule was replaced in the current step. */
  replaced = []

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

  /** The subject of a watch of the engine, shadow or not. */
  subjectOf(watch) { return watch < this.subjects.length ? watch : watch - this.subjects.length }
  isShadow(watch) { return watch >= this.subjects.length }

  /** The current subject of a target, or -1. Prefers one with impressions. */
  subject(target) { return (this.forImpressions[target] || this.forRules[target]) - 1 }

  /** The last watched target of an item. */
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

  /** The policy of a subject at the current step, if any. */
  policyOf(number) { return this.subjects[number].policy }
  /** The rule of a subject at the current step. */
  ruleOf(number) { return this.subjects[number].rule }

  addShadow(number, viewport) {
    this.records.u(edits.watch, number + this.subjects.length, this.subjects[number].target, viewport, this.ruleOf(number), 0)
  }
  removeShadow(number) { this.records.u(edits.unwatch, number + this.subjects.length) }

  /** The pending edits for the engine. */
  written() {
    const { bytes, size } = this.records
    return size === 0 ? [] : [new Uint32Array(bytes.buffer, 0, size >>> 2)]
  }
}

/** The recorded watches. Edits are passed to the engine unchanged. */
export class RecordedWatching extends Watching {
  constructor(session, items) {
    const { watches, policies } = session.about
    super(session, items, watches.map(({ target, viewport, rule, policy, identity }, number) => ({
      target, viewport, policy, identity: identity === undefined ? null : BigInt(identity),
      rule: policy === undefined ? rule : policies[policy].rule, item: items.ofWatch[number],
    })), policies.length)
    this.counted = new Uint8Array(session.about.targets.length)
    for (const { target, policy } of watches) if (policy !== undefined) this.counted[target] = 1
  }

  /** Whether a subject's exposures are those of its item: not for rule watches of targets with impressions. */
  isMain(subject) {
    const { policy, target } = this.subjects[subject]
    return policy !== undefined || !this.counted[target]
  }

  viewportOf(subject) { return this.subjects[subject].viewport }

  /** For a replaced policy, the one in force. */
  policyOf(number) {
    const { policy } = this.subjects[number]
    return policy === undefined ? policy : this.#inForce(policy)
  }
  ruleOf(number) {
    const policy = this.policyOf(number)
    return policy === undefined ? this.subjects[number].rule : this.session.about.policies[policy].rule
  }
  #inForce(policy) { return this.rest[policy] === 0 ? policy : this.rest[policy] - 1 }
  /** Replaces a policy like the engine. */
  #replace(policy, successor) {
    const old = this.#inForce(policy)
    // Returning to an earlier policy ends its replacement.
    const next = this.#inForce(successor) === old ? successor : this.#inForce(successor)
    this.rest.forEach((_, other) => { if (this.#inForce(other) === old) this.rest[other] = next + 1 })
  }

  /** The edits before the first step. */
  prelude() { return [] }

  /**
   * The edits for the engine in a step with the recorded edits from `begin` up to `end`, which were already applied to the scene. Calls
   * `ended` for each subject whose watch ends.
   */
  step(begin, end, scene, ended) {
    const { words } = this.session
    const begun = []
    let before = null
    this.replaced = []
    this.records.size = 0
    for (let at = begin; at < end; at += recordSize(words, at) >>> 2) {
      const kind = words[at], number = words[at + 1]
      if (kind === edits.watch || kind === edits.watchForImpressions) {
        this.begin(number)
        this.isActive[number] = 1
        begun.push(number)
      } else if (kind === edits.unwatch) {
        this.#stop(number, ended, scene, !begun.includes(number))
      } else if (kind === edits.removeViewport) {
        this.subjects.forEach(({ viewport }, subject) => { if (viewport === number) this.#stop(subject, ended, scene, false) })
      } else if (kind === edits.replacePolicy) {
        before ??= this.subjects.map((_, subject) => this.ruleOf(subject))
        this.#replace(number, words[at + 2])
      }
    }
    before?.forEach((rule, number) => {
      if (rule === this.ruleOf(number) || begun.includes(number) || !this.#isShadowed(number, scene)) return
      this.replaced.push(number)
      this.removeShadow(number)
      begun.push(number)
    })
    for (const number of begun) if (this.#isShadowed(number, scene)) this.addShadow(number, this.subjects[number].viewport)
    return [words.subarray(begin, end), ...this.written()]
  }

  #stop(number, ended, scene, hasShadow) {
    if (!this.isActive[number]) return
    if (hasShadow && this.#isShadowed(number, scene)) this.removeShadow(number)
    this.isActive[number] = 0
    this.end(number)
    ended(number)
  }

  /** Whether a subject has a shadow. The watches of a removed target or viewport have already ended. */
  #isShadowed(number, scene) {
    const { policy, target, viewport } = this.subjects[number]
    return this.isActive[number] && policy !== undefined && scene.hasTarget(target) && scene.viewports.isPresent(viewport)
  }
}
