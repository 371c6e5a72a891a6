// Compares the viewer with `sightline replay` under each policy, for every recorded trace: the identities, steps and times of impressions
// are equal to the last bit.
//
//     scripts/test web, or SIGHTLINE=…/sightline node --test Web/Viewer/Tests/replay.test.mjs [with TRACES="a.ndjson b.ndjson"]
import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { instantiate } from '../../Tests/engine.mjs'
import { exposureWatches, incarnationOf, replayed, sessionOf, stepsOf, traces as allTraces } from '../../Tests/traces.mjs'
import { eventKinds } from '../analysis.mjs'
import { SessionItems } from '../items.mjs'
import { Placement } from '../placement.mjs'
import { Player } from '../player.mjs'
import { commandOptions } from '../policy.mjs'
import { Session } from '../session.mjs'
import { override } from './encoder.mjs'

const traces = process.env.TRACES?.split(' ').filter(Boolean) ?? allTraces
const policies = [
  override(),
  override({}, { dwell: '1000000000' }),
  override({ thresholds: [0.7], hysteresis: 0.2 }, { dwell: '123456789', repetition: 'session', cumulative: true }),
  override({ measure: 'viewport', thresholds: [0.05] }, { dwell: '250000000', repetition: 'leaving', pauses: true }),
  override({ measure: 'smaller', thresholds: [1], minimumOpacity: 0.5 }, { repetition: 'coolDown', value: '400000000' }),
  override({ measure: 'edges', thresholds: [1], minimumArea: 100 }, { repetition: 'day', value: '2', speed: 800 }),
  override({ thresholds: [0.25, 0.75] }, { repetition: 'visit' }, { margins: [-40, 10.5, 0, -20], ignoresCovers: true }),
]

const order = (a, b) => a.step - b.step || a.ms - b.ms || a.id - b.id || Number(BigInt(a.identity) - BigInt(b.identity))

async function played(session, other) {
  const player = new Player(await instantiate(), session, new SessionItems(session), other)
  player.run()
  return player
}

/** Compares the drawn positions with the engine's. */
function checkPlaces({ scene, engine }, where) {
  const placement = new Placement(scene)
  placement.begin()
  for (let target = 0; target < scene.targets.count; target++) {
    if (!scene.hasTarget(target)) continue
    const [{ bounding: [x, y, width, height], flags }] = engine.states([target])
    const isDrawn = placement.item(scene.targets, target)
    if (!(flags & 8) || !isDrawn) continue
    const box = [x, y, x + width, y + height]
    box.forEach((edge, i) => {
      const isNear = Math.abs(edge - placement.box[i]) < 1e-6 * (1 + Math.abs(edge))
      assert.ok(isNear, `${where}, target ${target}: ${box} and ${placement.box}`)
    })
  }
}

for (const trace of traces) {
  test(basename(trace), async () => {
    const session = new Session(sessionOf(trace))
    const steps = stepsOf(trace)

    const recorded = await played(session, null)
    const end = replayed(trace, []).pop()
    const { entered, left, marks } = recorded.results
    assert.equal(marks.count, end.seen)
    // The viewer also counts the crossings of watches for exposures.
    if (!exposureWatches(trace).includes(true)) assert.deepEqual([entered, left], [end.visible, end.invisible])

    for (let step = 0; step < session.steps; step += Math.ceil(session.steps / 5)) {
      recorded.seek(step)
      checkPlaces(recorded.replay, `step ${step}`)
    }

    for (const other of policies) {
      const { results: { events, impressions }, replay: { watching } } = await played(session, other)
      const seen = []
      for (let row = 0; row < events.count; row++) {
        if (events.kind[row] !== eventKinds.impression) continue
        const { target, identity } = watching.subjects[events.subject[row]]
        const { node, identity: own } = session.about.targets[target]
        seen.push({
          step: steps[events.step[row]], ms: events.time[row] / 1e6, id: node, incarnation: incarnationOf(own), identity: `${identity}`,
        })
      }
      const expected = replayed(trace, commandOptions(other)).filter(({ event }) => event === 'seen')
        .map(({ step, ms, id, incarnation = 0, identity }) => ({ step, ms, id, incarnation, identity }))
      assert.deepEqual(seen.sort(order), expected.sort(order), commandOptions(other).join(' '))
      // Each identity has a separate row in the table.
      assert.equal(impressions.filter((count) => count > 0).length, new Set(seen.map(({ identity }) => identity)).size)
    }
  })
}
