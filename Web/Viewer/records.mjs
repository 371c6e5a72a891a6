// The sizes of a session's records, as in `sightline.h`.
import { edits, ruleNumbers } from '../JavaScript/notation.mjs'

// In bytes, by kind. Boxes with a clip, and rules by their numbers and thresholds, are longer.
const recordSizes = [
  0, 64, 64, 72, 24, 16, 8, 48, 40, 72, 16, 8, 48, 48, 72, 16, 8, 144, 72, 8, 16, 48, 24, 32, 8, 8, 8, 8, 8, 16, 56, 16, 16, 8, 16,
  8, 8,
]

/** The size in bytes of the record at a 32-bit word index. */
export function recordSize(words, at) {
  const kind = words[at]
  const size = recordSizes[kind] ?? 0
  if (size === 0) throw new Error(`the session has an unknown kind of edit, ${kind}`)
  if (kind <= edits.setContainer && words[at + 3] & 2) return size + 32
  return kind === edits.setRule ? size + 8 * (ruleNumbers.length + words[at + 3]) : size
}
