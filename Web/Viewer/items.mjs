// The items of a session: what its table and its timeline have a row for. An item is an identity that impressions are counted for,
// or else a target.

export class SessionItems {
  constructor({ targets, watches }) {
    /** Each has its identity, or null; the first target that showed it, that target's node, and its name, or null. */
    this.list = []
    /** The item of each recorded watch. */
    this.ofWatch = new Int32Array(watches.length)
    this.ofTarget = new Int32Array(targets.length).fill(-1)
    const ofIdentity = new Map()
    // Targets that are watched for impressions need no item of their own for other watches.
    watches.forEach((watch, number) => {
      if (watch.identity === undefined) return
      let item = ofIdentity.get(watch.identity)
      if (item === undefined) ofIdentity.set(watch.identity, item = this.#add(watch.identity, watch.target, targets))
      if (this.ofTarget[watch.target] < 0) this.ofTarget[watch.target] = item
      this.#note(number, item, watch)
    })
    watches.forEach((watch, number) => {
      if (watch.identity !== undefined) return
      this.#note(number, this.#own(watch.target, targets), watch)
    })
    // A browser's targets have no watches before the trace is replayed under a rule.
    targets.forEach((_, target) => this.#own(target, targets))
  }

  get count() { return this.list.length }

  #own(target, targets) {
    if (this.ofTarget[target] < 0) this.ofTarget[target] = this.#add(null, target, targets)
    return this.ofTarget[target]
  }

  #add(identity, target, targets) {
    return this.list.push({ identity, target, node: targets[target].node, name: null }) - 1
  }

  #note(watch, item, { name }) {
    this.ofWatch[watch] = item
    this.list[item].name ??= name ?? null
  }

  /** What people call an item: its name, else its identity, else its target's node. */
  title(item) {
    const { name, identity, node } = this.list[item]
    return name ?? (identity === null ? `node ${node}` : `item ${identity}`)
  }

  /** Its numbers, beside a name. */
  number(item) {
    const { identity, node } = this.list[item]
    return identity === null ? `node ${node}` : `id ${identity}`
  }
}
