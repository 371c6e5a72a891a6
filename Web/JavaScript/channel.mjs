// A low-overhead interface to the engine for hosts, which run every frame: writes edits as numbers and reads results in place. `engine.mjs`
// is slower and simpler. `sightline.h` documents the records.

import { edits } from './notation.mjs'

/** Allocates numbers for objects of one kind. A released number can be reused after the next pass, when the engine no longer needs it. */
export class Numbers {
  #next; #busy
  #free = []
  #waiting = []
  /** `busy` collects the allocators with numbers to release after the next pass. */
  constructor(busy, first = 0) {
    this.#busy = busy
    this.#next = first
  }
  take() { return this.#free.pop() ?? this.#next++ }
  giveBack(number) {
    if (this.#waiting.length === 0) this.#busy.push(this)
    this.#waiting.push(number)
  }
  passed() { for (const number of this.#waiting.splice(0)) this.#free.push(number) }
}

export class Channel {
  /** The allocators with numbers to release after the next pass. */
  busy = []
  /** Results of the last frame. `deadline` is in nanoseconds. */
  deadline = Infinity
  evaluated = 0
  changeCount = 0
  impressionCount = 0
  #changes = 0
  #impressions = 0

  #exports; #engine
  // The module's memory, in words of 32 and 64 bits. Growing the memory detaches these views, so they are recreated.
  #u = new Uint32Array(0)
  #d = new Float64Array(0)
  // Edits are written directly to the engine's input. Offsets are in 64-bit words; each field is one word or half of a pair.
  #start = 0
  #at = 0
  #end = 0

  constructor(exports, width, height) {
    this.#exports = exports
    this.#engine = exports.sightline_make(width, height)
    this.#reserve(1 << 13)
  }

  get isEmpty() { return this.#at === this.#start }

  #map() {
    const { buffer } = this.#exports.memory
    this.#u = new Uint32Array(buffer)
    this.#d = new Float64Array(buffer)
  }
  /** Grows the input to `words` words, keeping pending edits. */
  #reserve(words) {
    const written = this.#d.slice(this.#start, this.#at)
    this.#start = this.#exports.sightline_input(this.#engine, 8 * words) >>> 3
    this.#at = this.#start + written.length
    this.#end = this.#start + words
    this.#map()
    this.#d.set(written, this.#start)
  }

  #begin(words, kind, number) {
    if (this.#u.length === 0) this.#map()
    if (this.#at + words > this.#end) this.#reserve(2 * (this.#end - this.#start) + words)
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

  /** `parent` is `null` for an existing container; `clip` and `scroll` are `null` for one that does not clip or scroll. */
  container(number, parent, frame, clip, scroll, isScrolledByPage = false) {
    const at = this.#begin(clip ? 12 : 8, parent === null ? edits.setContainer : edits.addContainer, number)
    this.#pair(at + 1, parent ?? 0, (clip ? 2 : 0) | (scroll ? 4 : 0) | (isScrolledByPage ? 8 : 0))
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
  containerLook(number, look) { this.#look(edits.setContainerAppearance, number, look) }
  scroll(number, x, y) {
    const at = this.#begin(3, edits.scroll, number)
    this.#d[at + 1] = x
    this.#d[at + 2] = y
  }
  scrollSource(number, isPage) { this.#pair(this.#begin(2, edits.setScrollSource, number) + 1, isPage ? 1 : 0, 0) }
  moveContainer(number, parent) { this.#pair(this.#begin(2, edits.moveContainer, number) + 1, parent, 0) }
  removeContainer(number) { this.#begin(1, edits.removeContainer, number) }

  target(number, container, x, y, width, height) {
    const at = this.#begin(6, edits.addTarget, number)
    this.#pair(at + 1, container, 0)
    this.#four(at + 2, x, y, width, height)
  }
  targetFrame(number, x, y, width, height) { this.#four(this.#begin(5, edits.setTargetFrame, number) + 1, x, y, width, height) }
  targetLook(number, look) { this.#look(edits.setTargetAppearance, number, look) }
  moveTarget(number, container) { this.#pair(this.#begin(2, edits.moveTarget, number) + 1, container, 0) }
  removeTarget(number) { this.#begin(1, edits.removeTarget, number) }

  /** `container` is `null` for an existing cover. */
  cover(number, container, frame, isFriendly) {
    const at = this.#begin(6, container === null ? edits.setCover : edits.addCover, number)
    this.#pair(at + 1, container ?? 0, isFriendly ? 1 : 0)
    this.#four(at + 2, ...frame)
  }
  coverLook(number, look) { this.#look(edits.setCoverAppearance, number, look) }
  removeCover(number) { this.#begin(1, edits.removeCover, number) }

  /** `points` and `shares`: top, right, bottom, left. */
  viewport(number, container, points, shares) {
    const at = this.#begin(18, edits.addViewport, number)
    this.#pair(at + 1, container, 0)
    this.#d.fill(0, at + 2, at + 18)
    this.#four(at + 2, ...points)
    this.#four(at + 6, ...shares)
  }
  margins(number, points, shares) {
    const at = this.#begin(9, edits.setMargins, number)
    this.#four(at + 1, ...points)
    this.#four(at + 5, ...shares)
  }
  removeViewport(number) { this.#begin(1, edits.removeViewport, number) }
  /** `numbers`: those of `ruleNumbers`. */
  rule(number, { measure, numbers, thresholds }) {
    const at = this.#begin(2 + numbers.length + thresholds.length, edits.setRule, number)
    this.#pair(at + 1, measure, thresholds.length)
    this.#d.set(numbers, at + 2)
    this.#d.set(thresholds, at + 2 + numbers.length)
  }
  policy(number, rule, { repetition, value, dwell, isCumulative, pauses, speedLimit }) {
    const at = this.#begin(6, edits.setPolicy, number)
    this.#pair(at + 1, rule, repetition)
    this.#pair(at + 2, (isCumulative ? 1 : 0) | (pauses ? 2 : 0), 0)
    this.#long(at + 3, dwell)
    this.#long(at + 4, value)
    this.#d[at + 5] = speedLimit
  }
  watch(number, target, viewport, rule) {
    const at = this.#begin(3, edits.watch, number)
    this.#pair(at + 1, target, viewport)
    this.#pair(at + 2, rule, 0)
  }
  /** `identity`: a number below 2^53. */
  watchImpressions(number, target, viewport, policy, identity) {
    const at = this.#begin(4, edits.watchForImpressions, number)
    this.#pair(at + 1, target, viewport)
    this.#pair(at + 2, policy, 0)
    this.#pair(at + 3, identity % 2 ** 32, Math.floor(identity / 2 ** 32))
  }
  unwatch(number) { this.#begin(1, edits.unwatch, number) }
  setForeground(isForeground) { this.#begin(1, edits.setForeground, isForeground ? 1 : 0) }
  pixelLength(length) { this.#d[this.#begin(2, edits.setPixelLength, 0) + 1] = length }
  readingDirection(isRightToLeft) { this.#begin(1, edits.setReadingDirection, isRightToLeft ? 1 : 0) }
  beginSession() { this.#begin(1, edits.beginSession, 0) }
  /** Limits the next frame to ending exposures and reporting the dwells reached. */
  endExposures() { this.#begin(1, edits.endExposures, 0) }
  forgetAllImpressions() { this.#begin(1, edits.forgetAllImpressions, 0) }
  beginScreenVisit() { this.#begin(1, edits.beginScreenVisit, 0) }
  /** `nanoseconds`: the total time slept, a `BigInt`. */
  sleep(nanoseconds) { this.#long(this.#begin(2, edits.sleep, 0) + 1, nanoseconds) }
  beginDay(day) { this.#begin(1, edits.beginDay, day) }

  /** Applies pending edits and runs a pass at a time in whole nanoseconds. */
  frame(nanoseconds) {
    const size = 8 * (this.#at - this.#start)
    this.#at = this.#start
    const at = this.#exports.sightline_frame(this.#engine, size, nanoseconds) >>> 2
    if (this.#u.length === 0) this.#map()
    if (at === 0) throw this.#refused('an edit')
    const u = this.#u
    const high = u[at + 1]
    this.deadline = high === 0x7fffffff ? Infinity : high * 2 ** 32 + u[at]
    this.evaluated = u[at + 3]
    this.#changes = u[at + 4] >>> 2
    this.changeCount = u[at + 5] >>> 5
    this.#impressions = u[at + 6] >>> 2
    this.impressionCount = u[at + 7] / 72
    if (this.busy.length) for (const numbers of this.busy.splice(0)) numbers.passed()
  }
  /** Applies pending edits without running a pass. */
  flush() {
    if (this.isEmpty) return
    const size = 8 * (this.#at - this.#start)
    this.#at = this.#start
    const status = this.#exports.sightline_edit(this.#engine, size)
    if (this.#u.length === 0) this.#map()
    if (status) throw this.#refused('an edit', status)
  }
  #refused(what, status = 0) {
    const at = this.#start + (this.#u[(this.#exports.sightline_report(this.#engine) >>> 2) + 2] >>> 3)
    return new Error(`Sightline: ${what} was refused${status ? ` with status ${status}` : ''}: ${this.#u[2 * at]} of ${this.#u[2 * at + 1]}`)
  }

  /** Calls `read(isEntered, watch, target, threshold, fraction, reason, exit)` for each change, in order. */
  eachChange(read) {
    for (let at = this.#changes, i = this.changeCount; i > 0; at += 8, i--) {
      const u = this.#u
      read(u[at] === 0, u[at + 1], u[at + 2], u[at + 3], this.#d[(at + 4) >>> 1], u[at + 6], u[at + 7])
    }
  }
  /** Calls `read(watch, time, exposure)` for each impression, in order. */
  eachImpression(read) {
    for (let at = this.#impressions, i = this.impressionCount; i > 0; at += 18, i--) {
      read(this.#u[at + 2], this.#milliseconds(at + 4), this.#exposure(at + 6))
    }
  }
  #milliseconds(at) { return ((this.#u[at + 1] | 0) * 2 ** 32 + this.#u[at]) / 1e6 }
  #exposure(at) {
    return {
      firstSeen: this.#milliseconds(at), lastSeen: this.#milliseconds(at + 2), total: this.#milliseconds(at + 4),
      longest: this.#milliseconds(at + 6), greatestFraction: this.#d[(at + 8) >>> 1], exposures: this.#u[at + 10],
      impressions: this.#u[at + 11],
    }
  }

  /** The state of a target in a viewport: the 17 numbers of SightlineState, with flags and reason combined in the last one. */
  state(target, viewport, rule) {
    this.flush()
    const query = this.#begin(2, target, viewport)
    this.#pair(query + 1, rule, 0)
    const at = this.#query('sightline_states')
    const numbers = this.#d.slice(at, at + 17)
    numbers[16] = this.#u[2 * at + 32] + 16 * this.#u[2 * at + 33]
    return numbers
  }
  /** The exposure of an item under a policy, up to a time. */
  item(identity, policy, nanoseconds) {
    this.flush()
    const query = this.#begin(2, identity % 2 ** 32, Math.floor(identity / 2 ** 32))
    this.#pair(query + 1, policy, 0)
    const at = this.#query('sightline_items', BigInt(nanoseconds))
    return { ...this.#exposure(2 * at), progress: this.#d[at + 6] }
  }
  /** Sends the pending query. Returns the offset of the answer in 64-bit words. */
  #query(name, ...time) {
    const size = 8 * (this.#at - this.#start)
    this.#at = this.#start
    const status = this.#exports[name](this.#engine, size, ...time)
    if (this.#u.length === 0) this.#map()
    if (status) throw this.#refused('a query', status)
    return this.#u[(this.#exports.sightline_report(this.#engine) >>> 2) + 8] >>> 3
  }
}
