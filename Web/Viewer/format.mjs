// Formats numbers and names. Names come from the session and may be arbitrary text: they are truncated, and characters that could
// reverse or hide surrounding text are removed. They are only ever displayed as text.
import { reasonLabels } from '../JavaScript/notation.mjs'

const nameLength = 60
// Direction marks, control characters and zero-width characters.
const unruly = /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g
const loneSurrogates = /[\uD800-\uDFFF]/gu

/** A name that is safe to display. */
export function shortName(name, length = nameLength) {
  const text = name.slice(0, 4 * length).replace(unruly, '').replace(loneSurrogates, '\uFFFD').trim()
  const letters = Array.from(text)
  if (letters.length <= length && name.length <= 4 * length) return letters.join('') || '(no name)'
  return `${letters.slice(0, length - 1).join('')}…`
}

/** A name within a sentence, isolated so that right-to-left text does not affect its surroundings. */
export const isolated = (name, length) => `\u2068${shortName(name, length)}\u2069`

/** A name truncated in the middle, since numbers are often at the end. */
export function narrowName(name, length) {
  const letters = Array.from(shortName(name, 200))
  if (letters.length <= length) return letters.join('')
  const end = Math.floor((length - 1) / 2)
  return `${letters.slice(0, length - 1 - end).join('')}…${letters.slice(-end).join('')}`
}

/** A name that fits a width, measured by `measure(text)`: whole, or truncated in the middle. */
export function fittedName(name, width, measure) {
  const whole = shortName(name, 200)
  if (measure(whole) <= width) return whole
  let fits = 3, length = Array.from(whole).length
  while (fits + 1 < length) {
    const middle = (fits + length) >> 1
    if (measure(narrowName(name, middle)) <= width) fits = middle
    else length = middle
  }
  return narrowName(name, fits)
}

/** Nanoseconds as a time on the session's clock. */
export function clockTime(nanoseconds) {
  const milliseconds = Math.round(nanoseconds / 1e6)
  const seconds = (milliseconds % 60_000 / 1000).toFixed(3).padStart(6, '0')
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 60) return `${minutes}:${seconds}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${seconds}`
}

/** Nanoseconds as a duration. */
export function duration(nanoseconds) {
  const seconds = nanoseconds / 1e9
  if (seconds === 0) return '0 s'
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 59.95) return `${Number(seconds.toFixed(seconds < 9.995 ? 2 : 1))} s`
  const minutes = Math.floor(Math.round(seconds) / 60)
  const rest = String(Math.round(seconds) % 60).padStart(2, '0')
  return minutes < 60 ? `${minutes}:${rest} min` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`
}

/** Nanoseconds in seconds, rounded down to hundredths, so that a dwell not reached is less than the whole one. */
export const secondsOf = (nanoseconds) => `${Math.floor(nanoseconds / 1e7 + 1e-6) / 100} s`

/** A fraction as a percentage, which is 0 or 100 only if exact up to rounding errors. */
export function percent(fraction) {
  if (fraction <= 1e-9) return '0 %'
  if (fraction >= 1 - 1e-6) return '100 %'
  return `${Math.min(99, Math.max(1, Math.round(fraction * 100)))} %`
}

const grouping = new Intl.NumberFormat('en-US')

export const whole = (number) => grouping.format(number)

/** A signed difference. */
export const signed = (number, text = whole) => `${number > 0 ? '+' : '−'}${text(Math.abs(number))}`

const geometric = new Set(['outOfViewport', 'clipped', 'covered'])

/** The reason for an item that is not visible under its rule but may be partly in view; empty if visible. */
export const reasonText = (reason, fraction) =>
  `${fraction > 1e-9 && geometric.has(reason) ? 'partly ' : ''}${reasonLabels[reason] ?? ''}`
