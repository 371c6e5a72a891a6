// Rules and policies as text, such as `0.5` or `mrcDisplay,repeat=day:3`, in the syntax of the command and of Swift's `init(parsing:)`.
// Each is read into the form of an object.
import { measures, presets, repetitions, ruleNumbers } from './notation.mjs'

const ruleHeads = { full: { threshold: 1 }, fits: { threshold: 1, of: 'smaller' }, any: { threshold: 0 }, edges: { of: 'edges' } }
const ruleExpectation = `${Object.keys(ruleHeads).join(', ')}, or a fraction from 0 to 1`
const durationExpectation = 'a duration such as 2s, 500ms, 1.5m or 12h'
const repetitionExamples = repetitions.map(({ word, unit }) => word + (unit === 'duration' ? ':30s' : unit === 'count' ? ':3' : ''))
const ruleOptions = [`of=${measures.join('|')}`, ...ruleNumbers.map(({ option, example }) => `${option}=${example}`)]
const policyOptions = ['dwell=2s', `repeat=${repetitionExamples.join('|')}`, 'cumulative', 'pauses', 'speed=800', ...ruleOptions]

/** For each unit, the milliseconds and the digits that a fraction may have. */
const units = { ns: [1e-6, 9], us: [1e-3, 12], ms: [1, 15], s: [1e3, 18], m: [6e4, 18], h: [36e5, 18], d: [864e5, 18] }

const either = (words) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
/** The part before the first separator, and the part after it, if there is one. */
function halves(text, separator) {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** `undefined` for anything else than a plain number in the range. */
function number(text, [low, high]) {
  const value = /^[0-9.+eE-]+$/.test(text) ? Number(text) : NaN
  return value >= low && value <= high ? value : undefined
}
/** A duration in milliseconds, or `undefined`. */
function duration(text) {
  const [, whole, fraction, unit] = /^(\d+)(?:\.(\d+))?(\w+)$/.exec(text) ?? []
  if (!Object.hasOwn(units, unit) || fraction?.length > units[unit][1]) return undefined
  return Number(`${whole}.${fraction ?? 0}`) * units[unit][0]
}
/** No limit, 0, and an infinite one are the same. */
const speed = (text) => text === 'inf' ? 0 : number(text, [Number.MIN_VALUE, Number.MAX_VALUE])
const count = (text) => /^\d+$/.test(text) && BigInt(text) >= 1n && BigInt(text) < 2n ** 63n ? Number(text) : undefined
function repetition(text) {
  const [word, given] = halves(text, ':')
  const kind = repetitions.find((kind) => kind.word === word)
  if (!kind || (kind.unit === undefined) !== (given === undefined)) return undefined
  if (!kind.unit) return word
  const value = (kind.unit === 'duration' ? duration : count)(given)
  return value === undefined ? undefined : { [word]: value }
}
function ruleHead(head) {
  if (Object.hasOwn(ruleHeads, head)) return { ...ruleHeads[head] }
  const threshold = head.split('+').map((text) => number(text, [0, 1]))
  return threshold.includes(undefined) ? undefined : { threshold }
}

/** Calls `take(key, value, read)` for each option after the first part; `value` is `undefined` without a `=`. It returns whether it knows the key. */
function eachOption(parts, known, fail, take) {
  const keys = new Set()
  for (const part of parts) {
    const [key, value] = halves(part, '=')
    const text = JSON.stringify(part)
    if (keys.has(key)) fail(`${JSON.stringify(key)} is given twice; give it once`)
    keys.add(key)
    /** The value as read by a function, which returns `undefined` for a wrong one. */
    const read = (parse, expectation) => (value === undefined ? undefined : parse(value)) ?? fail(`${text}: ${key}= must be followed by ${expectation}`)
    if (!take(key, value, read)) fail(`${text} is not an option; the first part may be followed by ${known.join(', ')}`)
  }
}
function takeRuleOption(rule, key, read) {
  const found = ruleNumbers.find(({ option }) => option === key)
  if (key === 'of') rule.of = read((text) => measures.includes(text) ? text : undefined, either(measures))
  else if (found) rule[found.name] = read((text) => number(text, found.range), found.expectation)
  else return false
  return true
}

const failing = (text, place) => (message) => { throw new SyntaxError(`Sightline: ${place} is ${JSON.stringify(text)}: ${message}`) }

export function parseRule(text, place = 'rule') {
  const fail = failing(text, place)
  const [head, ...parts] = text.split(',')
  const rule = ruleHead(head) ?? fail(`it must be ${ruleExpectation}`)
  eachOption(parts, ruleOptions, fail, (key, _, read) => takeRuleOption(rule, key, read))
  return rule
}

export function parsePolicy(text, place = 'policy') {
  const fail = failing(text, place)
  const [head, ...parts] = text.split(',')
  const preset = Object.hasOwn(presets, head) ? presets[head] : null
  const rule = preset ? { threshold: preset.share } : ruleHead(head) ?? fail(`it must begin with ${Object.keys(presets).join(', ')}, ${ruleExpectation}`)
  const policy = { rule, dwell: 1000 * (preset?.seconds ?? 0) }
  eachOption(parts, policyOptions, fail, (key, value, read) => {
    if (takeRuleOption(rule, key, read)) return true
    if (key === 'cumulative' && value === undefined) policy.isCumulative = true
    else if (key === 'pauses' && value === undefined) policy.pauses = true
    else if (key === 'dwell') policy.dwell = read(duration, durationExpectation)
    else if (key === 'repeat') policy.repetition = read(repetition, `${either(repetitionExamples)}, with ${durationExpectation}, or a count of at least 1`)
    else if (key === 'speed') policy.speedLimit = read(speed, 'a number of points a second above 0')
    else return false
    return true
  })
  return policy
}
