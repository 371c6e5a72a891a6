// The engine for JavaScript: writes and reads the records of `sightline.h`. Works in browsers and in node. Callers load and
// instantiate the module.
import { causes, edges, edits, reasons, ruleNumbers } from './notation.mjs'

export const never = 2n ** 63n - 1n
/** The `SightlineExit` of a code; `null` for 0. */
export const exitOf = (code) =>
  code ? { edge: edges[(code - 1) % edges.length], cause: causes[Math.floor((code - 1) / edges.length)] } : null
export const status = {
  ok: 0, unknownEngine: 1, cutOff: 2, unknownKind: 3, unknownNumber: 4, numberInUse: 5, numberTooLarge: 6, badValue: 7,
  tooDeep: 8, impossible: 9,
}

/** Input records. `u`, `i`, `b` and `d` append an unsigned 32-bit integer, a signed one, a 64-bit integer and a double. */
export class Records {
  bytes = new DataView(new ArrayBuffer(1 << 16))
  size = 0

  append(set, size, values) {
    for (const value of values) {
      if (this.size + size > this.bytes.byteLength) {
        const larger = new Uint8Array(2 * this.bytes.byteLength)
        larger.set(new Uint8Array(this.bytes.buffer))
        this.bytes = new DataView(larger.buffer)
      }
      this.bytes[set](this.size, value, true)
      this.size += size
    }
    return this
  }
  u(...values) { return this.append('setUint32', 4, values) }
  i(...values) { return this.append('setInt32', 4, values) }
  b(...values) { return this.append('setBigInt64', 8, values.map((value) => BigInt.asIntN(64, value))) }
  d(...values) { return this.append('setFloat64', 8, values) }

  container(number, parent, frame, { offset = [0, 0], clips = true, scrolls = true } = {}) {
    return this.u(edits.addContainer, number, parent, (clips ? 1 : 0) | (scrolls ? 4 : 0)).d(...frame, ...offset)
  }
  scroll(number, x, y) { return this.u(edits.scroll, number).d(x, y) }
  target(number, container, ...frame) { return this.u(edits.addTarget, number, container, 0).d(...frame) }
  look(kind, number, { z = 0, hidden = 0, pinned = 0, opacity = 1, transform = [1, 0, 0, 1, 0, 0] }) {
    return this.u(kind, number).i(z).u(hidden | pinned << 1).d(opacity, ...transform)
  }
  cover(number, container, ...frame) { return this.u(edits.addCover, number, container, 0).d(...frame) }
  viewport(number, container, ...margins) {
    return this.u(edits.addViewport, number, container, 0).d(...margins, ...Array(16 - margins.length).fill(0))
  }
  rule(number, ...thresholds) {
    return this.u(edits.setRule, number, 0, thresholds.length).d(...ruleNumbers.map(({ usual }) => usual), ...thresholds)
  }
  policy(number, rule, { dwell = 0n, repetition = 0, value = 0n, flags = 0, speed = 0 } = {}) {
    return this.u(edits.setPolicy, number, rule, repetition, flags, 0).b(dwell, value).d(speed)
  }
  watch(number, target, rule, viewport = 0) { return this.u(edits.watch, number, target, viewport, rule, 0) }
  watchImpressions(number, target, policy, identity, viewport = 0) {
    return this.u(edits.watchForImpressions, number, target, viewport, policy, 0).b(identity)
  }
}

export class Engine {
  constructor(exports, width = 100, height = 100) {
    this.exports = exports
    this.handle = exports.sightline_make(width, height)
  }

  write(records) {
    const address = this.exports.sightline_input(this.handle, records.size)
    new Uint8Array(this.exports.memory.buffer).set(new Uint8Array(records.bytes.buffer, 0, records.size), address)
    return records.size
  }
  /** Applies edits and returns their status. */
  tryEdit(records) { return this.exports.sightline_edit(this.handle, this.write(records)) }
  edit(records) {
    const status = this.tryEdit(records)
    if (status) throw new Error(`status ${status} at ${this.report().refusedAt}`)
  }
  pass(nanoseconds) {
    this.exports.sightline_pass(this.handle, BigInt(nanoseconds))
    return this.report()
  }

  report() {
    const view = new DataView(this.exports.memory.buffer)
    const at = this.exports.sightline_report(this.handle)
    const u = (offset) => view.getUint32(at + offset, true)
    return {
      nextDeadline: view.getBigInt64(at, true), refusedAt: u(8), evaluated: u(12),
      changes: this.records(u(16), u(20), 32, (u, d) => ({
        kind: ['entered', 'left'][u(0)], watch: u(4), target: u(8), threshold: u(12), fraction: d(16), reason: reasons[u(24)],
        exit: exitOf(u(28)),
      })),
      impressions: this.records(u(24), u(28), 72, (u, d, b) => ({
        identity: BigInt.asUintN(64, b(0)), watch: u(8), target: u(12), time: b(16), ...exposure(u, d, b, 24),
      })),
      answers: [u(32), u(36)],
    }
  }
  records(address, size, step, read) {
    const view = new DataView(this.exports.memory.buffer, address, size)
    return Array.from({ length: size / step }, (_, i) =>
      read((at) => view.getUint32(i * step + at, true), (at) => view.getFloat64(i * step + at, true),
        (at) => view.getBigInt64(i * step + at, true)))
  }

  states(...targets) {
    const queries = new Records()
    for (const [target, rule = 2 ** 32 - 1, viewport = 0] of targets) queries.u(target, viewport, rule, 0)
    const status = this.exports.sightline_states(this.handle, this.write(queries))
    if (status) throw new Error(`status ${status}`)
    const four = (d, at) => [d(at), d(at + 8), d(at + 16), d(at + 24)]
    return this.records(...this.report().answers, 136, (u, d) => ({
      fraction: d(0), viewportShare: d(8), smallerShare: d(16), opacity: d(24), visible: four(d, 32), bounding: four(d, 64),
      viewport: four(d, 96), flags: u(128), reason: reasons[u(132)],
    }))
  }
  items(nanoseconds, ...queries) {
    const records = new Records()
    for (const [identity, policy] of queries) records.b(identity).u(policy, 0)
    const status = this.exports.sightline_items(this.handle, this.write(records), BigInt(nanoseconds))
    if (status) throw new Error(`status ${status}`)
    return this.records(...this.report().answers, 56, (u, d, b) => ({ ...exposure(u, d, b, 0), progress: d(48) }))
  }
}

const exposure = (u, d, b, at) => ({
  firstSeen: b(at), lastSeen: b(at + 8), total: b(at + 16), longest: b(at + 24), greatestFraction: d(at + 32), exposures: u(at + 40),
  count: u(at + 44),
})
