// Arbitrary input is refused or applied, and never stops the module.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Engine, Records, instantiate, status } from './engine.mjs'

const exports = await instantiate()

/** A seeded random number generator (mulberry32). */
const random = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const seed = Number(process.env.SIGHTLINE_SEED ?? 1)

test(`random records never stop the module (SIGHTLINE_SEED=${seed})`, () => {
  const next = random(seed)
  const pick = (values) => values[Math.floor(next() * values.length)]
  const double = () => pick([0, 0, 1, 1, 0.5, -1, 10, 50, 100, 1e9, -1e9, 1e300, Infinity, -Infinity, NaN, 2 ** 50, 1e-320])
  const word = () => pick([0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 2 ** 22, 2 ** 31, 2 ** 32 - 1])
  const long = () => pick([0n, 1n, 1_000_000_000n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 42n])
  const seen = new Set()
  let time = 0n
  for (let world = 0; world < 40; world++) {
    const engine = new Engine(exports, pick([100, 100, 100, 0, -5, NaN, Infinity]), 100)
    for (let round = 0; round < 150; round++) {
      const records = new Records()
      for (let edit = 0; edit < 4; edit++) {
        const kind = 1 + Math.floor(next() * 28)
        records.u(kind, word())
        if ([1, 2, 7, 8, 12, 13, 17].includes(kind)) records.u(word(), word())
        if (kind === 20) records.u(pick([0, 1, 2, 3, 4]), pick([1, 1, 2, 3]))
        if ([5, 10, 15].includes(kind)) records.u(word(), 0)
        if ([22, 23].includes(kind)) records.u(word(), word(), word(), 0)
        if (kind === 21) records.u(word(), word(), word(), 0).b(long(), long())
        if (kind === 23) records.b(long())
        if ([3, 9, 14].includes(kind)) records.u(word(), word())
        const doubles = { 1: 6, 2: 6, 3: 7, 4: 2, 7: 4, 8: 4, 9: 7, 12: 4, 13: 4, 14: 7, 17: 16, 18: 8, 20: 4, 21: 1 }[kind] ?? 0
        for (let i = 0; i < doubles; i++) records.d(double())
      }
      seen.add(engine.tryEdit(records))
      time = pick([time, time + 1n, time + 2_000_000_000n, time + 2_000_000_000n, -5n])
      const report = engine.pass(pick([time, time, time, 2n ** 63n - 1n, -(2n ** 63n)]))
      for (const { threshold, fraction } of report.changes) assert.ok(threshold < 3 && fraction >= 0 && fraction <= 1 + 1e-9)
      const queries = new Records().u(word(), word(), word(), 0).u(word(), word(), word(), 0)
      exports.sightline_states(engine.handle, engine.write(queries))
      const items = new Records().b(long()).u(word(), 0)
      exports.sightline_items(engine.handle, engine.write(items), time)
    }
    exports.sightline_free(engine.handle)
  }
  assert.ok(seen.has(status.ok) && seen.has(status.unknownNumber) && seen.has(status.badValue), [...seen].join())
})
