// Validates the options of observers and converts them for the engine.
import { flag, nonNegative, notA, oneOf, record, within } from './checks.mjs'
import { measures, repetitions, repetitionWords, ruleNumbers } from './notation.mjs'
import { parsePolicy, parseRule } from './texts.mjs'

const sides = ['top', 'right', 'bottom', 'left']
const ruleKeys = ['threshold', 'of', ...ruleNumbers.map(({ name }) => name)]
const policyKeys = ['rule', 'dwell', 'repetition', 'isCumulative', 'pauses', 'speedLimit']
/** The number of thresholds that a record can hold. */
const maximumThresholds = 65_535
/** Options of `IntersectionObserver`, and ours. */
const others = { rootMargin: 'margins', threshold: 'rule' }

/** The options of an observer. */
export const checkOptions = (options) => record(options, 'options', ['rule', 'root', 'margins', 'policy'], undefined, others)
/** App-wide defaults. */
export function checkDefaults(options) {
  const { rule, policy } = record(options, 'defaults', ['rule', 'policy'], undefined, others)
  makePolicy(policy ?? null, makeRule(rule, 'defaults.rule'), 'defaults.policy')
  return Object.freeze({ ...options })
}

/** By default, as much as fits must be visible. */
export function makeRule(rule = { threshold: 1, of: 'smaller' }, place = 'rule') {
  if (typeof rule === 'string') rule = parseRule(rule, place)
  if (typeof rule === 'number' || Array.isArray(rule)) rule = { threshold: rule }
  record(rule, place, ruleKeys, `a fraction, an array of fractions, a text such as "0.5", or an object with ${ruleKeys.join(', ')}`)
  const { threshold = 1, of = 'item' } = rule
  const thresholds = [threshold].flat().map((value) => within([0, 1], value, `a threshold of ${place}`)).sort((a, b) => a - b)
  within([1, maximumThresholds], thresholds.length, `the number of thresholds of ${place}`)
  const numbers = ruleNumbers.map(({ name, range, usual }) => within(range, rule[name] ?? usual, `${place}.${name}`))
  return { measure: oneOf(measures, of, `${place}.of`), thresholds, numbers }
}
function nanoseconds(milliseconds, place) {
  const number = Math.round(nonNegative(milliseconds, place) * 1e6)
  if (number >= 2 ** 63) throw new RangeError(`Sightline: ${place} is ${milliseconds}, longer than 2^63 nanoseconds`)
  return BigInt(number)
}
const units = {
  duration: nanoseconds,
  count: (number, place) => BigInt(Math.floor(Math.min(within([1, Infinity], number, place), Number.MAX_SAFE_INTEGER))),
}
/** A repetition is a word, or a word with its number: `{ day: 3 }`. */
function makeRepetition(given, place) {
  const [[word, number] = [], ...more] = typeof given === 'object' ? Object.entries(given ?? {}) : [[given]]
  const repetition = oneOf(repetitionWords, word, place)
  const { unit } = repetitions[repetition]
  if (more.length > 0 || (unit === undefined) !== (number === undefined)) {
    throw new TypeError(`Sightline: ${place} must be ${unit ? `{ ${word}: a number }` : `'${word}'`}`)
  }
  return { repetition, value: unit ? units[unit](number, `${place}.${word}`) : 0n }
}
/** `null` for no policy. A policy without a rule uses the `fallback`. */
export function makePolicy(policy, fallback, place = 'policy') {
  if (policy === null) return null
  if (typeof policy === 'string') policy = parsePolicy(policy, place)
  record(policy, place, policyKeys, `a text such as "0.5,dwell=1s", or an object with ${policyKeys.join(', ')}`)
  const { rule, dwell = 0, repetition = 'once', isCumulative = false, pauses = false, speedLimit = 0 } = policy
  const made = {
    ...makeRepetition(repetition, `${place}.repetition`), dwell: nanoseconds(dwell, `${place}.dwell`),
    isCumulative: flag(isCumulative, `${place}.isCumulative`), pauses: flag(pauses, `${place}.pauses`),
    speedLimit: nonNegative(speedLimit, `${place}.speedLimit`),
  }
  return { rule: rule === undefined ? fallback : makeRule(rule, `${place}.rule`), made, countsDays: repetitions[made.repetition].unit === 'count' }
}
export function makeRoot(root = null) {
  if (root === null || root === document || root.nodeType === 1 && root.ownerDocument === document) return root
  throw notA('an element of this document, or the document', root, 'root')
}
export function makeMargins(margins = 0) {
  const points = [0, 0, 0, 0]
  const shares = [0, 0, 0, 0]
  const isEach = typeof margins === 'object'
  if (isEach) record(margins, 'margins', sides)
  sides.forEach((side, i) => {
    const value = isEach ? margins[side] ?? 0 : margins
    const [, number, unit] = /^(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|%)?$/.exec(value) ?? []
    if (number === undefined) throw new SyntaxError(`Sightline: ${isEach ? `margins.${side}` : 'margins'} is ${JSON.stringify(value)}, not a number, '10px' or '10%'`)
    if (unit === '%') shares[i] = Number(number) / 100
    else points[i] = Number(number)
  })
  return { points, shares }
}
