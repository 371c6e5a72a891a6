// The items of a session, each a row of the table and the timeline. An item is an identity with impressions or, without one, a
// target.
import { edits } from '../JavaScript/notation.mjs'
import { recordSize } from './records.mjs'

/** The name of a list before that of an item: `feed: card 7`, `feed/card 7`, `feed · card 7`. */
const listPrefix = /^[\p{L}\p{N} _-]+(?:: |\/| · )(?=\S)/u

export class SessionItems {
  #ofIdentity = new Map()

  constructor(session) {
    const { targets, watches } = session.about
    /** Each has its identity or null, the first target that showed it, that target's node, and its name or null. */
    this.list = []
    /** The items of recorded watches and of targets. `ofOwn` has those of targets while watched without impressions. */
    this.ofWatch = new Int32Array(watches.length)
    this.ofTarget = new Int32Array(targets.length).fill(-1)
    // Targets watched for impressions share that item with their other watches, unless these are sometimes the only ones.
    watches.forEach((watch, number) => {
      if (watch.identity === undefined) return
      const item = this.#item(watch.identity, watch.identity, watch.target, targets)
      if (this.ofTarget[watch.target] < 0) this.ofTarget[watch.target] = item
      this.#note(number, item, watch)
    })
    watches.forEach((watch, number) => {
      if (watch.identity !== undefined) return
      this.#note(number, this.#own(watch.target, targets), watch)
    })
    // In a browser's trace, targets have no watches until it is replayed under a rule.
    targets.forEach((_, target) => this.#own(target, targets))
    this.ofOwn = this.ofTarget.slice()
    this.#shorten()
    for (const target of uncounted(session)) this.ofOwn[target] = this.#item(targets[target].identity, null, target, targets)
  }

  get count() { return this.list.length }

  #own(target, targets) {
    if (this.ofTarget[target] < 0) this.ofTarget[target] = this.#item(targets[target].identity, null, target, targets)
    return this.ofTarget[target]
  }

  /** The item with an identity in the engine; `shown` is the identity to display, or `null` if it represents a node. */
  #item(identity, shown, target, targets) {
    let item = this.#ofIdentity.get(identity)
    if (item !== undefined) return item
    // The incarnation of the node; see docs/inside/traces.md.
    const before = shown === null ? Number(BigInt(identity) >> 32n & 0x7fffffffn) : 0
    const again = before ? ` #${before + 1}` : ''
    item = this.list.push({ identity: shown, target, node: targets[target].node, again, name: null }) - 1
    this.#ofIdentity.set(identity, item)
    return item
  }

  #note(watch, item, { name }) {
    this.ofWatch[watch] = item
    this.list[item].name ??= name ?? null
  }

  /** Removes the name of its list from each name that stays unique. */
  #shorten() {
    const counts = new Map()
    const short = this.list.map(({ name }) => name?.replace(listPrefix, '') ?? null)
    for (const name of short) counts.set(name, (counts.get(name) ?? 0) + 1)
    this.list.forEach((each, item) => { each.title = counts.get(short[item]) === 1 ? short[item] : each.name })
  }

  /** The display name of an item: its name, without that of its list if it is unique, its identity or its target's node. */
  title(item) {
    const { title: name, identity, node, again } = this.list[item]
    return name ?? (identity === null ? `node ${node}${again}` : `item ${identity}`)
  }

  /** The identity or node of an item, as a subtitle. */
  number(item) {
    const { identity, node, again } = this.list[item]
    return identity === null ? `node ${node}${again}` : `id ${identity}`
  }
}

/** The targets watched with impressions at some time, and without them at the end of some other step. */
function uncounted({ words, starts, steps, about: { targets, watches } }) {
  const all = new Uint32Array(targets.length), counted = new Uint32Array(targets.length)
  const isActive = new Uint8Array(watches.length), isGone = new Uint8Array(targets.length)
  const change = (watch, isOn) => {
    if (isActive[watch] === isOn) return
    const { target, identity } = watches[watch]
    isActive[watch] = isOn
    all[target] += isOn ? 1 : -1
    if (identity !== undefined) counted[target] += isOn ? 1 : -1
    touched.add(target)
  }
  const found = new Set(), touched = new Set()
  const hasCounted = new Set(watches.filter(({ identity }) => identity !== undefined).map(({ target }) => target))
  for (let step = 0; step < steps; step++) {
    for (let at = starts[step]; at < starts[step + 1]; at += recordSize(words, at) >>> 2) {
      const kind = words[at], number = words[at + 1]
      if (kind === edits.watch || kind === edits.watchForImpressions) change(number, 1)
      else if (kind === edits.unwatch) change(number, 0)
      else if (kind === edits.removeTarget) isGone[number] = 1
      else if (kind === edits.removeViewport) watches.forEach(({ viewport }, watch) => { if (viewport === number) change(watch, 0) })
    }
    for (const target of touched) if (!isGone[target] && all[target] > 0 && counted[target] === 0 && hasCounted.has(target)) found.add(target)
    touched.clear()
  }
  return found
}
