// Prints changes of visibility to the console, for debugging.
import { reasonTexts } from './notation.mjs'

/** The roots of the running logs. */
const logs = new Set()

export const isLogging = () => logs.size > 0

/** Prints the changes inside a root. Returns a function that stops it. */
export function startLog(root) {
  const log = { root }
  logs.add(log)
  // Browsers hide `console.debug` at first.
  console.info('Sightline: visibilityLog() prints with console.debug; show the level Verbose or Debug')
  return () => { logs.delete(log) }
}

/** Prints an entry; `level` is the index of its threshold. */
export function logEntry({ target, id, kind, fraction, reason }, level) {
  const hasLeft = kind === 'left'
  const change = level === 0 ? (hasLeft ? 'not visible at' : 'visible at') : (hasLeft ? 'down to' : 'up to')
  print(target, `${nameOf(id, target)}: ${change} ${percent(fraction)}${hasLeft ? `, ${reasonTexts[reason]}` : ''}`)
}
export function logImpression({ target, id, exposure: { impressions } }) {
  print(target, `${nameOf(id, target)}: seen${impressions > 1 ? `, ${impressions} times so far` : ''}`)
}

function print(element, line) {
  // A removed element is in no root.
  if (!element.isConnected || [...logs].some(({ root }) => root.contains(element))) console.debug(line)
}
/** Rounded down, so that 100 % is all of it. */
const percent = (fraction) => `${Math.floor(100 * fraction + 1e-6)} %`
const nameOf = (id, { localName, id: own, classList: [first] }) =>
  id === undefined ? localName + (own ? `#${own}` : first ? `.${first}` : '') : String(id)
