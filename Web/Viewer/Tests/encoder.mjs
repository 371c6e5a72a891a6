// Builds sessions for tests from edit records, with a pass at the end of each step.
import { Records } from '../../JavaScript/engine.mjs'

export const half = { measure: 'item', thresholds: [0.5], hysteresis: 0, minimumOpacity: 0.01, minimumArea: 0 }
export const atOnce = { rule: 0, dwell: '0', repetition: 'once', value: '0', cumulative: false, pauses: false, speed: null }

/** An override in the form used by the viewer. */
export const override = (rule = {}, policy = {}, more = {}) =>
  ({ rule: { ...half, ...rule }, policy: { ...atOnce, ...policy }, ...more })

export class Encoder {
  records = new Records()
  #times = []
  #starts = [0]

  constructor(about = {}) {
    this.about = {
      trace: 'test.ndjson', recorder: 'Sightline', page: null, unit: 'pt', window: [100, 100], passes: 'steps', events: 0, impressions: 0,
      containers: [0], targets: [], covers: [], viewports: [0], rules: [half], policies: [atOnce], watches: [], ...about,
    }
    this.about.rules.forEach((rule, number) => this.records.rule(number, ...rule.thresholds))
    this.about.policies.forEach(({ rule, dwell }, number) => this.records.policy(number, rule, { dwell: BigInt(dwell) }))
  }

  container(parent, frame, options) {
    const number = this.about.containers.push(1000 + this.about.containers.length) - 1
    this.records.container(number, parent, frame, options)
    return number
  }
  target(container, ...frame) {
    const node = this.about.targets.length + 1
    const number = this.about.targets.push({ node, identity: `${2n ** 63n + BigInt(node)}` }) - 1
    this.records.target(number, container, ...frame)
    return number
  }
  cover(container, ...frame) {
    const number = this.about.covers.push(2000 + this.about.covers.length) - 1
    this.records.cover(number, container, ...frame)
    return number
  }
  /** Watches a target for a rule or, with an identity, for impressions. */
  watch(target, { rule = 0, policy = 0, identity = null, name = null, viewport = 0 } = {}) {
    const number = this.about.watches.length
    if (identity === null) this.about.watches.push({ target, viewport, rule, name })
    else this.about.watches.push({ target, viewport, policy, identity: `${identity}`, name })
    if (identity === null) this.records.watch(number, target, rule, viewport)
    else this.records.watchImpressions(number, target, policy, BigInt(identity), viewport)
    return number
  }

  /** Ends a step. */
  step(milliseconds) {
    this.#times.push(milliseconds)
    this.#starts.push(this.records.size)
    return this
  }

  get bytes() {
    const steps = this.#times.length
    const padded = (bytes, fill = 0) => {
      const whole = new Uint8Array(bytes.length + (-bytes.length & 7)).fill(fill)
      whole.set(bytes)
      return whole
    }
    const json = padded(new TextEncoder().encode(JSON.stringify({ ...this.about, steps })), 0x20)
    const times = BigInt64Array.from(this.#times, (time) => BigInt(Math.round(time * 1e6)))
    const parts = [
      new Uint8Array(Uint32Array.of(0x4E534C53, 1, json.length, 0).buffer), json, new Uint8Array(times.buffer),
      padded(new Uint8Array(Uint32Array.from(this.#starts).buffer)), new Uint8Array(this.records.bytes.buffer, 0, this.records.size),
    ]
    const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
    parts.reduce((at, part) => (bytes.set(part, at), at + part.length), 0)
    return bytes
  }
}

/** A list scrolled down and up by `speed` points per step, every 16 ms. */
export function list({ rows = 100, steps = 200, height = 60, speed = 7, cover = true, name = (row) => `Row ${row + 1}`, ...about } = {}) {
  const window = [390, 844]
  const encoder = new Encoder({ window, ...about })
  const scroller = encoder.container(0, [0, 0, ...window])
  for (let row = 0; row < rows; row++) {
    encoder.watch(encoder.target(scroller, 0, row * height, window[0], height), { identity: row + 1, name: name(row) })
  }
  if (cover) encoder.cover(0, 0, 784, 390, 60)
  encoder.step(0)
  const way = Math.max(1, rows * height - window[1])
  for (let step = 1; step < steps; step++) {
    const offset = step * speed % (2 * way)
    encoder.records.scroll(scroller, 0, offset > way ? 2 * way - offset : offset)
    encoder.step(step * 16)
  }
  return encoder
}
