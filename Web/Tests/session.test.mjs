// Plays sessions made by `sightline view` with the engine for JavaScript and compares the results with `sightline replay`, for
// every trace and policy. Times, fractions and exposures must be equal to the last bit.
//
//     scripts/test web, or with another folder: SIGHTLINE_RECORDINGS=out node --test Web/Tests/session.test.mjs
import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { Engine, instantiate } from './engine.mjs'
import { exposureWatches, incarnationOf, replayed, sessionOf, stepsOf, traces } from './traces.mjs'

const policies = [
  [], ['--rule', 'full'], ['--rule', '0.3'], ['--impressions', 'feed'], ['--impressions', 'mrcDisplay'], ['--impressions', 'mrcVideo'],
  ['--rule', 'any', '--impressions', 'mrcDisplay'],
  ['--impressions', '0.3,dwell=250ms,repeat=leaving', '--margins', '-40,0,-40,0'], ['--impressions', 'any,dwell=2s,cumulative', '--ignore-covers'],
]

/** Parses a session as documented in docs/inside/traces.md. */
function parse(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  assert.equal(view.getUint32(0, true), 0x4e534c53)
  assert.equal(view.getUint32(4, true), 1)
  const length = view.getUint32(8, true)
  assert.equal(length % 8, 0)
  const index = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(16, 16 + length)))
  const times = 16 + length
  const starts = times + 8 * index.steps
  const edits = starts + 8 * Math.ceil((index.steps + 1) / 2)
  const start = (step) => view.getUint32(starts + 4 * step, true)
  assert.equal(start(0), 0)
  assert.equal(edits + start(index.steps), bytes.length)
  return {
    index,
    time: (step) => view.getBigInt64(times + 8 * step, true),
    edits: (step) => bytes.subarray(edits + start(step), edits + start(step + 1)),
  }
}

/** The events of a session that both sides report, which excludes those of watches for exposures. */
function play({ index, time, edits }, exposures, exports) {
  const engine = new Engine(exports, ...index.window)
  const events = []
  const pass = (step, at) => {
    const report = engine.pass(at)
    const event = (watch, target, fields) => {
      if (exposures[watch]) return
      const { number, name } = index.watches[watch]
      assert.equal(index.watches[watch].target, target)
      const { node, identity } = index.targets[target]
      const incarnation = incarnationOf(identity)
      events.push({ step, id: node, ...(incarnation > 0 && { incarnation }), watch: number, name, ...fields })
    }
    for (const { kind, watch, target, threshold, fraction, reason, exit } of report.changes) {
      const isVisible = kind === 'entered'
      event(watch, target, { event: isVisible ? 'visible' : 'invisible', ms: Number(at) / 1e6, threshold, fraction, reason, ...exit })
    }
    for (const { identity, watch, target, time, count, total } of report.impressions) {
      event(watch, target, { event: 'seen', ms: Number(time) / 1e6, identity: `${identity}`, count, total_ms: milliseconds(total) })
    }
    return report.nextDeadline
  }
  for (let step = 0; step < index.steps; step++) {
    const records = edits(step)
    const address = exports.sightline_input(engine.handle, records.length)
    new Uint8Array(exports.memory.buffer).set(records, address)
    assert.equal(exports.sightline_edit(engine.handle, records.length), 0, `the edits of step ${step}`)
    let now = time(step)
    let deadline = pass(step, now)
    // In a browser's trace, passes also run at the engine's deadlines, like those of a host's timer.
    while (index.passes === 'deadlines' && step + 1 < index.steps && deadline > now && deadline < time(step + 1)) {
      const next = pass(step, deadline)
      if (next === deadline) break
      deadline = next
    }
  }
  exports.sightline_free(engine.handle)
  return events
}

/** Computed as in the command, seconds first. */
function milliseconds(nanoseconds) {
  const second = 1_000_000_000n
  return (Number(nanoseconds / second) + Number(nanoseconds % second) * 1e9 / 1e18) * 1e3
}

for (const trace of traces) {
  for (const policy of policies) {
    test([basename(trace), ...policy].join(' '), async () => {
      const session = parse(sessionOf(trace, ...policy))
      // The engine has no event for the end of a watch.
      const expected = replayed(trace, policy).filter(({ event }) => !/^(unwatched|exposed|exposure ended)$/.test(event))
      const end = expected.pop()
      const numbers = stepsOf(trace)
      const played = play(session, policy.length ? [] : exposureWatches(trace), await instantiate())

      assert.equal(session.index.steps, end.steps)
      assert.equal(session.index.events, end.visible + end.invisible)
      assert.equal(session.index.impressions, end.seen)
      assert.equal(played.length, expected.length)
      played.forEach((event, i) => {
        const { trace, name, ...fields } = expected[i]
        const { name: played, watch, reason, ...others } = event
        // The name of a node's item may be set or changed after an unnamed watch begins.
        if (played !== null && watch !== null) assert.equal(played, name ?? null)
        if (watch !== null) others.watch = watch
        // The command prints reasons as words.
        if (reason) others.reason = reason.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        assert.deepEqual({ ...others, step: numbers[others.step] }, fields, `event ${i}`)
      })
    })
  }
}
