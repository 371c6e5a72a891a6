// Which elements people see, and for how long: the engine of Sightline for web pages. Types and documentation: `sightline.d.ts`.
import { SightlineEntry, SightlineState } from './entries.mjs'
import { makeMargins, makePolicy, makeRule } from './options.mjs'
import { Page } from './page.mjs'

let page = null
let loading = null

/** The engine's numbers for items: by their ids, or else by their elements. */
const identities = new Map()
const elementIdentities = new WeakMap()
let nextIdentity = 1

const tableOf = (id, element) => id === undefined ? [elementIdentities, element] : [identities, id]
function identityOf(id, element) {
  const [table, key] = tableOf(id, element)
  let identity = table.get(key)
  if (identity === undefined) table.set(key, identity = nextIdentity++)
  return identity
}

/** What several observers have in common has one number. */
class Shared {
  #numbers = new Map()
  #next
  constructor(first = 0) { this.#next = first }
  number(value, write) {
    const key = JSON.stringify(value, (_, value) => typeof value === 'bigint' ? String(value) : value)
    let number = this.#numbers.get(key)
    if (number === undefined) {
      this.#numbers.set(key, number = this.#next++)
      write(number)
    }
    return number
  }
}
const rules = new Shared()
const policies = new Shared()
// The window itself is viewport 0.
const viewports = new Shared(1)

const ruleNumber = (rule) => rules.number(rule, (number) => page.channel.rule(number, rule))

export class Sightline {
  static load(source = new URL('./sightline.wasm', import.meta.url)) {
    loading ??= instantiate(source).then((exports) => { page = new Page(exports, document) })
    // A load that failed may be tried again.
    loading.catch(() => { loading = null })
    return loading
  }

  static beginSession() {
    ready().channel.beginSession()
    page.request()
  }
  static beginScreenVisit() {
    ready().channel.beginScreenVisit()
    page.request()
  }
  static cover(element, { isFriendly = false } = {}) { ready().cover(checked(element), isFriendly) }
  static uncover(element) { ready().uncover(element) }
  static invalidate() { ready().invalidate() }

  #watchers = new Map()
  #owner

  constructor(options = {}, onChange = () => {}, onImpression = () => {}) {
    ready()
    this.#owner = new Owner(options, (entries) => onChange(entries, this), (impressions) => onImpression(impressions, this))
  }

  observe(element, { id } = {}) {
    checked(element)
    if (this.#watchers.has(element)) return
    const watcher = new Watcher(this.#owner, element, id)
    this.#watchers.set(element, watcher)
    page.add(element, watcher)
  }
  unobserve(element) {
    const watcher = this.#watchers.get(element)
    if (!watcher) return
    this.#watchers.delete(element)
    page.remove(watcher)
  }
  disconnect() {
    for (const watcher of this.#watchers.values()) page.remove(watcher)
    this.#watchers.clear()
  }

  state(element) {
    const watcher = this.#watchers.get(element)
    return watcher ? this.#owner.stateOf(watcher, watcher.item.number) : null
  }
  exposure(id) {
    const { policy } = this.#owner
    if (policy === null) throw new Error('Sightline: exposures are counted under a policy, and there is none')
    const identity = identities.get(id) ?? (id instanceof Element ? elementIdentities.get(id) : undefined)
    return identity === undefined ? null : page.channel.item(identity, policy, page.now())
  }
}

/** What an observer is to the page: what it watches by, and what it reports. */
class Owner {
  #onChange; #onImpression
  #entries = []; #impressions = []

  constructor(options, onChange, onImpression) {
    const { channel } = page
    const rule = makeRule(options.rule)
    const margins = makeMargins(options.margins)
    const policy = options.policy ? makePolicy(options.policy, rule) : null
    this.thresholds = rule.thresholds
    this.rule = ruleNumber(rule)
    this.viewport = [...margins.points, ...margins.shares].every((side) => side === 0) ? 0
      : viewports.number(margins, (number) => channel.viewport(number, 0, margins.points, margins.shares))
    this.policy = null
    if (policy) {
      const under = ruleNumber(policy.rule)
      this.policy = policies.number([under, policy.made], (number) => channel.policy(number, under, policy.made))
      if (policy.countsDays) page.countDays()
    }
    this.#onChange = onChange
    this.#onImpression = onImpression
  }

  begin(watcher, target) {
    watcher.watch = page.takeWatch(watcher)
    page.channel.watch(watcher.watch, target, this.viewport, this.rule)
    if (this.policy === null) return
    watcher.impressionWatch = page.takeWatch(watcher)
    const identity = identityOf(watcher.id, watcher.element)
    page.channel.watchImpressions(watcher.impressionWatch, target, this.viewport, this.policy, identity)
  }

  /** Whether there is nothing to tell yet. */
  get isIdle() { return this.#entries.length === 0 && this.#impressions.length === 0 }
  changed(watcher, isEntered, target, threshold, fraction, reason, time) {
    this.#entries.push(new SightlineEntry(this, watcher, isEntered, target, threshold, fraction, reason, time))
  }
  seen({ element, id }, time, exposure) { this.#impressions.push({ target: element, id, time, exposure }) }
  deliver() {
    const entries = this.#entries
    const impressions = this.#impressions
    this.#entries = []
    this.#impressions = []
    report(this.#onChange, entries)
    report(this.#onImpression, impressions)
  }

  /** How a target is seen now; `null` if it is gone, or another's by now. */
  stateOf({ item }, target) {
    return item.number === target && target >= 0 ? new SightlineState(page.channel.state(target, this.viewport, this.rule)) : null
  }
}

/** A callback that throws keeps nothing from the others. */
function report(callback, list) {
  if (list.length === 0) return
  try { callback(list) } catch (error) { reportError(error) }
}

/** One element under one observer. */
class Watcher {
  item = null
  watch = -1
  impressionWatch = -1
  isVisible = false
  constructor(owner, element, id) { Object.assign(this, { owner, element, id }) }

  begin(target) { this.owner.begin(this, target) }
  end() {
    for (const number of [this.watch, this.impressionWatch]) {
      if (number < 0) continue
      page.channel.unwatch(number)
      page.giveBackWatch(number, false)
    }
    this.watch = this.impressionWatch = -1
    this.isVisible = false
  }
  lost() {
    for (const number of [this.watch, this.impressionWatch]) if (number >= 0) page.giveBackWatch(number, true)
    this.watch = this.impressionWatch = -1
  }
}

function ready() {
  if (!page) throw new Error('Sightline: not loaded yet; await Sightline.load() first')
  return page
}
function checked(element) {
  if (!(element instanceof Element) || element.ownerDocument !== document) {
    throw new TypeError('Sightline: only elements of this document can be observed')
  }
  return element
}

async function instantiate(source) {
  if (source instanceof WebAssembly.Module) return (await WebAssembly.instantiate(source, {})).exports
  const answer = await (source instanceof URL || typeof source === 'string' ? fetch(source) : source)
  if (!(answer instanceof Response)) return (await WebAssembly.instantiate(answer, {})).instance.exports
  if (!answer.ok) throw new Error(`Sightline: ${answer.url} could not be loaded, status ${answer.status}`)
  // A server that does not know the type of the file is no reason to fail.
  return (await WebAssembly.instantiate(await answer.arrayBuffer(), {})).instance.exports
}
