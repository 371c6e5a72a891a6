// Decodes packed sessions: records and the longest JSON lists are delta-encoded.
import { edits } from '../JavaScript/notation.mjs'
import { recordSize } from './records.mjs'

/** Decodes records: each word is the difference from the last record of the same kind. */
export function unpackEdits(words) {
  const last = Array.from({ length: 32 }, () => new Uint32Array(36))
  for (let at = 0; at < words.length;) {
    const kind = words[at], size = recordSize(words, at) >>> 2
    if (kind !== edits.setRule) {
      const before = last[kind]
      for (let i = 1; i < size; i++) {
        // The flags of a box determine the length of the record.
        if (i === 3 && kind <= edits.setContainer) continue
        words[at + i] += before[i]
        before[i] = words[at + i]
      }
    }
    at += size
  }
}

/** Decodes the JSON: targets are only node numbers, watches are columns. */
export function unpackLists(about) {
  // In a browser's trace a node is an element; recordings of apps reuse the numbers of removed nodes.
  const counts = about.passes === 'steps' ? new Map() : null
  about.targets = sums(about.targets).map((node) => {
    const before = counts?.get(node) ?? 0
    counts?.set(node, before + 1)
    return { node, identity: `${counts ? 2n ** 63n + BigInt(before) * 2n ** 32n + BigInt(node) : node}` }
  })
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
