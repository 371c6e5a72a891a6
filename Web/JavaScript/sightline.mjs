// Visibility tracking for web pages with the Sightline engine. Types and documentation: `sightline.d.ts`.
import { callback, flag, nonNegative, notA, record } from './checks.mjs'
import { SightlineEntry, SightlineState } from './entries.mjs'
import { identityOf, knownIdentity, releaseIdentity } from './identities.mjs'
import { isLogging, logEntry, logImpression, startLog } from './log.mjs'
import { checkDefaults, checkOptions, makeMargins, makePolicy, makeRoot, makeRule } from './options.mjs'
import { Page } from './page.mjs'

let page = null
let loading = null
/** The options of observers that do not give them. */
let defaults = Object.freeze({})

/** Numbers of rules or policies. Observers with equal ones share a number. */
class Shared {
  #numbers = new Map()
  #next = 0
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

const ruleNumber = (rule) => rules.number(rule, (number) => page.channel.rule(number, rule))

export class Sightline {
  static load(source = new URL('./sightline.wasm', import.meta.url)) {
    if (typeof document === 'undefined') return Promise.reject(new Error('Sightline: no document; load it in a browser'))
    loading ??= instantiate(source).then((exports) => { page = new Page(exports, document) })
    // Allow a retry after a failure.
    loading.catch(() => { loading = null })
    return loading
  }

  static get defaults() { return defaults }
  static set defaults(value) { defaults = checkDefaults(value) }
  static beginSession() { ready().beginSession() }
  static beginScreenVisit() {
    ready().channel.beginScreenVisit()
    page.request()
  }
  static get needsActivity() { return ready().needsActivity }
  static set needsActivity(value) { ready().needsActivity = flag(value, 'needsActivity') }
  static get backgroundTimeout() { return ready().backgroundTimeout }
  static set backgroundTimeout(value) { ready().backgroundTimeout = value === null ? null : nonNegative(value, 'backgroundTimeout') }
  static get inputTimeout() { return ready().inputTimeout }
  static set inputTimeout(value) { ready().inputTimeout = value === null ? null : nonNegative(value, 'inputTimeout') }
  static get person() { return ready().person }
  static set person(value) { ready().person = value }
  static get keyboardCovers() { return ready().keyboard.covers }
  static set keyboardCovers(value) { ready().keyboard.covers = flag(value, 'keyboardCovers') }
  static cover(element, options = {}) {
    const { isFriendly = false } = record(options, 'the second argument of cover()', ['isFriendly'])
    ready().cover(checked(element), flag(isFriendly, 'isFriendly'))
  }
  static uncover(element) { ready().uncover(anElement(element)) }
  static invalidate() { ready().invalidate() }
  static visibilityLog(root = document) {
    ready()
    return startLog(makeRoot(root))
  }

  // Weak, so that removed elements can be collected.
  #watchers = new WeakMap()
  #all = new Set()
  #owner

  constructor(options = {}, onChange = () => {}, onImpression = () => {}) {
    ready()
    callback(onChange, 'onChange')
    callback(onImpression, 'onImpression')
    this.#owner = new Owner(checkOptions(options), (entries) => onChange(entries, this), (impressions) => onImpression(impressions, this))
  }

  observe(element, options = {}) {
    const { id } = record(options, 'the second argument of observe()', ['id'])
    checked(element)
    const former = this.#watchers.get(element)
    if (former && (former.id === id || Object.is(former.id, id))) return
    const watcher = new Watcher(this.#owner, this.#all, id)
    if (former) page.remove(former, true)
    this.#watchers.set(element, watcher)
    this.#all.add(watcher)
    page.add(element, watcher)
    this.#owner.viewport.add(watcher)
    former?.forget(watcher)
  }
  unobserve(element) {
    const watcher = this.#watchers.get(anElement(element))
    if (!watcher) return
    this.#watchers.delete(element)
    page.remove(watcher)
    watcher.forget()
  }
  disconnect() {
    for (const watcher of this.#all) {
      page.remove(watcher)
      watcher.forget()
    }
    this.#watchers = new WeakMap()
  }

  state(element) {
    const watcher = this.#watchers.get(anElement(element))
    return watcher ? this.#owner.stateOf(watcher, watcher.item.number) : null
  }
  exposure(id) {
    const { policy } = this.#owner
    if (policy === null) throw new Error('Sightline: exposures require a policy')
    const identity = knownIdentity(id)
    return identity === undefined ? null : page.channel.item(identity, policy, page.now())
  }
}

/** An observer's rule, viewport and policy, and its pending reports. */
class Owner {
  #onChange; #onImpression
  // Each with its watcher.
  #entries = []; #impressions = []

  constructor(options, onChange, onImpression) {
    const { channel } = page
    const { rule: when = defaults.rule, policy: counts = defaults.policy ?? null } = options
    const rule = makeRule(when)
    const margins = makeMargins(options.margins)
    const root = makeRoot(options.root)
    const policy = makePolicy(counts, rule)
    this.thresholds = rule.thresholds
    this.rule = ruleNumber(rule)
    this.viewport = page.viewports.take(root, margins)
    this.policy = null
    if (policy) {
      const under = ruleNumber(policy.rule)
      this.policy = policies.number([under, policy.made], (number) => channel.policy(number, under, policy.made))
      page.count(policy.countsDays)
    }
    this.#onChange = onChange
    this.#onImpression = onImpression
  }

  begin(watcher, target) {
    const { number } = this.viewport
    if (number < 0 || watcher.watch >= 0) return
    watcher.watch = page.takeWatch(watcher)
    page.channel.watch(watcher.watch, target, number, this.rule)
    if (this.policy === null) return
    watcher.impressionWatch = page.takeWatch(watcher)
    watcher.identity ||= identityOf(watcher.id, watcher.element)
    page.channel.watchImpressions(watcher.impressionWatch, target, number, this.policy, watcher.identity)
  }
  /** Releases the identity of an ended watcher. */
  forget({ id, identity }) {
    if (identity && id !== undefined) releaseIdentity(id, () => page.channel.item(identity, this.policy, page.now()).exposures > 0)
  }

  /** Whether there are no pending reports. */
  get isIdle() { return this.#entries.length === 0 && this.#impressions.length === 0 }
  changed(watcher, isEntered, target, threshold, fraction, reason, exit, time) {
    const entry = new SightlineEntry(watcher, isEntered, target, threshold, fraction, reason, exit, time)
    if (isLogging()) logEntry(entry, threshold)
    this.#entries.push([watcher, entry])
  }
  seen(watcher, time, exposure) {
    const impression = { target: watcher.element, id: watcher.id, time, exposure }
    if (isLogging()) logImpression(impression)
    this.#impressions.push([watcher, impression])
  }
  deliver() {
    const entries = this.#entries
    const impressions = this.#impressions
    this.#entries = []
    this.#impressions = []
    report(this.#onChange, entries)
    report(this.#onImpression, impressions)
  }

  /** The current state of a target; `null` if it was removed or its number was reused. */
  stateOf({ item }, target) {
    const { number } = this.viewport
    return item.number === target && target >= 0 && number >= 0 ? new SightlineState(page.channel.state(target, number, this.rule)) : null
  }
}

/** Calls a callback, without elements that earlier callbacks unobserved. An exception does not affect other callbacks. */
function report(callback, pending) {
  const list = pending.filter(([watcher]) => watcher.isObserved).map(([, report]) => report)
  if (list.length === 0) return
  try { callback(list) } catch (error) { reportError(error) }
}

/** An element observed by one observer. */
class Watcher {
  item = null
  watch = -1
  impressionWatch = -1
  /** The number of thresholds reached. */
  level = 0
  /** The identity of its item in the engine; 0 until assigned. */
  identity = 0
  /** `all`: the set of its observer's watchers. */
  constructor(owner, all, id) { Object.assign(this, { owner, all, id }) }
  get element() { return this.item.found }
  get isObserved() { return this.successor?.isObserved ?? this.all.has(this) }

  begin(target) { this.owner.begin(this, target) }
  /** A dwell already reached still counts if the watcher `isReplaced`. */
  end(isReplaced) {
    for (const number of [this.watch, this.impressionWatch]) {
      if (number < 0) continue
      page.channel.unwatch(number)
      page.giveBackWatch(number, isReplaced)
    }
    this.watch = this.impressionWatch = -1
  }
  lost() {
    for (const number of [this.watch, this.impressionWatch]) if (number >= 0) page.giveBackWatch(number, true)
    this.watch = this.impressionWatch = -1
  }
  /** Ends the watcher of an unobserved or collected element. Its last reports are delivered if a `successor` observes another item. */
  forget(successor) {
    this.successor = successor
    this.all.delete(this)
    this.owner.viewport.delete(this)
    this.owner.forget(this)
  }
}

function ready() {
  if (!page) throw new Error('Sightline: not loaded yet; await Sightline.load() first')
  return page
}
function anElement(value) {
  if (value?.nodeType !== 1) throw notA('an element', value, 'the argument')
  return value
}
function checked(element) {
  if (anElement(element).ownerDocument === document) return element
  throw new TypeError('Sightline: only elements of this document can be observed')
}

// A misspelt setting of the class is an error.
Object.preventExtensions(Sightline)

const without = 'catch this error and show the page without it, or observe with an IntersectionObserver'

async function instantiate(source) {
  if (typeof WebAssembly === 'undefined') throw new Error(`Sightline: this browser does not run WebAssembly, as in lockdown modes; ${without}`)
  return compiled(source).catch((error) => {
    if (!(error instanceof WebAssembly.CompileError)) throw error
    throw new Error(`Sightline: the engine was not compiled: ${error.message}. If the browser or a security policy forbids it, ${without}`, { cause: error })
  })
}
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return (await WebAssembly.instantiate(source, {})).exports
  const answer = await (source instanceof URL || typeof source === 'string' ? fetch(source) : source)
  const isBytes = answer instanceof ArrayBuffer || ArrayBuffer.isView(answer)
  if (!isBytes && !(answer instanceof Response)) throw notA('the engine or its URL', answer, 'the argument of load()')
  if (isBytes) return (await WebAssembly.instantiate(answer, {})).instance.exports
  if (!answer.ok) throw new Error(`Sightline: ${answer.url} could not be loaded, status ${answer.status}`)
  // Works even if the server sends a wrong MIME type.
  return (await WebAssembly.instantiate(await answer.arrayBuffer(), {})).instance.exports
}
