// Observes the document changes that can affect geometry, as far as browsers report them. Never reads geometry.
import { isHere, isWhole } from './style.mjs'

/** Properties without an effect on geometry, opacity or visibility. */
const paintsOnly = /color|shadow|outline(?!-offset)|background|decoration|cursor|fill|stroke|caret|accent/i
/** Properties that affect only an element and its contents. */
const staysInside = /^(transform|translate|rotate|scale|opacity|visibility|offset|filter|backdrop)/i

/** Events that imply a layout change. Captured, since most do not bubble. */
const layoutEvents = [
  'load', 'error', 'loadedmetadata', 'input', 'focusin', 'focusout', 'slotchange', 'contentvisibilityautostatechange',
]
/** Events that may change which style rules apply. */
const styleEvents = ['beforetoggle', 'toggle', 'change', 'fullscreenchange']
/** Events that may affect rules such as `:hover`, or after which a script may change a style sheet. */
const restlessEvents = ['pointerover', 'pointerdown', 'pointerup', 'keydown', 'keyup', 'click']
/** Media queries other than the window's size. */
const media = [
  'print', '(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(prefers-contrast: more)', '(forced-colors: active)',
  '(hover: hover)', '(pointer: fine)', '(resolution >= 2dppx)',
]
const motionEvents = ['transitionrun', 'transitionend', 'transitioncancel', 'animationstart', 'animationend', 'animationcancel']

/** The maximum of `staleRoots`. Beyond it, everything counts as stale. */
const maximumRoots = 8
/** The maximum of `touched`. */
const maximumTouched = 64

export class Notices {
  /** Whether the layout may have changed. */
  isDirty = false
  /** Where styles may have changed: everywhere, on these observed elements, or in these subtrees. */
  isStale = false
  staleItems = new Set()
  staleRoots = new Set()
  /** Changed nodes. */
  touched = new Set()
  /** Scrolled boxes to read in the next frame. */
  scrolled = new Set()

  #document; #mirror
  #sizes; #nodes
  #shadows = new Set()
  #kinds = new WeakMap()

  /**
   * Calls `mirror.scroll(box, time)` when a box scrolls, `mirror.request()` for any other change, and `mirror.stir()` for events that may
   * change styles. `mirror` also provides the box of an event target, and whether an element is observed or contains observed elements.
   */
  constructor(document, mirror) {
    this.#document = document
    this.#mirror = mirror
    const window = document.defaultView
    this.#sizes = new ResizeObserver(() => this.layout())
    this.#nodes = new MutationObserver((records) => this.#mutated(records))
    this.scroll = (event) => {
      const box = mirror.boxOf(event.target)
      if (box) mirror.scroll(box, event.timeStamp)
    }
    this.watch(document)
    this.#sizes.observe(document.documentElement)
    for (const name of ['resize', 'hashchange']) window.addEventListener(name, this.#restyled)
    for (const query of media) window.matchMedia(query).addEventListener('change', this.#restyled)
    for (const name of restlessEvents) document.addEventListener(name, mirror.stir, { capture: true, passive: true })
    document.fonts?.addEventListener('loadingdone', () => this.layout())
  }

  layout() {
    this.isDirty = true
    this.#mirror.request()
  }
  styles(root = null) {
    if (!root) this.isStale = true
    else {
      if (this.#mirror.isItem(root)) this.staleItems.add(root)
      if (this.#mirror.holds(root)) {
        // `contains` does not cross into shadow trees.
        if (this.#shadows.size > 0 || this.staleRoots.size >= maximumRoots) this.isStale = true
        else this.staleRoots.add(root)
      }
    }
    this.layout()
  }

  /** Watches a document or shadow root. Mutations and some events do not leave a shadow root. */
  watch(root) {
    if (this.#shadows.has(root)) return
    if (root !== this.#document) this.#shadows.add(root)
    const options = { capture: true, passive: true }
    root.addEventListener('scroll', this.scroll, options)
    for (const name of layoutEvents) root.addEventListener(name, this.#happened, options)
    for (const name of styleEvents) root.addEventListener(name, this.#restyled, options)
    this.#mirror.scan(root)
    for (const name of motionEvents) root.addEventListener(name, this.#moved, options)
    this.#nodes.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  }
  /** Watches the size of a box, since resizing it lays out its contents again. */
  watchSize(element) { this.#sizes.observe(element) }
  unwatchSize(element) { this.#sizes.unobserve(element) }

  #restyled = (event) => {
    const { type, target, newState } = event
    if (type === 'beforetoggle' && newState === 'open') this.#mirror.entered(target)
    // Among shadow hosts and the full-screen elements in them, the outermost is at the bottom.
    const path = type === 'fullscreenchange' ? event.composedPath().reverse() : []
    for (const element of path) if (element.nodeType === 1 && isWhole(element)) this.#mirror.entered(element)
    this.styles()
  }
  #happened = ({ target }) => {
    // A style sheet has loaded.
    if (target.localName === 'link' || target.localName === 'style') this.styles()
    else this.layout()
  }
  #moved = ({ target, propertyName, pseudoElement }) => {
    // The color of a backdrop decides whether it covers.
    if (pseudoElement === '::backdrop') this.styles()
    else if (!propertyName || !paintsOnly.test(propertyName)) this.styles(target)
  }
  #mutated(records) {
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (this.touched.size < maximumTouched) this.touched.add(target)
      if (isSheet(target) || [...addedNodes].some(isSheet) || [...removedNodes].some(isSheet)) this.styles()
      else if (type === 'attributes') this.styles(target)
      else for (const node of addedNodes) if (node.nodeType === 1) this.styles(node)
    }
    this.layout()
  }

  /** Returns the collected changes and clears them. */
  take() {
    const { isDirty, isStale, staleItems, staleRoots, touched, scrolled } = this
    this.isDirty = this.isStale = false
    if (staleItems.size) this.staleItems = new Set()
    if (staleRoots.size) this.staleRoots = new Set()
    if (touched.size) this.touched = new Set()
    if (scrolled.size) this.scrolled = new Set()
    return { isDirty, isStale, staleItems, staleRoots, touched, scrolled }
  }

  /** The targets of running animations and transitions: `roots` for time-driven ones, `byScroll` for scroll-driven ones. */
  running() {
    const roots = []
    const byScroll = []
    for (const root of [this.#document, ...this.#shadows]) {
      // It is watched again if it returns to the document.
      if (root !== this.#document && !isHere(root)) this.#shadows.delete(root)
      for (const animation of root.getAnimations?.() ?? []) {
        const target = animation.effect?.target
        if (!target || animation.playState !== 'running') continue
        let kind = this.#kinds.get(animation)
        if (!kind) this.#kinds.set(animation, kind = kindOf(animation))
        const isMine = this.#mirror.isItem(target) || this.#mirror.holds(target)
        if (kind === 'paint' || kind === 'inside' && !isMine) continue
        const list = animation.timeline === this.#document.timeline ? roots : byScroll
        list.push(target)
      }
    }
    return { roots, byScroll }
  }
}

const isSheet = (node) => /^(style|link)$/.test(node.localName ?? node.parentNode?.localName ?? '')

function kindOf({ effect }) {
  const words = new Set(['offset', 'computedOffset', 'easing', 'composite'])
  const names = effect.getKeyframes().flatMap(Object.keys).filter((name) => !words.has(name) && !paintsOnly.test(name))
  if (names.length === 0) return 'paint'
  return names.every((name) => staysInside.test(name)) ? 'inside' : 'layout'
}
