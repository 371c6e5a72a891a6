// The edits of a session as in `sightline.h`: kinds, record sizes and enumerations.

export const edits = {
  addContainer: 1, setContainer: 2, setContainerLook: 3, scroll: 4, moveContainer: 5, removeContainer: 6,
  addTarget: 7, setTargetFrame: 8, setTargetLook: 9, moveTarget: 10, removeTarget: 11,
  addCover: 12, setCover: 13, setCoverLook: 14, moveCover: 15, removeCover: 16,
  addViewport: 17, setMargins: 18, removeViewport: 19, setRule: 20, setPolicy: 21,
  watch: 22, watchImpressions: 23, unwatch: 24,
  setForeground: 25, beginSession: 26, beginScreenVisit: 27, beginDay: 28,
}

export const measures = ['item', 'viewport', 'smaller', 'edges']
export const repetitions = ['once', 'session', 'visit', 'afterLeaving', 'coolDown', 'day']

// In bytes, by kind. Boxes with a clip, and rules, are longer.
const recordSizes = [
  0, 64, 64, 72, 24, 16, 8, 48, 40, 72, 16, 8, 48, 48, 72, 16, 8, 144, 72, 8, 40, 48, 24, 32, 8, 8, 8, 8, 8,
]

/** The size in bytes of the record at a 32-bit word index. */
export function recordSize(words, at) {
  const kind = words[at]
  const size = recordSizes[kind] ?? 0
  if (size === 0) throw new Error(`the session has an unknown kind of edit, ${kind}`)
  if (kind <= edits.setContainer && words[at + 3] & 2) return size + 32
  return kind === edits.setRule ? size + 8 * words[at + 3] : size
}
