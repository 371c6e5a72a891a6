// Tests rules and policies as text: their meaning, and that the command accepts and refuses the same ones, with the same messages.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePolicy, makeRule } from '../JavaScript/options.mjs'
import { command, fixtures } from './traces.mjs'

test('a rule is a name or fractions, with options', () => {
  for (const [text, rule] of [
    ['0.5', 0.5], ['full', { threshold: 1 }], ['fits', undefined], ['any', 0], ['edges', { of: 'edges' }],
    ['1+0.25', [0.25, 1]], ['fits,of=viewport', { of: 'viewport' }],
    ['0.5,hysteresis=0.1,opacity=1e-1,area=+400', { threshold: 0.5, hysteresis: 0.1, minimumOpacity: 0.1, minimumArea: 400 }],
  ]) assert.deepEqual(makeRule(text), makeRule(rule), text)
})

test('a policy is a preset or a rule, with options', () => {
  for (const [text, policy] of [
    ['feed', { rule: 0.7 }], ['0.5,dwell=1s', { rule: 0.5, dwell: 1000 }], ['mrcVideo', { rule: 0.5, dwell: 2000 }],
    ['mrcDisplay,dwell=2000ms', { rule: 0.5, dwell: 2000 }], ['feed,of=viewport', { rule: { threshold: 0.7, of: 'viewport' } }],
    ['feed,repeat=coolDown:1.5m', { rule: 0.7, repetition: { coolDown: 90_000 } }], ['feed,repeat=day:3', { rule: 0.7, repetition: { day: 3 } }],
    ['full,repeat=visit,cumulative,pauses,speed=800', { rule: 1, repetition: 'visit', isCumulative: true, pauses: true, speedLimit: 800 }],
    ['feed,speed=inf', { rule: 0.7 }],
  ]) assert.deepEqual(makePolicy(text, null), makePolicy(policy, null), text)
})

test('durations are exact to the nanosecond in every unit', () => {
  for (const [text, nanoseconds] of [
    ['0s', 0n], ['7us', 7000n], ['0.5us', 500n], ['1.000000001s', 1_000_000_001n], ['1234567.5ms', 1_234_567_500_000n], ['00012s', 12_000_000_000n],
    ['2m', 120_000_000_000n], ['1.5h', 5_400_000_000_000n], ['2d', 172_800_000_000_000n],
  ]) assert.equal(makePolicy(`feed,dwell=${text}`, null).made.dwell, nanoseconds, text)
  assert.throws(() => makePolicy('feed,dwell=999999999999d', null), RangeError)
})

const wrongDurations = ['', '1', 's', '.s', '.5s', '1.s', '1..5s', '1.5.2s', '-1s', '+1s', '1e3s', '1 s', '1S', '٣s', '0.0000000001ns', '1sec']
const wrongOptions = [
  '', 'dwel=1s', 'dwell', 'pauses,pauses', 'dwell=1s,dwell=2s', 'pauses=1', 'cumulative=', 'repeat', 'repeat=often', 'repeat=session:1',
  'repeat=once:', 'repeat=day', 'repeat=day:0', 'repeat=day:-1', 'repeat=day:1.5', 'repeat=day:99999999999999999999', 'repeat=day:٣',
  'repeat=coolDown', 'repeat=coolDown:1s:2s', 'speed', 'speed=0', 'speed=-1', 'speed=nan', 'speed=1e400', 'speed=0x1', 'of', 'of=moon',
  'hysteresis=1.1', 'hysteresis=-0.1', 'opacity=2', 'area=-1', 'area=inf', 'toString', 'of=toString',
]
const wrong = [
  '', 'half', '1.1', '-0.1', '0.5+', '+', '0x1', 'nan', '0.5 ', 'fits+1', ',pauses', 'toString',
  ...[...wrongOptions, ...wrongDurations.flatMap((text) => [`dwell=${text}`, `repeat=coolDown:${text}`])].map((option) => `feed,${option}`),
]
const failure = (body) => { try { body(); return null } catch (error) { return error } }
/** The message of the command for an option. */
function refusal(option, text) {
  const { status, stderr } = spawnSync(command, ['replay', join(fixtures, 'blocks.ndjson'), `${option}=${text}`], { encoding: 'utf8' })
  return status === 0 ? null : stderr
}

test('a wrong text is quoted, with the expected syntax, as by the command', () => {
  for (const text of wrong) {
    const { name, message } = failure(() => makePolicy(text, null))
    const start = `Sightline: policy is ${JSON.stringify(text)}: `
    assert.equal(name, 'SyntaxError', text)
    assert.ok(message.startsWith(start), message)
    // The command takes no option without a value.
    if (text === '') continue
    assert.ok(refusal('--impressions', text).includes(message.slice(start.length)), `${text}: ${refusal('--impressions', text)} and ${message}`)
  }
  for (const text of ['garbage', 'feed', '0.5,pauses', '0.5,of=moon', '0.5,area=1,area=2']) {
    const { message } = failure(() => makeRule(text))
    assert.ok(refusal('--rule', text).includes(message.slice(message.indexOf(': ', 11 + text.length) + 2)), `${text}: ${refusal('--rule', text)} and ${message}`)
  }
})
