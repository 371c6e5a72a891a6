// Tests playback and results of sessions in node: jumps, key frames, other policies.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edits, reasons } from '../../JavaScript/notation.mjs'
import { instantiate } from '../../Tests/engine.mjs'
import { SessionItems } from '../items.mjs'
import { Player } from '../player.mjs'
import { Replay } from '../replay.mjs'
import { Session } from '../session.mjs'
import { atOnce, Encoder, half, list, override } from './encoder.mjs'

async function played(encoder, other = null, options = {}) {
  const session = new Session(encoder.bytes)
  const player = new Player(await instantiate(), session, new SessionItems(session), other, options)
  player.run()
  return player
}

/** The current state of each target in the engine. */
function seen(replay) {
  const { watching, session } = replay
  const subjects = session.about.targets.map((_, target) => watching.subject(target)).filter((subject) => subject >= 0)
  const all = []
  replay.measure(subjects, (i, ...measured) => all.push([subjects[i], ...measured]))
  replay.progress(subjects, session.times[replay.at], (i, ...progress) => all[i].push(...progress))
  return { all, scene: Buffer.from(replay.scene.bytes).toString('base64') }
}

test('a jump gives the same state as playback', async () => {
  const encoder = list({ rows: 60, steps: 900, policies: [{ rule: 0, dwell: '300000000', repetition: 'once', value: '0' }] })
  const player = await played(encoder)
  assert.ok(player.keyFrames > 3)
  const straight = new Map()
  const replay = new Replay(await instantiate(), player.session, player.items)
  while (replay.at < 899) {
    replay.forward()
    straight.set(replay.at, seen(replay))
  }
  let random = 7
  for (let i = 0; i < 120; i++) {
    random = random * 48271 % 2147483647
    const step = random % 900
    player.seek(step)
    assert.deepEqual(seen(player.replay), straight.get(step), `step ${step}, jump ${i}`)
  }
})

test('memory added since a key frame is reused after a jump back', async () => {
  const encoder = list({ rows: 10, steps: 100 })
  for (let step = 100; step < 400; step++) {
    for (let i = 0; i < 20; i++) encoder.watch(encoder.target(1, 0, 100 * i, 100, 50), { identity: 1000 * step + i })
    encoder.step(16 * step)
  }
  const player = await played(encoder)
  const { memory } = player.replay.exports
  const grown = memory.buffer.byteLength
  player.seek(0)
  for (let i = 0; i < 30; i++) {
    player.seek(399)
    player.seek(10)
  }
  assert.equal(memory.buffer.byteLength, grown)
})

test('key frames stay within their limit, and jumps still work', async () => {
  const player = await played(list({ rows: 400, steps: 3000 }), null, { room: 2 << 20 })
  assert.ok(player.size <= 2 << 20, `${player.size} bytes`)
  assert.ok(player.keyFrames >= 2)
  const late = seen((player.seek(2999), player.replay))
  player.seek(1)
  player.seek(2999)
  assert.deepEqual(seen(player.replay), late)
})

test('a run in slices with jumps in between gives the same results as a single run', async () => {
  const whole = await played(list({ rows: 50, steps: 700 }))
  const session = new Session(list({ rows: 50, steps: 700 }).bytes)
  const player = new Player(await instantiate(), session, new SessionItems(session))
  for (let i = 0; !player.run(0); i++) player.seek(i % player.stepsRun)
  assert.deepEqual(player.results.inView, whole.results.inView)
  assert.equal(player.results.events.count, whole.results.events.count)
  assert.equal(player.keyFrames, whole.keyFrames)
})

/** One target, in view from 100 ms to 600 ms, watched for impressions. */
function oneTarget({ watches = (encoder, target) => encoder.watch(target, { identity: 5 }), ...about } = {}) {
  const encoder = new Encoder(about)
  const scroller = encoder.container(0, [0, 0, 100, 100])
  const target = encoder.target(scroller, 0, 150, 100, 50)
  watches(encoder, target)
  encoder.step(0)
  encoder.records.scroll(scroller, 0, 100)
  encoder.step(100)
  encoder.step(350)
  encoder.records.scroll(scroller, 0, 0)
  encoder.step(600)
  return encoder
}

test('exposures and impressions are those of the recorded policy', async () => {
  const { results } = await played(oneTarget())
  assert.deepEqual([results.inView[0], results.exposures[0], results.impressions[0]], [500e6, 1, 1])
  assert.deepEqual([results.entered, results.left], [0, 0], 'an impression watch has no enter or leave events')
  assert.deepEqual([...results.eventSteps.step.slice(0, results.eventSteps.count)], [1, 3])
  assert.deepEqual([results.eventStepAfter(0), results.eventStepAfter(1), results.eventStepAfter(3)], [1, 3, 3])
  assert.deepEqual([results.eventStepBefore(3), results.eventStepBefore(1)], [1, 1])
})

test('another policy gives other results', async () => {
  const counts = async (...other) => {
    const { results } = await played(oneTarget(), override(...other))
    return [results.inView[0] / 1e6, results.impressions[0]]
  }
  assert.deepEqual(await counts(), [500, 1])
  assert.deepEqual(await counts({}, { dwell: '250000000' }), [500, 1])
  assert.deepEqual(await counts({}, { dwell: '600000000' }), [500, 0])
  assert.deepEqual(await counts({}, {}, { margins: [0, 0, -10, 0] }), [500, 1])
  assert.deepEqual(await counts({}, {}, { margins: [-80, 0, 0, 0] }), [0, 0])
})

test('a dwell ends between steps only in traces of hosts with timers', async () => {
  const dwell = '100000000'
  const times = async (passes) => {
    const { results } = await played(oneTarget({ passes }), override({}, { dwell }))
    return [results.marks.time[0] / 1e6, results.events.step[results.marks.event[0]]]
  }
  assert.deepEqual(await times('steps'), [200, 2])
  assert.deepEqual(await times('deadlines'), [200, 1])
})

test('ignored covers hide nothing', async () => {
  const encoder = oneTarget({ watches: (encoder, target) => {
    encoder.watch(target, { identity: 5 })
    encoder.cover(0, 0, 40, 100, 60)
  } })
  assert.equal((await played(encoder)).results.impressions[0], 0)
  assert.equal((await played(encoder, override())).results.impressions[0], 0)
  assert.equal((await played(encoder, override({}, {}, { ignoresCovers: true }))).results.impressions[0], 1)
})

test('watches with the same target and identity are merged, and other targets use their own identity', async () => {
  const twice = await played(oneTarget({ watches: (encoder, target) => {
    encoder.watch(target, { identity: 5 })
    encoder.watch(target, { identity: 5 })
    encoder.watch(target, {})
  } }), override())
  assert.equal(twice.results.marks.count, 1)
  const own = await played(oneTarget({ watches: (encoder, target) => encoder.watch(target) }), override())
  assert.equal(own.results.marks.count, 1)
  assert.equal(own.replay.watching.subjects[0].identity, 2n ** 63n + 1n)
})

test('ending a watch ends the exposure without an event from the engine', async () => {
  const encoder = oneTarget()
  encoder.records.scroll(1, 0, 100)
  encoder.step(700)
  encoder.records.u(24, 0)
  encoder.step(900)
  encoder.step(1000)
  for (const other of [null, override()]) {
    const { results } = await played(encoder, other)
    assert.deepEqual([results.inView[0], results.exposures[0]], [700e6, 2])
  }
})

test('removing a container or viewport ends the watches in it', async () => {
  const inWindow = override({}, {}, { margins: [0, 0, 0, 0] })
  for (const [other, kind] of [[null, 6], [override(), 6], [null, 19], [override(), 19], [inWindow, 19]]) {
    const encoder = new Encoder({ viewports: [0, 0] })
    encoder.records.viewport(1, 0)
    const container = encoder.container(0, [0, 0, 100, 100])
    encoder.watch(encoder.target(container, 0, 0, 50, 50), { identity: 1, viewport: 1 })
    encoder.step(0)
    encoder.records.u(kind, 1)
    encoder.step(100)
    encoder.step(200)
    const { results } = await played(encoder, other)
    assert.deepEqual([results.inView[0] / 1e6, results.exposures[0]], [100, 1], `${kind} ${other}`)
  }
})

test('a removed item has no area and does not affect others', async () => {
  // Like a replay of removed nodes: their watches end without an edit.
  const encoder = new Encoder()
  const [a, b] = [encoder.target(0, 0, 0, 50, 50), encoder.target(0, 50, 0, 50, 50)]
  encoder.watch(a, { identity: 1 })
  encoder.watch(b, { identity: 2 })
  encoder.step(0)
  encoder.records.u(edits.removeTarget, a)
  encoder.step(100)
  encoder.records.u(edits.setTargetFrame, b).d(500, 0, 50, 50)
  encoder.step(200)
  const { replay } = await played(encoder)
  assert.deepEqual(seen(replay).all.map(([, fraction, , reason]) => [fraction, reasons[reason]]), [[0, 'removed'], [0, 'outOfViewport']])
})

test('recorded policy replacements do not apply under another policy', async () => {
  const encoder = oneTarget({ policies: [atOnce, { ...atOnce, dwell: '600000000' }], watches: (encoder, target) => {
    encoder.watch(target, { identity: 5 })
    encoder.records.u(edits.replacePolicy, 0, 1, 0)
  } })
  assert.equal((await played(encoder)).results.marks.count, 0)
  assert.equal((await played(encoder, override())).results.marks.count, 1)
})

test('replacing a policy applies its rule to exposures and queries', async () => {
  const rules = [half, { ...half, thresholds: [0.9] }]
  const encoder = oneTarget({ rules, policies: [atOnce, { ...atOnce, rule: 1 }] })
  const step = (time, offset) => {
    encoder.records.scroll(1, 0, offset)
    encoder.step(time)
  }
  step(700, 80)
  encoder.records.u(edits.replacePolicy, 0, 1, 0)
  step(800, 80)
  step(900, 100)
  encoder.records.u(edits.replacePolicy, 1, 0, 0)
  step(1000, 80)
  step(1050, 80)
  const player = await played(encoder)
  assert.deepEqual([player.results.inView[0] / 1e6, player.results.exposures[0]], [500 + 100 + 150, 3])
  const answers = [4, 5, 6, 7, 8].map((step) => {
    player.seek(step)
    return [reasons[seen(player.replay).all[0][3]], player.replay.watching.policyOf(0)]
  })
  assert.deepEqual(answers, [[null, 0], ['outOfViewport', 1], [null, 1], [null, 0], [null, 0]])
})

test('a session without steps is complete immediately', async () => {
  const { results, at } = await played(new Encoder())
  assert.deepEqual([results.isComplete, results.marks.count, at], [true, 0, -1])
})

test('invalid and truncated sessions are refused with the reason', () => {
  const { bytes } = oneTarget()
  assert.throws(() => new Session(new Uint8Array(20)), /not a recorded session/)
  assert.throws(() => new Session(bytes.subarray(0, bytes.length - 8)), /truncated/)
  const newer = bytes.slice()
  newer[4] = 2
  assert.throws(() => new Session(newer), /version 2/)
})
