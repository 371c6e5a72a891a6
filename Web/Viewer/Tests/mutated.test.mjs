// Mutated traces are either refused with a one-line error, or counted by the page exactly as by `sightline replay`.
//
//     scripts/test web, or SIGHTLINE_WORLDS=2000 node --test Web/Viewer/Tests/mutated.test.mjs for a long search
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { instantiate } from '../../Tests/engine.mjs'
import { command, fixtures, folder, traces } from '../../Tests/traces.mjs'
import { eventKinds } from '../analysis.mjs'
import { SessionItems } from '../items.mjs'
import { Player } from '../player.mjs'
import { commandOptions } from '../policy.mjs'
import { Session } from '../session.mjs'
import { override } from './encoder.mjs'

const count = Number(process.env.SIGHTLINE_WORLDS ?? 30)
const policies = [
  override({ thresholds: [0] }), override({ thresholds: [0.5] }, { dwell: '1000000000', repetition: 'leaving' }),
  override({ measure: 'smaller', thresholds: [1] }, { repetition: 'session' }, { margins: [-10, 0, 30, 0], ignoresCovers: true }),
]
const numbers = ['0', '-1', '1e308', '0.5', '65536', '2147483647', '1e-300', 'true', '"x"', '[]', 'null', '9007199254740993']

/** A recording with all kinds of lines. */
const recording = `{"k":"meta","v":1,"viewport":[100,200]}
{"k":"step","s":0,"ms":0,"ns":0}
{"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200],"scroll":[0,0],"box":true}
{"k":"node","id":3,"p":0,"frame":[0,0,100,100],"box":true,"tf":[0.8,0.6,-0.6,0.8,3,4],"z":2}
{"k":"node","id":1,"p":3,"frame":[0,0,100,100],"target":true,"opacity":0.5}
{"k":"node","id":4,"p":0,"frame":[0,100,100,50],"target":true}
{"k":"node","id":2,"p":0,"frame":[0,50,100,100],"cover":"opaque"}
{"k":"view","s":0,"v":0,"root":0,"margin":[0,-10,5,0],"scrollMargin":[1,2,3,4]}
{"k":"view","s":0,"v":1,"root":3}
{"k":"watch","s":0,"w":0,"id":1,"v":0,"name":"first","rule":{"of":"smaller","thr":[0.5,0.7],"hyst":0.1,"alpha":0.2}}
{"k":"watch","s":0,"w":1,"id":1,"v":0,"rule":{"of":"item","thr":[0.5]},"see":{"id":9,"dwell":1000000000,"sum":true,"pause":true,"again":"coolDown","n":500,"speed":2500}}
{"k":"watch","s":0,"w":2,"id":4,"v":0,"name":"A","rule":{"thr":[0.2]}}
{"k":"watch","s":0,"w":3,"id":1,"v":1,"rule":{"thr":[0.2]},"see":{"id":8}}
{"k":"step","s":1,"ms":1500}
{"k":"d","s":1,"set":[{"id":0,"scroll":[0,40]},{"id":2,"cover":"friendly"}],"add":[{"id":6,"p":3,"frame":[1,2,3,4],"box":true}],"rm":[4]}
{"k":"d","s":1,"add":[{"id":4,"p":0,"frame":[0,90,100,50]}]}
{"k":"watch","s":1,"w":2,"id":4,"v":0,"name":"B","rule":{"thr":[0.2]}}
{"k":"app","s":1,"active":false}
{"k":"unwatch","s":1,"w":0}
{"k":"step","s":2,"ms":2000}
{"k":"app","s":2,"active":true}
{"k":"app","s":2,"session":true}
{"k":"step","s":3,"ms":3200}
{"k":"view","s":3,"v":1,"rm":true}
{"k":"d","s":3,"rm":[1,3,6]}
{"k":"app","s":3,"day":4}
{"k":"step","s":4,"ms":4000}`.split('\n')

/** A seeded random number generator (mulberry32). */
const random = (seed) => (below) => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) % below
}

function mutated(source, any) {
  const lines = [...source]
  for (let change = any(3); change >= 0; change--) {
    const at = any(lines.length), other = any(lines.length)
    switch (any(6)) {
      case 0: [lines[at], lines[other]] = [lines[other], lines[at]]; break
      case 1: if (lines.length > 2) lines.splice(at, 1); break
      case 2: lines.splice(at, 0, lines[other]); break
      default: {
        const all = [...lines[at].matchAll(/-?\d+(\.\d+)?/g)]
        if (all.length === 0) break
        const { index, 0: number } = all[any(all.length)]
        const [, next] = all[any(all.length)] && lines[other].match(/(-?\d+(?:\.\d+)?)/) || []
        lines[at] = lines[at].slice(0, index) + (any(2) && next || numbers[any(numbers.length)]) + lines[at].slice(index + number.length)
      }
    }
  }
  return lines.join('\n') + '\n'
}

function run(...words) {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 2 ** 28, timeout: 60_000 })
  assert.ok(status === 0 || status === 65, `${words.join(' ')}: ${status} ${stderr}`)
  if (status === 65) assert.match(stderr, /^sightline: [^\p{Cc}]*\n$/u)
  return { isRefused: status === 65, lines: stdout.split('\n').filter(Boolean) }
}

/** The number of impressions of each identity. */
function tally(identities) {
  const counts = {}
  for (const identity of identities) counts[identity] = (counts[identity] ?? 0) + 1
  return counts
}

async function compare(trace, session) {
  const recorded = new Player(await instantiate(), session, new SessionItems(session))
  recorded.run()
  const end = JSON.parse(run('replay', trace, '--json').lines.pop())
  const { entered, left, marks } = recorded.results
  assert.deepEqual([entered, left, marks.count], [end.visible, end.invisible, end.seen])
  for (const other of policies) {
    const { results: { events }, replay: { watching } } = await played(session, other)
    const seen = []
    for (let row = 0; row < events.count; row++) {
      if (events.kind[row] === eventKinds.impression) seen.push(watching.subjects[events.subject[row]].identity)
    }
    const options = commandOptions(other)
    const expected = run('replay', trace, '--json', ...options).lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'seen')
    assert.deepEqual(tally(seen), tally(expected.map(({ identity }) => identity)), options.join(' '))
  }
}

async function played(session, other) {
  const player = new Player(await instantiate(), session, new SessionItems(session), other)
  player.run()
  return player
}

test('mutated traces are refused, or counted as by replay', async () => {
  const sources = [recording, ...traces.filter((path) => !path.startsWith(join(fixtures, 'feed')))
    .map((path) => readFileSync(path, 'utf8').split('\n').filter(Boolean).slice(0, 60))]
  let refused = 0
  for (let seed = 0; seed < count; seed++) {
    const any = random(seed)
    const trace = join(folder, `mutated-${seed}.ndjson`), file = join(folder, 'mutated.session')
    writeFileSync(trace, mutated(any(2) ? recording : sources[any(sources.length)], any))
    try {
      if (run('view', trace, '--session', file).isRefused) refused += 1
      else {
        const session = new Session(new Uint8Array(readFileSync(file)))
        // Nanoseconds are exact up to a hundred days.
        if (session.duration < 2 ** 53) await compare(trace, session)
      }
    } catch (error) {
      error.message = `seed ${seed}, ${trace}: ${error.message}`
      throw error
    }
    rmSync(trace)
  }
  assert.ok(refused > count / 10 && refused < count, `${refused} of ${count} are refused`)
})
