// The recorded traces that sessions are tested with, and the command that replays them and makes the sessions.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const command = process.env.SIGHTLINE ?? join(root, 'Tools/.build/debug/sightline')
const inFolder = (path) => readdirSync(path).filter((name) => name.endsWith('.ndjson')).map((name) => join(path, name))

export const fixtures = join(root, 'Tests/SightlineTraceTests/Fixtures')
/** The fixtures, and what scripts/test-web has recorded. */
export const traces = [fixtures, join(fixtures, 'Judge'), process.env.SIGHTLINE_RECORDINGS].filter(Boolean).flatMap(inFolder)

/** A folder that goes with the tests. */
export const folder = mkdtempSync(join(tmpdir(), 'sightline-'))
after(() => rmSync(folder, { recursive: true }))

export const run = (...words) => execFileSync(command, words, { encoding: 'utf8', maxBuffer: 2 ** 30 })

/** The bytes of a trace's session. */
export function sessionOf(trace, ...options) {
  const file = join(folder, 'session')
  run('view', trace, '--session', file, ...options)
  return new Uint8Array(readFileSync(file))
}

/** What `sightline replay` prints of a trace. Identities have 64 bits, which JSON.parse would round. */
export const replayed = (trace, options) =>
  run('replay', trace, '--json', ...options).trim().split('\n')
    .map((line) => JSON.parse(line.replace(/"identity":(\d+)/, '"identity":"$1"')))

/** The trace's own numbers of its steps, which may have gaps. */
export const stepsOf = (trace) =>
  readFileSync(trace, 'utf8').split('\n').filter((line) => /"k":\s*"step"/.test(line)).map((line) => JSON.parse(line).s)
