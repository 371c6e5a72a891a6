// Validates the options of observers and converts them for the engine.
import { measures, repetitions, repetitionWords, ruleNumbers } from './notation.mjs'

const sides = ['top', 'right', 'bottom', 'left']

function within([low, high], value, name) {
  if (Number.isFinite(value) && value >= low && value <= high) return value
  throw new RangeError(`Sightline: ${name} is ${value}, not ${high === Number.MAX_VALUE ? `a number from ${low} up` : `within ${low}...${high}`}`)
}
export const nonNegative = (value, name) => within([0, Number.MAX_VALUE], value, name)
function oneOf(list, value, name) {
  const index = list.indexOf(value)
  if (index < 0) throw new RangeError(`Sightline: ${name} is ${JSON.stringify(value)}, not one of ${list.join(', ')}`)
  return index
}

/** By default, as much as fits must be visible. */
export function makeRule(rule = { threshold: 1, of: 'smaller' }) {
  if (typeof rule === 'number' || Array.isArray(rule)) rule = { threshold: rule }
  const { threshold = 1, of = 'item' } = rule
  const thresholds = [threshold].flat().map((value) => within([0, 1], value, 'a threshold')).sort((a, b) => a - b)
  if (thresholds.length === 0) throw new RangeError('Sightline: a rule needs a threshold')
  const numbers = ruleNumbers.map(({ name, range, usual }) => within(range, rule[name] ?? usual, name))
  return { measure: oneOf(measures, of, 'rule.of'), thresholds, numbers }
}
function nanoseconds(milliseconds, name) {
  const number = Math.round(nonNegative(milliseconds, name) * 1e6)
  if (number >= 2 ** 63) throw new RangeError(`Sightline: ${name} is ${milliseconds}, longer than 2^63 nanoseconds`)
  return BigInt(number)
}
const units = {
  duration: nanoseconds,
  count(number, name) {
    if (!(number >= 1)) throw new RangeError(`Sightline: ${name} is ${number}, not a number from 1 up`)
    return BigInt(Math.min(Math.floor(number), Number.MAX_SAFE_INTEGER))
  },
}
/** A repetition is a word, or a word with its number: `{ day: 3 }`. */
function makeRepetition(given) {
  const [[word, number] = [], ...more] = typeof given === 'object' ? Object.entries(given ?? {}) : [[given]]
  const repetition = oneOf(repetitionWords, word, 'repetition')
  const { unit } = repetitions[repetition]
  if (more.length > 0 || (unit === undefined) !== (number === undefined)) {
    throw new TypeError(`Sightline: the repetition must be ${unit ? `{ ${word}: a number }` : `'${word}'`}`)
  }
  return { repetition, value: unit ? units[unit](number, word) : 0n }
}
export function makePolicy(policy, fallback) {
  const { rule, dwell = 0, repetition = 'once', isCumulative = false, pauses = false, speedLimit = 0 } = policy
  const made = {
    ...makeRepetition(repetition), dwell: nanoseconds(dwell, 'dwell'), isCumulative, pauses, speedLimit: nonNegative(speedLimit, 'speedLimit'),
  }
  return { rule: rule === undefined ? fallback : makeRule(rule), made, countsDays: repetitions[made.repetition].unit === 'count' }
}
export function makeRoot(root = null) {
  if (root === null || root === document || root.nodeType === 1 && root.ownerDocument === document) return root
  throw new TypeError('Sightline: a root is an element of this document, or the document')
}
export function makeMargins(margins = 0) {
  const points = [0, 0, 0, 0]
  const shares = [0, 0, 0, 0]
  sides.forEach((side, i) => {
    const value = typeof margins === 'object' ? margins[side] ?? 0 : margins
    const [, number, unit] = /^(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|%)?$/.exec(value) ?? []
    if (number === undefined) throw new SyntaxError(`Sightline: margin ${JSON.stringify(value)} is not a number, '10px' or '10%'`)
    if (unit === '%') shares[i] = Number(number) / 100
    else points[i] = Number(number)
  })
  return { points, shares }
}
