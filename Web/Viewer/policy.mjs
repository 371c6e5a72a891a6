// A policy as a value, as Swift code, and as options of `sightline replay`.
import { presets, repetitions, ruleNumbers } from '../JavaScript/notation.mjs'

const nanosecondsASecond = 1e9

/** Returns a preset of the engine as a value. */
export function presetPolicy(name) {
  const { share, seconds } = presets[name]
  return {
    rule: { measure: 'item', thresholds: [share], ...Object.fromEntries(ruleNumbers.map(({ name, usual }) => [name, usual])) },
    policy: {
      dwell: String(Math.round(seconds * nanosecondsASecond)), repetition: 'once', value: '0', cumulative: false, pauses: false,
      speed: null,
    },
    margins: null, ignoresCovers: false,
  }
}

/** A recorded policy of a session. */
export function recordedPolicy({ rules, policies }, number) {
  const { rule, ...policy } = policies[number]
  return { rule: { ...rules[rule] }, policy, margins: null, ignoresCovers: false }
}

/** Nanoseconds in the command's largest unit that gives a whole number. */
function quantity(nanoseconds) {
  const units = [['s', 1_000_000_000n], ['ms', 1_000_000n], ['us', 1000n], ['ns', 1n]]
  const count = BigInt(nanoseconds)
  const [name, size] = units.find(([, size]) => count % size === 0n)
  return { count: count / size, name }
}

/** A decimal number for Swift and the command, never in the form 1e-7. */
function decimal(number) {
  const text = String(number)
  return text.includes('e') ? number.toFixed(12).replace(/\.?0+$/, '') : text
}

// MARK: Swift

const swiftUnits = { s: 'seconds', ms: 'milliseconds', us: 'microseconds', ns: 'nanoseconds' }

function swiftDuration(nanoseconds) {
  const { count, name } = quantity(nanoseconds)
  return `.${swiftUnits[name]}(${count})`
}

/** The numbers of a rule that differ from the defaults. */
const unusualNumbers = (rule) => ruleNumbers.filter(({ name, usual }) => rule[name] !== usual)

function swiftRule(rule) {
  const { measure, thresholds, hysteresis } = rule
  const more = unusualNumbers(rule).map(({ name }) => name === 'hysteresis' ? '' : `.${name}(${decimal(rule[name])})`).join('')
  if (measure === 'edges') return `.allEdgesSeen${more}`
  const [threshold] = thresholds
  const exit = Number((threshold - hysteresis).toFixed(12))
  // Use the exit only if it gives the same hysteresis, to the last bit.
  if (thresholds.length > 1 || exit < 0 || threshold - exit !== hysteresis) {
    const of = measure === 'item' ? '' : `, of: .${measure}`
    const leaving = hysteresis > 0 ? `, hysteresis: ${decimal(hysteresis)}` : ''
    return `.thresholds([${thresholds.map(decimal).join(', ')}]${of}${leaving})${more}`
  }
  if (hysteresis === 0) {
    if (measure === 'smaller' && threshold === 1) return `.asMuchAsFits${more}`
    if (measure === 'item' && threshold === 1) return `.fully${more}`
    if (measure === 'item' && threshold === 0) return `.anyPixel${more}`
  }
  const leaving = hysteresis > 0 ? `, exit: ${decimal(exit)}` : ''
  return measure === 'item' ? `.fraction(${decimal(threshold)}${leaving})${more}`
    : `.share(${decimal(threshold)}, of: .${measure}${leaving})${more}`
}

/** The kind of a repetition, from its word. */
export const repetitionOf = (name) => repetitions.find(({ word }) => word === name)

function swiftRepetition({ repetition, value }) {
  const { swift, unit } = repetitionOf(repetition)
  return `.${swift}${unit ? `(${unit === 'duration' ? swiftDuration(value) : value})` : ''}`
}

/** A Swift expression for the policy, with comments for settings that are not part of it. */
export function swiftText({ rule, policy, margins, ignoresCovers }) {
  const parts = [`rule: ${swiftRule(rule)}`]
  if (policy.dwell !== '0') parts.push(`dwell: ${swiftDuration(policy.dwell)}`)
  if (policy.cumulative) parts.push('accumulation: .cumulative')
  if (policy.pauses) parts.push('inactivity: .pauses')
  if (policy.repetition !== 'once') parts.push(`repetition: ${swiftRepetition(policy)}`)
  if (policy.speed) parts.push(`scrollSpeedLimit: ${decimal(policy.speed)}`)
  const lines = [`ImpressionPolicy(${parts.join(', ')})`]
  if (margins) {
    const [top, right, bottom, left] = margins
    const given = Object.entries({ top, left, bottom, right }).filter(([, points]) => points !== 0)
    const text = given.map(([side, points]) => `${side}: ${decimal(points)}`).join(', ')
    lines.push(`// in a viewport with ViewportMargins.points(${text || '0'})`)
  }
  if (ignoresCovers) lines.push('// and without covers')
  return lines.join('\n')
}

// MARK: Command line

/** The options of `sightline replay` for the policy. */
export function commandOptions({ rule, policy, margins, ignoresCovers }) {
  const words = [rule.thresholds.map(decimal).join('+')]
  if (policy.dwell !== '0') words.push(`dwell=${commandSpan(policy.dwell)}`)
  if (policy.repetition !== 'once') words.push(`repeat=${commandRepetition(policy)}`)
  if (policy.cumulative) words.push('cumulative')
  if (policy.pauses) words.push('pauses')
  if (policy.speed) words.push(`speed=${decimal(policy.speed)}`)
  if (rule.measure !== 'item') words.push(`of=${rule.measure}`)
  for (const { name, option } of unusualNumbers(rule)) words.push(`${option}=${decimal(rule[name])}`)
  const options = ['--impressions', words.join(',')]
  if (margins) options.push('--margins', margins.map(decimal).join(','))
  if (ignoresCovers) options.push('--ignore-covers')
  return options
}

/** The command line of `sightline replay` for the policy. */
export const commandText = (trace, override) => ['sightline replay', quoted(trace), ...commandOptions(override)].join(' ')

function commandRepetition({ repetition, value }) {
  const { unit } = repetitionOf(repetition)
  return `${repetition}${unit ? `:${unit === 'duration' ? commandSpan(value) : value}` : ''}`
}

function commandSpan(nanoseconds) {
  const { count, name } = quantity(nanoseconds)
  return `${count}${name}`
}

/** A file name quoted for a shell. Names with characters that a shell or terminal may interpret are replaced. */
function quoted(name) {
  if (!/^[\p{L}\p{N} ._/@+-]{1,200}$/u.test(name)) return 'TRACE'
  const word = name.startsWith('-') ? `./${name}` : name
  return word.includes(' ') ? `'${word}'` : word
}
