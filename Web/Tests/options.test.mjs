// Tests that wrong options are errors with the place and what belongs there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { record } from '../JavaScript/checks.mjs'
import { checkOptions, makeMargins, makePolicy, makeRule } from '../JavaScript/options.mjs'

const message = (body, type) => {
  try { body() } catch (error) {
    assert.equal(error.constructor, type, error.stack)
    return error.message
  }
  return assert.fail('accepted')
}

test('an unknown key is an error with the known ones', () => {
  const policyKeys = 'The keys are rule, dwell, repetition, isCumulative, pauses, speedLimit'
  const ruleKeys = 'The keys are threshold, of, hysteresis, minimumOpacity, minimumArea'
  for (const [body, expected] of [
    [() => makePolicy({ dwel: 60_000 }, null), `unknown key "dwel" in policy. Did you mean dwell? ${policyKeys}`],
    [() => makePolicy({ Dwell: 1 }, null), `unknown key "Dwell" in policy. Did you mean dwell? ${policyKeys}`],
    [() => makePolicy({ cumulative: true }, null), `unknown key "cumulative" in policy. Did you mean isCumulative? ${policyKeys}`],
    [() => makePolicy({ color: 1 }, null), `unknown key "color" in policy. ${policyKeys}`],
    [() => makePolicy({ rule: { minArea: 1 } }, null), `unknown key "minArea" in policy.rule. Did you mean minimumArea? ${ruleKeys}`],
    [() => makeRule({ thresholds: [1] }), `unknown key "thresholds" in rule. Did you mean threshold? ${ruleKeys}`],
    [() => makeMargins({ tops: 1 }), 'unknown key "tops" in margins. Did you mean top? The keys are top, right, bottom, left'],
    [() => checkOptions({ rootMargin: '10px' }), 'unknown key "rootMargin" in options. Did you mean margins? The keys are rule, root, margins, policy'],
    [() => checkOptions({ threshold: 0.5 }), 'unknown key "threshold" in options. Did you mean rule? The keys are rule, root, margins, policy'],
    [() => record({ toString: 1 }, 'it', ['id']), 'unknown key "toString" in it. The keys are id'],
  ]) assert.equal(message(body, TypeError), `Sightline: ${expected}`)
})

test('a value of the wrong type is an error with the right one', () => {
  for (const [body, expected] of [
    [() => makeRule(null), 'rule is null, not a fraction, an array of fractions, a text such as "0.5", or an object with threshold, of, hysteresis, minimumOpacity, minimumArea'],
    [() => makeRule(true), 'rule is true, not a fraction,'],
    [() => makeRule({ threshold: '0.5' }), 'a threshold of rule is "0.5", not a number'],
    [() => makeRule([[0.5]]), 'a threshold of rule is an array, not a number'],
    [() => makeRule({ minimumArea: '9' }), 'rule.minimumArea is "9", not a number'],
    [() => makePolicy(0.5, null), 'policy is 0.5, not a text such as "0.5,dwell=1s", or an object with rule, dwell,'],
    [() => makePolicy(false, null), 'policy is false, not a text'],
    [() => makePolicy([], null), 'policy is an array, not a text'],
    [() => makePolicy({ dwell: '1s' }, null), 'policy.dwell is "1s", not a number'],
    [() => makePolicy({ pauses: 'no' }, null), 'policy.pauses is "no", not true or false'],
    [() => makePolicy({ isCumulative: 1 }, null), 'policy.isCumulative is 1, not true or false'],
    [() => makeMargins(null), 'margins is null, not an object with top, right, bottom, left'],
    [() => checkOptions(null), 'options is null, not an object with rule, root, margins, policy'],
    [() => checkOptions(0.5), 'options is 0.5, not an object'],
    [() => checkOptions(() => {}), 'options is a function, not an object'],
  ]) assert.ok(message(body, TypeError).startsWith(`Sightline: ${expected}`), message(body, TypeError))
})

test('a number out of range is an error with the range', () => {
  for (const [body, expected] of [
    [() => makeRule(2), 'a threshold of rule is 2, not within 0...1'],
    [() => makeRule([]), 'the number of thresholds of rule is 0, not within 1...65535'],
    [() => makeRule({ threshold: new Array(65_536).fill(1) }), 'the number of thresholds of rule is 65536, not within 1...65535'],
    [() => makePolicy({ rule: { of: 'moon' } }, null), 'policy.rule.of is "moon", not one of item, viewport, smaller, edges'],
    [() => makePolicy({ dwell: -1 }, null), 'policy.dwell is -1, not a number from 0 up'],
    [() => makePolicy({ dwell: Infinity }, null), 'policy.dwell is Infinity, not a number from 0 up'],
    [() => makePolicy({ repetition: 'often' }, null), 'policy.repetition is "often", not one of once, session, visit, leaving, coolDown, day'],
    [() => makePolicy({ repetition: { day: 0 } }, null), 'policy.repetition.day is 0, not a number from 1 up'],
  ]) assert.equal(message(body, RangeError), `Sightline: ${expected}`)
})
