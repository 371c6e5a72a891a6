// What makes a session small: its records and the longest lists of its JSON are differences, each from what stands before it.
import { edits, recordSize } from './records.mjs'

/** Undoes it for records: a word is that of the last record of its kind, and the difference. */
export function unpackEdits(words) {
  const last = Array.from({ length: 32 }, () => new Uint32Array(36))
  for (let at = 0; at < words.length;) {
    const kind = words[at], size = recordSize(words, at) >>> 2
    if (kind !== edits.setRule) {
      const before = last[kind]
      for (let i = 1; i < size; i++) {
        // A box's flags say how long the record is.
        if (i === 3 && kind <= edits.setContainer) continue
        words[at + i] += before[i]
        before[i] = words[at + i]
      }
    }
    at += size
  }
}

/** Undoes it for the JSON: targets are the nodes alone, watches are columns. */
export function unpackLists(about) {
  const ownBit = about.passes === 'steps' ? 2n ** 63n : 0n
  about.targets = sums(about.targets).map((node) => ({ node, identity: `${BigInt(node) + ownBit}` }))
  const { identity, name } = about.watches
  const [target, viewport, rule, policy, number] =
    ['target', 'viewport', 'rule', 'policy', 'number'].map((key) => sums(about.watches[key]))
  about.watches = target.map((target, i) => ({
    target, viewport: viewport[i], ...(policy[i] < 0 ? { rule: rule[i] } : { policy: policy[i], identity: identity[i] }),
    number: number[i] < 0 ? null : number[i], name: name[i],
  }))
}

function sums(differences) {
  let sum = 0
  return differences.map((difference) => sum += difference)
}
