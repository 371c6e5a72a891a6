// How numbers and names are written. Names come from the session and may be anything: they are cut, and what could turn or hide
// the text around them is taken out. They are only ever shown as text.

const nameLength = 60
// Marks that change the direction of what follows, control characters, and characters without a width.
const unruly = /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g
const loneSurrogates = /[\uD800-\uDFFF]/gu

/** A name as it may be shown. */
export function shortName(name, length = nameLength) {
  const text = name.slice(0, 4 * length).replace(unruly, '').replace(loneSurrogates, '\uFFFD').trim()
  const letters = Array.from(text)
  if (letters.length <= length && name.length <= 4 * length) return letters.join('') || '(no name)'
  return `${letters.slice(0, length - 1).join('')}…`
}

/** A name within a sentence: it turns nothing around it, be it written from right to left. */
export const isolated = (name, length) => `\u2068${shortName(name, length)}\u2069`

/** A name for a narrow place: its beginning and its end, where numbers are. */
export function narrowName(name, length) {
  const letters = Array.from(shortName(name, 200))
  if (letters.length <= length) return letters.join('')
  const end = Math.floor((length - 1) / 2)
  return `${letters.slice(0, length - 1 - end).join('')}…${letters.slice(-end).join('')}`
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

/** A fraction as a percentage, which is 0 or 100 only if it is exactly that, but for rounding. */
export function percent(fraction) {
  if (fraction <= 1e-9) return '0 %'
  if (fraction >= 1 - 1e-6) return '100 %'
  return `${Math.min(99, Math.max(1, Math.round(fraction * 100)))} %`
}

const grouping = new Intl.NumberFormat('en-US')

export const whole = (number) => grouping.format(number)

/** A difference with its sign. */
export const signed = (number, text = whole) => `${number > 0 ? '+' : '−'}${text(Math.abs(number))}`

/** What the engine's reasons mean to those who read the page. */
export const reasonTexts = {
  removed: 'removed', notMeasurable: 'not measurable', inactive: 'app inactive', hidden: 'hidden', transparent: 'transparent',
  zeroArea: 'no area', tooSmall: 'too small', outOfViewport: 'out of view', clipped: 'clipped', covered: 'covered',
  edgesUnseen: 'edges not seen yet',
}
