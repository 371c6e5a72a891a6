// Checks values given by a page. Every error names the place of the value and what belongs there.

/** A value in an error message. */
const shown = (value) => typeof value === 'string' ? JSON.stringify(value)
  : Array.isArray(value) ? 'an array' : typeof value === 'function' ? 'a function' : Object(value) === value ? 'an object' : String(value)

export const notA = (expected, value, place) => new TypeError(`Sightline: ${place} is ${shown(value)}, not ${expected}`)

export function within([low, high], value, place) {
  if (typeof value !== 'number') throw notA('a number', value, place)
  if (value >= low && value <= high) return value
  throw new RangeError(`Sightline: ${place} is ${value}, not ${high >= Number.MAX_VALUE ? `a number from ${low} up` : `within ${low}...${high}`}`)
}
export const nonNegative = (value, place) => within([0, Number.MAX_VALUE], value, place)
/** Returns the index of a word in a list. */
export function oneOf(list, value, place) {
  const index = list.indexOf(value)
  if (index < 0) throw new RangeError(`Sightline: ${place} is ${shown(value)}, not one of ${list.join(', ')}`)
  return index
}
export function flag(value, place) {
  if (typeof value !== 'boolean') throw notA('true or false', value, place)
  return value
}
export function callback(value, place) {
  if (typeof value !== 'function') throw notA('a function', value, place)
  return value
}

/** Returns an object that has no other keys than these. `others` maps keys of other libraries to these. */
export function record(value, place, keys, expected = `an object with ${keys.join(', ')}`, others = {}) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notA(expected, value, place)
  for (const key of Object.keys(value)) {
    if (keys.includes(key)) continue
    const near = Object.hasOwn(others, key) ? others[key] : nearest(key, keys)
    throw new TypeError(`Sightline: unknown key ${JSON.stringify(key)} in ${place}. ${near ? `Did you mean ${near}? ` : ''}The keys are ${keys.join(', ')}`)
  }
  return value
}

/** The key that differs from a misspelt one in the fewest letters, if those are at most half of the letters. */
function nearest(key, keys) {
  const [best] = keys.map((other) => [distance(key.toLowerCase(), other.toLowerCase()), other]).sort(([a], [b]) => a - b)
  return best[0] <= Math.max(key.length, best[1].length) / 2 ? best[1] : null
}
/** The number of letters to insert, remove or replace. */
function distance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (letter === to[j] ? 0 : 1)))
    row = next
  }
  return row[to.length]
}
