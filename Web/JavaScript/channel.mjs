// The engine without objects: edits are written as numbers, results are read where they lie. For hosts, which run in every frame;
// `engine.mjs` is the same for what may take its time. The records: `sightline.h`.

const kinds = {
  addContainer: 1, setContainer: 2, setContainerLook: 3, scroll: 4, moveContainer: 5, removeContainer: 6, addTarget: 7,
  setTargetFrame: 8, setTargetLook: 9, moveTarget: 10, removeTarget: 11, addCover: 12, setCover: 13, setCoverLook: 14, removeCover: 16,
  addViewport: 17, setRule: 20, setPolicy: 21, watch: 22, watchImpressions: 23, unwatch: 24, setForeground: 25, beginSession: 26,
  beginScreenVisit: 27, beginDay: 28,
}
const noRule = 2 ** 32 - 1

/** Numbers for one kind of thing. One that is given back waits for a pass, which is when the engine has done with it. */
export class Numbers {
  #next; #free = []; #waiting = []
  constructor(first = 0) { this.#next = first }
  take() { return this.#free.pop() ?? this.#next++ }
  giveBack(number) { this.#waiting.push(number) }
  passed() { if (this.#waiting.length) this.#free.push(...this.#waiting.splice(0)) }
}

export class Channel {
  #exports; #engine
  // Every field and record has a multiple of 8 bytes, but for pairs of 32 bits.
  #u = new Uint32Array(1 << 14)
  #d = new Float64Array(this.#u.buffer)
  #at = 0
  #memory = { buffer: null, u: null, d: null, bytes: null }

  constructor(exports, width, height) {
    this.#exports = exports
    this.#engine = exports.sightline_make(width, height)
  }

  get isEmpty() { return this.#at === 0 }

  #begin(words, kind, number) {
    if (this.#at + words > this.#d.length) {
      const larger = new Float64Array(Math.max(2 * this.#d.length, this.#at + words))
      larger.set(this.#d)
      this.#d = larger
      this.#u = new Uint32Array(larger.buffer)
    }
    const at = this.#at
    this.#at += words
    this.#u[2 * at] = kind
    this.#u[2 * at + 1] = number
    return at
  }
  #pair(at, first, second) {
    this.#u[2 * at] = first
    this.#u[2 * at + 1] = second
  }
  #four(at, a, b, c, d) {
    this.#d[at] = a
    this.#d[at + 1] = b
    this.#d[at + 2] = c
    this.#d[at + 3] = d
  }
  #long(at, value) {
    this.#u[2 * at] = Number(BigInt.asUintN(32, value))
    this.#u[2 * at + 1] = Number(BigInt.asUintN(32, value >> 32n))
  }

  /** `parent` is `null` for a container that is there; `clip` too where nothing clips; `scroll` where it does not scroll. */
  container(number, parent, frame, clip, scroll) {
    const at = this.#begin(clip ? 12 : 8, parent === null ? kinds.setContainer : kinds.addContainer, number)
    this.#pair(at + 1, parent ?? 0, (clip ? 2 : 0) | (scroll ? 4 : 0))
    this.#four(at + 2, ...frame)
    this.#d[at + 6] = scroll?.[0] ?? 0
    this.#d[at + 7] = scroll?.[1] ?? 0
    if (clip) this.#four(at + 8, ...clip)
  }
  /** `transform`: a, b, c, d, tx and ty, or `null`. */
  #look(kind, number, { opacity = 1, isHidden = false, isPinned = false, z = 0, transform = null }) {
    const at = this.#begin(9, kind, number)
    this.#pair(at + 1, z, (isHidden ? 1 : 0) | (isPinned ? 2 : 0))
    this.#d[at + 2] = opacity
    for (let i = 0; i < 6; i++) this.#d[at + 3 + i] = transform ? transform[i] : i === 0 || i === 3 ? 1 : 0
  }
  containerLook(number, look) { this.#look(kinds.setContainerLook, number, look) }
  scroll(number, x, y) {
    const at = this.#begin(3, kinds.scroll, number)
    this.#d[at + 1] = x
    this.#d[at + 2] = y
  }
  moveContainer(number, parent) { this.#pair(this.#begin(2, kinds.moveContainer, number) + 1, parent, 0) }
  removeContainer(number) { this.#begin(1, kinds.removeContainer, number) }

  target(number, container, x, y, width, height) {
    const at = this.#begin(6, kinds.addTarget, number)
    this.#pair(at + 1, container, 0)
    this.#four(at + 2, x, y, width, height)
  }
  targetFrame(number, x, y, width, height) { this.#four(this.#begin(5, kinds.setTargetFrame, number) + 1, x, y, width, height) }
  targetLook(number, look) { this.#look(kinds.setTargetLook, number, look) }
  moveTarget(number, container) { this.#pair(this.#begin(2, kinds.moveTarget, number) + 1, container, 0) }
  removeTarget(number) { this.#begin(1, kinds.removeTarget, number) }

  /** `container` is `null` for a cover that is there. */
  cover(number, container, frame, isFriendly) {
    const at = this.#begin(6, container === null ? kinds.setCover : kinds.addCover, number)
    this.#pair(at + 1, container ?? 0, isFriendly ? 1 : 0)
    this.#four(at + 2, ...frame)
  }
  coverLook(number, look) { this.#look(kinds.setCoverLook, number, look) }
  removeCover(number) { this.#begin(1, kinds.removeCover, number) }

  /** `points` and `shares`: top, right, bottom, left. */
  viewport(number, container, points, shares) {
    const at = this.#begin(18, kinds.addViewport, number)
    this.#pair(at + 1, container, 0)
    this.#d.fill(0, at + 2, at + 18)
    this.#four(at + 2, ...points)
    this.#four(at + 6, ...shares)
  }
  rule(number, { measure, thresholds, hysteresis, minimumOpacity, minimumArea }) {
    const at = this.#begin(5 + thresholds.length, kinds.setRule, number)
    this.#pair(at + 1, measure, thresholds.length)
    this.#d[at + 2] = hysteresis
    this.#d[at + 3] = minimumOpacity
    this.#d[at + 4] = minimumArea
    this.#d.set(thresholds, at + 5)
  }
  policy(number, rule, { repetition, value, dwell, isCumulative, pauses, speedLimit }) {
    const at = this.#begin(6, kinds.setPolicy, number)
    this.#pair(at + 1, rule, repetition)
    this.#pair(at + 2, (isCumulative ? 1 : 0) | (pauses ? 2 : 0), 0)
    this.#long(at + 3, dwell)
    this.#long(at + 4, value)
    this.#d[at + 5] = speedLimit
  }
  watch(number, target, viewport, rule) {
    const at = this.#begin(3, kinds.watch, number)
    this.#pair(at + 1, target, viewport)
    this.#pair(at + 2, rule, 0)
  }
  /** `identity`: a number below 2^53. */
  watchImpressions(number, target, viewport, policy, identity) {
    const at = this.#begin(4, kinds.watchImpressions, number)
    this.#pair(at + 1, target, viewport)
    this.#pair(at + 2, policy, 0)
    this.#pair(at + 3, identity % 2 ** 32, Math.floor(identity / 2 ** 32))
  }
  unwatch(number) { this.#begin(1, kinds.unwatch, number) }
  setForeground(isForeground) { this.#begin(1, kinds.setForeground, isForeground ? 1 : 0) }
  beginSession() { this.#begin(1, kinds.beginSession, 0) }
  beginScreenVisit() { this.#begin(1, kinds.beginScreenVisit, 0) }
  beginDay(day) { this.#begin(1, kinds.beginDay, day) }

  /** The module's memory, which may have moved with every call. */
  #views() {
    const { buffer } = this.#exports.memory
    if (this.#memory.buffer !== buffer) {
      this.#memory = { buffer, u: new Uint32Array(buffer), d: new Float64Array(buffer), bytes: new Uint8Array(buffer) }
    }
    return this.#memory
  }
  #send() {
    const size = 8 * this.#at
    const address = this.#exports.sightline_input(this.#engine, size)
    this.#views().bytes.set(new Uint8Array(this.#u.buffer, 0, size), address)
    this.#at = 0
    return size
  }

  /** Carries out what was written. */
  flush() {
    if (this.#at === 0) return
    const status = this.#exports.sightline_edit(this.#engine, this.#send())
    if (status === 0) return
    const at = this.#views().u[(this.#exports.sightline_report(this.#engine) >> 2) + 2] >> 2
    throw new Error(`Sightline: edit ${this.#u[at]} of ${this.#u[at + 1]} was refused with status ${status}`)
  }

  /** How many changes and impressions are where; `deadline` is in nanoseconds. */
  report = { deadline: Infinity, evaluated: 0, changes: 0, changeCount: 0, impressions: 0, impressionCount: 0 }

  pass(nanoseconds) {
    this.#exports.sightline_pass(this.#engine, BigInt(nanoseconds))
    const at = this.#exports.sightline_report(this.#engine) >> 2
    const { u } = this.#views()
    const { report } = this
    const high = u[at + 1]
    report.deadline = high === 0x7fffffff ? Infinity : high * 2 ** 32 + u[at]
    report.evaluated = u[at + 3]
    report.changes = u[at + 4]
    report.changeCount = u[at + 5] / 32
    report.impressions = u[at + 6]
    report.impressionCount = u[at + 7] / 72
  }
  /** Has `read(isEntered, watch, target, threshold, fraction, reason)` called for each change, in their order. */
  eachChange(read) {
    const { u, d } = this.#views()
    const end = (this.report.changes >> 2) + 8 * this.report.changeCount
    for (let at = this.report.changes >> 2; at < end; at += 8) {
      read(u[at] === 0, u[at + 1], u[at + 2], u[at + 3], d[(at + 4) >> 1], u[at + 6])
    }
  }
  /** The same for impressions: `read(watch, time, exposure)`. */
  eachImpression(read) {
    const { u } = this.#views()
    const end = (this.report.impressions >> 2) + 18 * this.report.impressionCount
    for (let at = this.report.impressions >> 2; at < end; at += 18) {
      read(u[at + 2], this.#milliseconds(at + 4), this.#exposure(at + 6))
    }
  }
  #milliseconds(at) {
    const { u } = this.#views()
    return ((u[at + 1] | 0) * 2 ** 32 + u[at]) / 1e6
  }
  #exposure(at) {
    const { u, d } = this.#views()
    return {
      firstSeen: this.#milliseconds(at), lastSeen: this.#milliseconds(at + 2), total: this.#milliseconds(at + 4),
      longest: this.#milliseconds(at + 6), greatestFraction: d[(at + 8) >> 1], exposures: u[at + 10], impressions: u[at + 11],
    }
  }

  /** Asks about pairs of a target and a viewport: 17 numbers for each, SightlineState with flags and reason as the last one. */
  states(pairs, rule = noRule) {
    this.flush()
    for (let i = 0; i < pairs.length; i += 2) {
      this.#pair(this.#begin(2, pairs[i], pairs[i + 1]) + 1, rule, 0)
    }
    const status = this.#exports.sightline_states(this.#engine, this.#send())
    if (status) throw new Error(`Sightline: a question was refused with status ${status}`)
    const { u, d } = this.#views()
    const [address, size] = this.#answers(u)
    const answers = d.slice(address >> 3, (address + size) >> 3)
    for (let i = 0; i < answers.length; i += 17) {
      const at = (address >> 2) + 2 * (i + 16)
      answers[i + 16] = u[at] + 16 * u[at + 1]
    }
    return answers
  }
  /** An item under a policy, with its exposure counted up to a time. */
  item(identity, policy, nanoseconds) {
    this.flush()
    const at = this.#begin(2, identity % 2 ** 32, Math.floor(identity / 2 ** 32))
    this.#pair(at + 1, policy, 0)
    const status = this.#exports.sightline_items(this.#engine, this.#send(), BigInt(nanoseconds))
    if (status) throw new Error(`Sightline: a question was refused with status ${status}`)
    const { u, d } = this.#views()
    const [address] = this.#answers(u)
    return { ...this.#exposure(address >> 2), progress: d[(address + 48) >> 3] }
  }
  #answers(u) {
    const at = this.#exports.sightline_report(this.#engine) >> 2
    return [u[at + 8], u[at + 9]]
  }
}
