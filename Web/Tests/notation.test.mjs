// Tests that the engine and the viewer accept every word and code. `scripts/test web` builds the engine and runs this.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edits, measures, repetitions, ruleNumbers } from '../JavaScript/notation.mjs'
import { makePolicy, makeRule } from '../JavaScript/options.mjs'
import { commandText, presetPolicy, swiftText } from '../Viewer/policy.mjs'
import { recordSize } from '../Viewer/records.mjs'
import { whatIfMarkup } from '../Viewer/whatif-markup.mjs'
import { Engine, Records, instantiate, status } from './engine.mjs'

const exports = await instantiate()

/** The status of an edit after a rule with number 0. */
const tried = (records) => {
  const engine = new Engine(exports)
  engine.edit(new Records().rule(0, 1))
  return engine.tryEdit(records)
}
const rule = (measure, numbers = ruleNumbers.map(({ usual }) => usual)) => new Records().u(edits.setRule, 1, measure, 1).d(...numbers, 1)
const policy = (repetition, value) => new Records().policy(0, 0, { repetition, value })

test('the engine has the codes and ranges of the lists, and no more', () => {
  measures.forEach((word, code) => {
    assert.equal(makeRule({ of: word }).measure, code)
    assert.equal(tried(rule(code)), status.ok)
  })
  assert.equal(tried(rule(measures.length)), status.badValue)
  ruleNumbers.forEach(({ name, range: [low, high] }, at) => {
    const numbers = (value) => ruleNumbers.map(({ usual }, i) => i === at ? value : usual)
    for (const value of [low, high]) {
      assert.deepEqual(makeRule({ [name]: value }).numbers, numbers(value))
      assert.equal(tried(rule(0, numbers(value))), status.ok)
    }
    for (const value of [low - 1, 2 * high, NaN]) {
      assert.throws(() => makeRule({ [name]: value }), RangeError, name)
      assert.equal(tried(rule(0, numbers(value))), status.badValue, name)
    }
  })
  repetitions.forEach(({ unit }, code) => {
    assert.equal(tried(policy(code, 1n)), status.ok)
    assert.equal(tried(policy(code, 0n)), unit === 'count' ? status.badValue : status.ok)
    assert.equal(tried(policy(code, -1n)), unit ? status.badValue : status.ok)
  })
  assert.equal(tried(policy(repetitions.length, 1n)), status.badValue)
  const codes = Object.values(edits)
  for (const code of codes) {
    assert.notEqual(tried(new Records().u(code, 0)), status.unknownKind)
    assert.ok(recordSize([code, 0, 0, 0], 0) > 0)
  }
  assert.equal(tried(new Records().u(codes.length + 1, 0)), status.unknownKind)
  assert.throws(() => recordSize([codes.length + 1, 0, 0, 0], 0))
})

test('a repetition is a word, with a number if it has a unit', () => {
  repetitions.forEach(({ word, unit }, code) => {
    const { made, countsDays } = makePolicy({ repetition: unit ? { [word]: 2 } : word }, null)
    assert.equal(made.repetition, code)
    assert.equal(made.value, unit === 'duration' ? 2_000_000n : unit === 'count' ? 2n : 0n)
    assert.equal(countsDays, unit === 'count')
    assert.throws(() => makePolicy({ repetition: unit ? word : { [word]: 2 } }, null), TypeError)
  })
  assert.equal(makePolicy({}, null).made.repetition, 0)
  assert.equal(makePolicy({ repetition: { day: Infinity } }, null).made.value, BigInt(Number.MAX_SAFE_INTEGER))
  for (const repetition of ['often', 'afterLeaving', {}, null, { day: 0 }, { day: NaN }, { coolDown: -1 }]) {
    assert.throws(() => makePolicy({ repetition }, null), RangeError, JSON.stringify(repetition))
  }
  for (const repetition of [{ day: 1, coolDown: 2 }, { day: '' }]) assert.throws(() => makePolicy({ repetition }, null), TypeError)
})

test('the viewer writes every repetition as Swift and as an option', () => {
  for (const { word, swift, unit } of repetitions.slice(1)) {
    const other = presetPolicy('mrcDisplay')
    Object.assign(other.policy, { repetition: word, value: unit === 'duration' ? '2000000000' : '2' })
    const [number, text] = unit === 'duration' ? ['(.seconds(2))', ':2s'] : unit === 'count' ? ['(2)', ':2'] : ['', '']
    assert.match(swiftText(other), new RegExp(`repetition: \\.${swift}${number.replace(/[().]/g, '\\$&')}\\)$`))
    assert.match(commandText('a', other), new RegExp(`repeat=${word}${text}$`))
  }
  assert.match(whatIfMarkup, />once per screen visit</)
})
