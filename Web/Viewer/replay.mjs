// Runs a session in the engine, step by step.
import { Engine, Records } from '../JavaScript/engine.mjs'
import { reasons } from '../JavaScript/notation.mjs'
import { OtherWatching } from './other-watching.mjs'
import { Scene } from './scene.mjs'
import { RecordedWatching } from './watching.mjs'

const noObserver = { passed() {}, ended() {} }
const removed = reasons.indexOf('removed')

export class Replay {
  /** The last completed step; -1 before the first. */
  at = -1
  #words = new Uint32Array(0)
  #numbers = new Float64Array(0)

  /** `exports`: an instance of the engine's module for exclusive use. `override`: another policy, or null. */
  constructor(exports, session, items, override = null) {
    Object.assign(this, { exports, session })
    this.engine = new Engine(exports, ...session.about.window)
    this.scene = new Scene(session)
    this.watching = override ? new OtherWatching(session, items, override) : new RecordedWatching(session, items)
    this.#edit(this.watching.prelude())
  }

  /** All state that steps change. */
  get state() { return [new Uint8Array(this.exports.memory.buffer), this.scene.bytes, this.watching.bytes] }

  /** The module's memory as words and as doubles. Valid until the next call. */
  get words() { return this.#view().words }
  get numbers() { return this.#view().numbers }

  #view() {
    const { buffer } = this.exports.memory
    if (this.#words.buffer !== buffer) {
      this.#words = new Uint32Array(buffer)
      this.#numbers = new Float64Array(buffer)
    }
    return { words: this.#words, numbers: this.#numbers }
  }

  /**
   * Runs the next step. Calls `follower.passed(replay, time)` after each pass, and `follower.ended(subject, time)` when a watch ends, since
   * the engine has no event for that.
   */
  forward(follower = noObserver) {
    const { session, scene, watching } = this
    const step = this.at += 1
    const begin = session.starts[step], end = session.starts[step + 1]
    const time = session.times[step]
    scene.apply(session, begin, end)
    this.#edit(watching.step(begin, end, scene, (subject) => follower.ended(subject, time)))
    this.#pass(time, follower)
    if (watching.replaced.length > 0) this.#endReplaced(time, follower)
    if (session.passesAtDeadlines && step + 1 < session.steps) this.#passAtDeadlines(time, session.times[step + 1], follower)
  }

  /** Ends exposures whose rule was replaced by one that does not hold. */
  #endReplaced(time, follower) {
    const { replaced } = this.watching
    this.measure(replaced, (i, share, opacity, reason) => { if (reason) follower.ended(replaced[i], time) })
  }

  #edit(parts) {
    const { exports, engine: { handle } } = this
    for (const words of parts) {
      if (words.length === 0) continue
      const address = exports.sightline_input(handle, 4 * words.length)
      this.words.set(words, address >>> 2)
      const status = exports.sightline_edit(handle, 4 * words.length)
      if (status) throw new Error(`the engine refused an edit in step ${this.at}: status ${status} at ${this.word(2)}`)
    }
  }

  #pass(time, follower) {
    this.exports.sightline_pass(this.engine.handle, BigInt(time))
    follower.passed(this, time)
  }

  /** Runs passes at the deadlines between two steps, like a host's timer. */
  #passAtDeadlines(time, next, follower) {
    for (let deadline = this.deadline; deadline < next && deadline > time;) {
      this.#pass(deadline, follower)
      const after = this.deadline
      if (after === deadline) break
      deadline = after
    }
  }

  /** A word of the engine's report. */
  word(number) {
    const report = this.exports.sightline_report(this.engine.handle)
    return this.words[(report >>> 2) + number]
  }

  get deadline() { return this.time(this.exports.sightline_report(this.engine.handle)) }

  /** Reads nanoseconds at an address. Exact, except for values that mean never. */
  time(address) {
    const { words } = this
    return (words[(address >>> 2) + 1] | 0) * 2 ** 32 + words[address >>> 2]
  }

  // MARK: Queries

  /**
   * Calls `report` for each subject with its index in `subjects`, its visible fraction by its rule's measure, its effective opacity and
   * the number of the reason it is not visible, 0 if it is.
   */
  measure(subjects, report) {
    const queries = new Records()
    const queried = []
    subjects.forEach((subject, i) => {
      const { target } = this.watching.subjects[subject]
      // A removed target stays the target of its subject, and the engine refuses queries about it.
      if (!this.scene.hasTarget(target)) return report(i, 0, 0, removed)
      queried.push(i)
      queries.u(target, this.#viewport(subject), this.watching.ruleOf(subject), 0)
    })
    if (this.#query('sightline_states', queries)) return
    const { words, numbers } = this
    const first = this.word(8)
    queried.forEach((i, row) => {
      const at = first + 136 * row
      const [fraction, viewport, smaller, opacity] = numbers.subarray(at >>> 3, (at >>> 3) + 4)
      const { measure } = this.rule(this.watching.ruleOf(subjects[i]))
      const share = measure === 'viewport' ? viewport : measure === 'smaller' ? smaller : fraction
      report(i, share, opacity, words[(at + 132) >>> 2])
    })
  }

  /** Calls `report` for each subject with its index in `subjects`, the progress of its dwell in 0...1 and its impressions. */
  progress(subjects, time, report) {
    const queries = new Records()
    for (const subject of subjects) {
      const { identity, policy } = this.watching.subjects[subject]
      queries.b(identity).u(policy, 0)
    }
    if (this.#query('sightline_items', queries, BigInt(Math.round(time)))) return
    const { words, numbers } = this
    const first = this.word(8)
    subjects.forEach((_, i) => {
      const at = first + 56 * i
      report(i, numbers[(at + 48) >>> 3], words[(at + 44) >>> 2])
    })
  }

  rule(number) { return this.session.about.rules[number] ?? this.watching.override.rule }
  policy(number) { return this.session.about.policies[number] ?? this.watching.override.policy }

  #viewport(subject) { return this.watching.viewportOf(subject) }

  #query(name, queries, ...more) {
    if (queries.size === 0) return 1
    const { exports, engine } = this
    return exports[name](engine.handle, engine.write(queries), ...more)
  }
}
