// Validates the options of observers and converts them for the engine.

const measures = ['item', 'viewport', 'smaller', 'edges']
const repetitions = ['once', 'session', 'visit', 'afterLeaving', 'coolDown', 'day']
const sides = ['top', 'right', 'bottom', 'left']

function share(value, name) {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`Sightline: ${name} is ${value}, not within 0...1`)
  return value
}
function nonNegative(value, name) {
  if (!(value >= 0 && Number.isFinite(value))) throw new RangeError(`Sightline: ${name} is ${value}, not a number from 0 up`)
  return value
}
function oneOf(list, value, name) {
  const index = list.indexOf(value)
  if (index < 0) throw new RangeError(`Sightline: ${name} is ${JSON.stringify(value)}, not one of ${list.join(', ')}`)
  return index
}

/** By default, as much as fits must be visible. */
export function makeRule(rule = { threshold: 1, of: 'smaller' }) {
  if (typeof rule === 'number' || Array.isArray(rule)) rule = { threshold: rule }
  const { threshold = 1, of = 'item', hysteresis = 0, minimumOpacity = 0.01, minimumArea = 0 } = rule
  const thresholds = [threshold].flat().map((value) => share(value, 'a threshold')).sort((a, b) => a - b)
  if (thresholds.length === 0) throw new RangeError('Sightline: a rule needs a threshold')
  return {
    measure: oneOf(measures, of, 'rule.of'), thresholds, hysteresis: share(hysteresis, 'hysteresis'),
    minimumOpacity: share(minimumOpacity, 'minimumOpacity'), minimumArea: nonNegative(minimumArea, 'minimumArea'),
  }
}
const nanoseconds = (milliseconds, name) => BigInt(Math.round(nonNegative(milliseconds, name) * 1e6))
export function makePolicy(policy, fallback) {
  const { rule, dwell = 0, repetition = 'once', coolDown, perDay, isCumulative = false, pauses = false, speedLimit = 0 } = policy
  const kind = coolDown !== undefined ? 'coolDown' : perDay !== undefined ? 'day' : repetition
  const made = {
    repetition: oneOf(repetitions, kind, 'repetition'), dwell: nanoseconds(dwell, 'dwell'), isCumulative, pauses,
    value: kind === 'coolDown' ? nanoseconds(coolDown, 'coolDown') : 0n, speedLimit: nonNegative(speedLimit, 'speedLimit'),
  }
  if (kind === 'day') {
    if (!(perDay >= 1)) throw new RangeError(`Sightline: perDay is ${perDay}, not a number from 1 up`)
    made.value = BigInt(Math.floor(perDay))
  }
  return { rule: rule === undefined ? fallback : makeRule(rule), made, countsDays: kind === 'day' }
}
export function makeRoot(root = null) {
  if (root === null || root === document || root instanceof Element && root.ownerDocument === document) return root
  throw new TypeError('Sightline: a root is an element of this document, or the document')
}
export function makeMargins(margins = 0) {
  const points = [0, 0, 0, 0]
  const shares = [0, 0, 0, 0]
  sides.forEach((side, i) => {
    const value = typeof margins === 'object' ? margins[side] ?? 0 : margins
    const [, number, unit] = /^(-?[\d.]+)(px|%)?$/.exec(value) ?? []
    if (number === undefined) throw new SyntaxError(`Sightline: margin ${JSON.stringify(value)} is not a number, '10px' or '10%'`)
    if (unit === '%') shares[i] = Number(number) / 100
    else points[i] = Number(number)
  })
  return { points, shares }
}
