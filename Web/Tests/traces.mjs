// The recorded traces for session tests, and the command that replays them and writes the sessions.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const command = process.env.SIGHTLINE ?? join(root, '.build/double/debug/sightline')
const inFolder = (path) => readdirSync(path).filter((name) => name.endsWith('.ndjson')).map((name) => join(path, name))

export const fixtures = join(root, 'Tests/SightlineTraceTests/Fixtures')
/** The fixtures and the recordings of scripts/test web. */
export const traces = [fixtures, join(fixtures, 'Judge'), process.env.SIGHTLINE_RECORDINGS].filter(Boolean).flatMap(inFolder)

/** A folder that is removed after the tests. */
export const folder = mkdtempSync(join(tmpdir(), 'sightline-'))
after(() => rmSync(folder, { recursive: true }))

export const run = (...words) => execFileSync(command, words, { encoding: 'utf8', maxBuffer: 2 ** 30 })

/** Returns the session of a trace as bytes. */
export function sessionOf(trace, ...options) {
  const file = join(folder, 'session')
  run('view', trace, '--session', file, ...options)
  return new Uint8Array(readFileSync(file))
}

/** The events of a trace printed by `sightline replay`. */
export const replayed = (trace, options) =>
  run('replay', trace, '--json', ...options).trim().split('\n').map((line) => JSON.parse(line))

/** The incarnation of a node's number in a target's own identity. */
export const incarnationOf = (identity) => Number(BigInt(identity) >> 32n & 0x7fffffffn)

/** The step numbers in a trace, which may have gaps. */
export const stepsOf = (trace) =>
  readFileSync(trace, 'utf8').split('\n').filter((line) => /"k":\s*"step"/.test(line)).map((line) => JSON.parse(line).s)

/** For each watch of a trace, in order, whether it reports exposures. A session has a watch of the policy's rule for it. */
export const exposureWatches = (trace) =>
  readFileSync(trace, 'utf8').split('\n').filter((line) => /"k":\s*"watch"/.test(line)).map((line) => JSON.parse(line).see?.dwell === 2 ** 63)
