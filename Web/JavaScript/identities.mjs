// The engine's identities of items, keyed by id or, without an id, by element.

/** The capacity of `remembered`: the number of off-screen items that the engine keeps. Ids are dropped with their items. */
const capacity = 32_768

let last = 0
const ofElements = new WeakMap()
/** Observed ids, each with its identity, its number of observations and whether the item was seen. */
const observed = new Map()
/** Identities of seen ids that are no longer observed, oldest first. */
const remembered = new Map()

/** Returns the identity of an id and adds an observation of it. */
export function identityOf(id, element) {
  if (id === undefined) {
    if (!ofElements.has(element)) ofElements.set(element, ++last)
    return ofElements.get(element)
  }
  let entry = observed.get(id)
  if (!entry) {
    const before = remembered.get(id)
    remembered.delete(id)
    observed.set(id, entry = { identity: before ?? ++last, count: 0, isSeen: before !== undefined })
  }
  entry.count++
  return entry.identity
}

/** Removes an observation of an id. `wasSeen()` returns whether the item has exposures under the observer's policy. */
export function releaseIdentity(id, wasSeen) {
  const entry = observed.get(id)
  entry.isSeen ||= wasSeen()
  if (--entry.count > 0) return
  observed.delete(id)
  if (!entry.isSeen) return
  remembered.set(id, entry.identity)
  if (remembered.size > capacity) remembered.delete(remembered.keys().next().value)
}

/** The identity of an id or an element, or `undefined`. */
export const knownIdentity = (id) =>
  observed.get(id)?.identity ?? remembered.get(id) ?? (id?.nodeType === 1 ? ofElements.get(id) : undefined)
