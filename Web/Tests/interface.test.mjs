// Tests the exports of the WebAssembly engine. `scripts/test web` builds it and runs this.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { repetitions } from '../JavaScript/notation.mjs'
import { Engine, Records, exported, imports, instantiate, never, status } from './engine.mjs'

const exports = await instantiate()

/** A list of 20 rows, 50 points high, in a 100 × 100 window, watched with a threshold of 1. */
function list() {
  const engine = new Engine(exports)
  const edits = new Records().container(1, 0, [0, 0, 100, 100]).rule(0, 1)
  for (let row = 0; row < 20; row++) edits.target(row, 1, 0, 50 * row, 100, 50).watch(row, row, 0)
  engine.edit(edits)
  return engine
}

test('the module imports nothing and exports the functions in the header', async () => {
  assert.deepEqual(imports, [])
  const header = await readFile(new URL('../sightline.h', import.meta.url), 'utf8')
  const declared = [...header.matchAll(/^[a-z].*[ *](sightline_[a-z_]+)\(/gm)].map(([, name]) => name)
  assert.ok(declared.length > 0)
  assert.deepEqual(exported.toSorted?.() ?? [...exported].sort(), ['memory', ...declared].sort())
  assert.equal(exports.sightline_version(), 1)
})

test('rows enter and leave as a list scrolls', () => {
  const engine = list()
  assert.deepEqual(engine.pass(0).changes.map(({ kind, target, watch, fraction }) => [kind, target, watch, fraction]),
    [['entered', 0, 0, 1], ['entered', 1, 1, 1]])
  engine.edit(new Records().scroll(1, 0, 60))
  assert.deepEqual(engine.pass(1).changes.map(({ kind, target, fraction, reason }) => [kind, target, fraction, reason]),
    [['left', 0, 0, 'outOfViewport'], ['left', 1, 0.8, 'outOfViewport'], ['entered', 2, 1, null]])
  assert.deepEqual(engine.pass(2).changes, [])
})

test('covered targets leave, and targets of a removed container are removed', () => {
  const engine = list()
  engine.pass(0)
  engine.edit(new Records().cover(0, 0, 0, 0, 100, 60))
  assert.deepEqual(engine.pass(1).changes.map(({ target, reason, fraction }) => [target, reason, fraction]),
    [[0, 'covered', 0], [1, 'covered', 0.8]])
  engine.edit(new Records().u(16, 0))
  engine.pass(2)
  engine.edit(new Records().u(6, 1))
  assert.deepEqual(engine.pass(3).changes.map(({ watch, reason }) => [watch, reason]), [[0, 'removed'], [1, 'removed']])
})

test('appearances, moves and margins apply', () => {
  const engine = list()
  engine.pass(0)
  engine.edit(new Records().look(9, 0, { opacity: 0 }).look(9, 1, { hidden: 1 }))
  assert.deepEqual(engine.pass(1).changes.map(({ reason }) => reason), ['transparent', 'hidden'])
  engine.edit(new Records().look(9, 0, {}).look(9, 1, { pinned: 1 }).u(8, 0).d(0, 25, 100, 50))
  assert.deepEqual(engine.pass(2).changes.map(({ target }) => target), [0, 1])
  engine.edit(new Records().scroll(1, 0, 500))
  assert.deepEqual(engine.pass(3).changes.map(({ kind, target }) => [kind, target]),
    [['left', 0], ['entered', 10], ['entered', 11]])
  engine.edit(new Records().u(10, 0, 0, 0).u(18, 0).d(0, 0, -50, 0, 0, 0, 0, 0))
  assert.deepEqual(engine.pass(4).changes.map(({ kind, target }) => [kind, target]), [['left', 1], ['left', 11]])
  // Scale the container of the rows to half, then move it, then change its clip.
  engine.edit(new Records().u(18, 0).d(0, 0, 0, 0, 0, 0, 0, 0).look(3, 1, { transform: [0.5, 0, 0, 0.5, 10, 10] }))
  engine.pass(5)
  assert.deepEqual(engine.states([10])[0].visible, [10, 10, 50, 25])
  engine.edit(new Records().container(2, 0, [10, 10, 90, 90]).u(5, 1, 2, 0))
  assert.deepEqual(engine.states([10])[0].bounding, [20, 20, 50, 25])
  engine.edit(new Records().u(2, 1, 0, 2).d(0, 0, 100, 100, 0, 500, 0, 0, 100, 20))
  assert.deepEqual(engine.states([10], [11]).map(({ reason }) => reason), ['clipped', 'clipped'])
})

test('an impression counts at the end of its dwell, which is the deadline', () => {
  const engine = new Engine(exports)
  const identity = 2n ** 64n - 2n
  engine.edit(new Records().target(3, 0, 0, 0, 50, 50).rule(1, 0.5).policy(7, 1, { dwell: 1_000_000_000n, repetition: 3 })
    .watchImpressions(9, 3, 7, identity))
  assert.equal(engine.pass(5).nextDeadline, 1_000_000_005n)
  assert.equal(engine.items(500_000_005, [identity, 7])[0].progress, 0.5)
  const { impressions, nextDeadline } = engine.pass(2_000_000_000)
  assert.equal(nextDeadline, never)
  assert.deepEqual(impressions, [{
    identity, watch: 9, target: 3, time: 1_000_000_005n, firstSeen: 5n, lastSeen: 1_000_000_005n, total: 1_000_000_000n,
    longest: 1_000_000_000n, greatestFraction: 1, exposures: 1, count: 1,
  }])
  engine.edit(new Records().u(25, 0))
  engine.pass(3_000_000_000)
  assert.deepEqual(engine.items(4_000_000_000, [identity, 7], [1n, 7]).map(({ total, count }) => [total, count]),
    [[2_999_999_995n, 1], [0n, 0]])
})

test('an impression of an ended watch has its number, even if its index was reused', () => {
  const engine = new Engine(exports)
  engine.edit(new Records().rule(0, 0.5).policy(0, 0, { dwell: 1_000_000_000n }))
  for (let row = 0; row < 3; row++) {
    engine.edit(new Records().target(row, 0, 0, 10 * row, 10, 10).watchImpressions(row, row, 0, BigInt(7 + row)))
  }
  engine.pass(0)
  // Recycle rows twice before the next pass, after the end of their dwells.
  for (const round of [1, 2]) {
    for (const row of [2, 0, 1]) {
      engine.edit(new Records().u(24, row + 10 * (round - 1)).watchImpressions(row + 10 * round, row, 0, BigInt(row + 10 * round)))
    }
  }
  const seen = engine.pass(1_500_000_000).impressions.map(({ identity, watch, target }) => [identity, watch, target])
  assert.deepEqual(seen, [[7n, 0, 0], [8n, 1, 1], [9n, 2, 2]])
})

test('items can count again in a new session, visit or day', () => {
  const engine = new Engine(exports)
  engine.edit(new Records().rule(0, 0))
  for (const repetition of [0, 1, 2, 5]) {
    engine.edit(new Records().policy(repetition, 0, { repetition, value: 1n }).target(repetition, 0, 0, 0, 10, 10)
      .watchImpressions(repetition, repetition, repetition, 8n))
  }
  assert.deepEqual(engine.pass(0).impressions.map(({ watch }) => watch), [0, 1, 2, 5])
  engine.edit(new Records().u(26, 0))
  assert.deepEqual(engine.pass(1).impressions.map(({ watch, count }) => [watch, count]), [[1, 2]])
  engine.edit(new Records().u(27, 0))
  assert.deepEqual(engine.pass(2).impressions.map(({ watch }) => watch), [2])
  engine.edit(new Records().u(28, 1))
  engine.pass(3)
  engine.edit(new Records().u(25, 0))
  engine.pass(4)
  engine.edit(new Records().u(25, 1))
  assert.deepEqual(engine.pass(5).impressions.map(({ watch, count }) => [watch, count]), [[5, 2]])
})

test('restored impressions count again only as the policy allows', () => {
  const engine = new Engine(exports)
  engine.edit(new Records().rule(0, 0))
  for (let repetition = 0; repetition < 4; repetition++) engine.edit(new Records().policy(repetition, 0, { repetition }))
  // In order: an earlier launch, this session, this screen visit, an exposure that continues.
  for (const [item, flags] of [0, 1, 2, 4].entries()) {
    engine.edit(new Records().target(item, 0, 0, 10 * item, 10, 10))
    for (let repetition = 0; repetition < 4; repetition++) {
      engine.edit(new Records().u(30, repetition, flags, 0).b(BigInt(item), 3n, 0n, 0n, 1n)
        .watchImpressions(4 * item + repetition, item, repetition, BigInt(item)))
    }
  }
  assert.deepEqual(engine.pass(0).impressions.map(({ watch, count }) => [watch, count]),
    [1, 2, 3, 6, 7, 9, 11, 13, 14].map((watch) => [watch, 4]))
  const cool = new Engine(exports)
  cool.edit(new Records().rule(0, 0).policy(0, 0, { repetition: 4, value: 5_000n }).target(0, 0, 0, 0, 10, 10)
    .u(30, 0, 8, 0).b(7n, 1n, -2_000n, 0n, 0n).watchImpressions(0, 0, 0, 7n))
  cool.pass(0)
  assert.equal(cool.pass(3_000).impressions[0].time, 3_000n)
})

test('a cool-down goes on while the device sleeps', () => {
  const engine = new Engine(exports)
  const show = (y) => new Records().u(8, 0).d(0, y, 10, 10)
  engine.edit(new Records().rule(0, 0).policy(0, 0, { repetition: 4, value: 5_000_000_000n }).target(0, 0, 0, 0, 10, 10)
    .watchImpressions(0, 0, 0, 7n))
  assert.equal(engine.pass(0).impressions.length, 1)
  engine.edit(show(500))
  engine.pass(1_000)
  engine.edit(show(0).u(31, 0).b(3_000_000_000n))
  engine.pass(2_000)
  assert.equal(engine.report().nextDeadline, 2_000_000_000n)
  engine.edit(new Records().u(31, 0).b(6_000_000_000n))
  assert.equal(engine.pass(3_000).impressions[0].time, 3_000n)
  assert.equal(engine.tryEdit(new Records().u(31, 0, 0)), status.cutOff)
})

test('container viewports, ended watches, and a rule with several thresholds', () => {
  const engine = list()
  engine.edit(new Records().viewport(4, 1, 0, 0, -50).rule(1, 0, 0.5, 1).watch(40, 1, 1, 4).watch(41, 0, 1, 4).u(24, 41))
  assert.deepEqual(engine.pass(0).changes.map(({ watch }) => watch), [0, 1])
  engine.edit(new Records().scroll(1, 0, 25))
  assert.deepEqual(engine.pass(1).changes.map(({ kind, watch, threshold }) => [kind, watch, threshold]),
    [['left', 0, 0], ['entered', 40, 0], ['entered', 40, 1]])
  engine.edit(new Records().u(19, 4))
  assert.equal(engine.tryEdit(new Records().u(24, 40)), status.unknownNumber)
})

test('invalid edits are refused, and earlier ones are applied', () => {
  const engine = list()
  const refused = (name, records) => {
    assert.equal(engine.tryEdit(new Records().scroll(1, 0, 10).scroll(1, 0, 0)), status.ok)
    assert.equal(engine.tryEdit(records), status[name], name)
  }
  const nan = NaN
  refused('unknownKind', new Records().u(0, 0))
  refused('unknownKind', new Records().u(37, 0))
  refused('cutOff', new Records().u(4))
  refused('cutOff', new Records().u(4, 1).d(0))
  refused('cutOff', new Records().target(50, 1, 0, 0, 10))
  refused('cutOff', new Records().u(20, 0, 0, 65_535).d(0, 0, 0, 0.5))
  refused('unknownNumber', new Records().scroll(9, 0, 0))
  refused('unknownNumber', new Records().scroll(2 ** 32 - 1, 0, 0))
  refused('unknownNumber', new Records().target(50, 9, 0, 0, 1, 1))
  refused('unknownNumber', new Records().watch(50, 0, 9))
  refused('unknownNumber', new Records().watch(50, 0, 0, 9))
  refused('unknownNumber', new Records().policy(0, 9))
  refused('unknownNumber', new Records().watchImpressions(50, 0, 2 ** 31, 0n))
  refused('numberInUse', new Records().target(0, 1, 0, 0, 1, 1))
  refused('numberInUse', new Records().container(0, 0, [0, 0, 1, 1]))
  refused('numberInUse', new Records().viewport(0, 1))
  refused('numberInUse', new Records().watch(0, 0, 0))
  for (const number of [2 ** 22, 2 ** 32 - 1]) {
    refused('numberTooLarge', new Records().target(number, 1, 0, 0, 1, 1))
    refused('numberTooLarge', new Records().rule(number, 1))
    refused('numberTooLarge', new Records().policy(number, 0))
  }
  for (const threshold of [-0.1, 1.1, nan]) refused('badValue', new Records().rule(1, 0.5, threshold))
  refused('badValue', new Records().rule(1))
  refused('badValue', new Records().u(20, 1, 0, 65_536).d(0, 0, 0))
  refused('badValue', new Records().u(20, 1, 4, 1).d(0, 0, 0, 1))
  refused('badValue', new Records().u(20, 1, 256, 1).d(0, 0, 0, 1))
  for (const bad of [[nan, 0, 0], [2, 0, 0], [0, -1, 0], [0, nan, 0], [0, 0, -1], [0, 0, Infinity], [0, 0, nan]]) {
    refused('badValue', new Records().u(20, 1, 0, 1).d(...bad, 1))
  }
  for (const bad of [{ dwell: -1n }, { repetition: repetitions.length }, { repetition: 4, value: -1n }, { repetition: 5 }, { speed: -1 }, { speed: nan }]) {
    refused('badValue', new Records().policy(0, 0, bad))
  }
  refused('cutOff', new Records().u(30, 0, 0, 0).b(7n, 1n, 0n, 0n))
  refused('unknownNumber', new Records().u(30, 9, 0, 0).b(7n, 1n, 0n, 0n, 0n))
  refused('badValue', new Records().u(30, 0, 0, 0).b(7n, 0n, 0n, 0n, 0n))
  refused('badValue', new Records().u(1, 60, 0, 3).d(0, 0, 1, 1, 0, 0, 0, 0, 1, 1))
  refused('impossible', new Records().u(6, 0))
  refused('impossible', new Records().u(19, 0))
  refused('impossible', new Records().u(5, 0, 1, 0))
  refused('impossible', new Records().u(5, 1, 1, 0))

  assert.equal(engine.tryEdit(new Records().scroll(1, 0, 500).u(6, 0)), status.impossible)
  assert.equal(engine.report().refusedAt, 24)
  assert.deepEqual(engine.pass(0).changes.map(({ target }) => target), [10, 11])
  assert.equal(engine.exports.sightline_edit(engine.handle, 2 ** 31), status.cutOff)
})

test('containers nest at most 512 deep, whether added or moved', () => {
  const engine = new Engine(exports)
  const edits = new Records()
  for (let depth = 1; depth <= 512; depth++) edits.container(depth, depth - 1, [0, 0, 100, 100])
  engine.edit(edits.target(0, 512, 0, 0, 10, 10).rule(0, 1).watch(0, 0, 0))
  assert.equal(engine.pass(0).changes.length, 1)
  assert.equal(engine.tryEdit(new Records().container(513, 512, [0, 0, 1, 1])), status.tooDeep)
  engine.edit(new Records().container(600, 0, [0, 0, 1, 1]).container(601, 600, [0, 0, 1, 1]))
  assert.equal(engine.tryEdit(new Records().u(5, 600, 511, 0)), status.tooDeep)
  assert.equal(engine.tryEdit(new Records().u(5, 600, 510, 0)), status.ok)
  assert.equal(engine.tryEdit(new Records().u(5, 1, 601, 0)), status.impossible)
})

test('engines are independent, and unknown after they are freed', () => {
  const [one, other] = [list(), list()]
  one.pass(0)
  assert.equal(other.pass(0).changes.length, 2)
  assert.equal(exports.sightline_free(one.handle), status.ok)
  for (const handle of [one.handle, 0, 10_000, 2 ** 32 - 1]) {
    assert.equal(exports.sightline_free(handle), status.unknownEngine)
    assert.equal(exports.sightline_edit(handle, 0), status.unknownEngine)
    assert.equal(exports.sightline_pass(handle, 0n), status.unknownEngine)
    assert.equal(exports.sightline_states(handle, 0), status.unknownEngine)
    assert.equal(exports.sightline_items(handle, 0, 0n), status.unknownEngine)
    assert.equal(exports.sightline_input(handle, 8), 0)
    assert.equal(exports.sightline_report(handle), 0)
  }
  assert.equal(other.pass(1).changes.length, 0)
})

test('freeing an engine releases its memory', async () => {
  const exports = await instantiate()
  let size
  for (let round = 0; round < 20; round++) {
    const engine = new Engine(exports, 400, 800)
    const edits = new Records().rule(0, 0.5)
    for (let row = 0; row < 5_000; row++) edits.target(row, 0, 0, 60 * row, 400, 60).watch(row, row, 0)
    engine.edit(edits)
    assert.equal(engine.pass(0).changes.length, 13)
    exports.sightline_free(engine.handle)
    if (round === 9) size = exports.memory.buffer.byteLength
  }
  assert.equal(exports.memory.buffer.byteLength, size)
})

test('allocations of all sizes do not corrupt one another', () => {
  // Engines grow alternately, so that their arrays interleave. Each must then report its own state.
  const engines = Array.from({ length: 12 }, () => new Engine(exports, 100, 1e6))
  for (const engine of engines) engine.edit(new Records().rule(0, 1))
  for (let row = 0; row < 600; row++) {
    for (const [place, engine] of engines.entries()) {
      if (row % (place + 1) === 0) engine.edit(new Records().target(row, 0, place, row, 1, 1).watch(row, row, 0))
    }
  }
  for (const [place, engine] of engines.entries()) {
    assert.equal(engine.pass(0).changes.length, Math.ceil(600 / (place + 1)))
    assert.deepEqual(engine.states([0])[0].bounding, [place, 0, 1, 1])
    exports.sightline_free(engine.handle)
  }
})

test('a frame applies edits, runs a pass and returns the report in one call', () => {
  const engine = list()
  const frame = (records, time) => exports.sightline_frame(engine.handle, engine.write(records), time)
  assert.equal(frame(new Records(), 0), exports.sightline_report(engine.handle))
  assert.deepEqual(engine.report().changes.map(({ kind, target }) => [kind, target]), [['entered', 0], ['entered', 1]])
  assert.notEqual(frame(new Records().scroll(1, 0, 100), 16e6), 0)
  assert.deepEqual(engine.report().changes.map(({ kind, target }) => [kind, target]),
    [['left', 0], ['left', 1], ['entered', 2], ['entered', 3]])
  // A refused edit or an invalid time prevents the pass.
  assert.equal(frame(new Records().scroll(99, 0, 0), 32e6), 0)
  for (const time of [NaN, Infinity, 0.5]) assert.equal(frame(new Records(), time), 0)
  assert.equal(exports.sightline_frame(9999, 0, 0), 0)
  assert.equal(engine.report().changes.length, 4)
})
