// What of a document can change where things are, as far as a browser reports it. Nothing here reads geometry.

/** Properties that change no geometry, no opacity and no visibility. */
const paintsOnly = /color|shadow|outline(?!-offset)|background|decoration|cursor|fill|stroke|caret|accent/i
/** Those that concern an element with what is in it, and nothing around it. */
const staysInside = /^(transform|translate|rotate|scale|opacity|visibility|offset|filter|backdrop)/i

/** Events of the document that are a change of layout. They are caught on the way down, since most do not bubble. */
const layoutEvents = ['load', 'error', 'loadedmetadata', 'input', 'focusin', 'focusout']
/** Those after which other style rules may hold. */
const styleEvents = ['toggle', 'change', 'fullscreenchange']
const motionEvents = ['transitionrun', 'transitionend', 'transitioncancel', 'animationstart', 'animationend', 'animationcancel']

/** How many elements are kept apart: with more that hold something, everything counts as changed. */
const maximumRoots = 8
/** How many nodes are remembered as changed. */
const maximumTouched = 64

export class Notices {
  /** Whether the layout may have changed. */
  isDirty = false
  /** Where styles may have changed: everywhere, of these observed elements, or in these with what is in them. */
  isStale = false
  staleItems = new Set()
  staleRoots = new Set()
  /** Nodes that have changed. */
  touched = new Set()
  /** Boxes that have scrolled, and wait for a frame. */
  scrolled = new Set()

  #document; #mirror
  #sizes; #nodes
  #shadows = new Set()
  #kinds = new WeakMap()

  /**
   * `mirror.request()` is called with every notice but scrolling, which is `mirror.scroll(box, time)`. It knows of targets of events which
   * box they are, and of elements whether they are observed, or hold something that is.
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
    window.addEventListener('resize', () => this.styles())
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
        // A root does not contain what is in a shadow below it.
        if (this.#shadows.size > 0 || this.staleRoots.size >= maximumRoots) this.isStale = true
        else this.staleRoots.add(root)
      }
    }
    this.layout()
  }

  /** A document, or a shadow root: events and mutations do not leave it. */
  watch(root) {
    if (this.#shadows.has(root)) return
    if (root !== this.#document) this.#shadows.add(root)
    const options = { capture: true, passive: true }
    root.addEventListener('scroll', this.scroll, options)
    for (const name of layoutEvents) root.addEventListener(name, (event) => this.#happened(event), options)
    for (const name of styleEvents) root.addEventListener(name, () => this.styles(), options)
    for (const name of motionEvents) root.addEventListener(name, (event) => this.#moved(event), options)
    this.#nodes.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  }
  /** A box: what it holds is laid out anew when it gets another size. */
  watchSize(element) { this.#sizes.observe(element) }
  unwatchSize(element) { this.#sizes.unobserve(element) }

  #happened({ target }) {
    // A style sheet that has come.
    if (target.localName === 'link' || target.localName === 'style') this.styles()
    else this.layout()
  }
  #moved({ target, propertyName }) {
    if (!propertyName || !paintsOnly.test(propertyName)) this.styles(target)
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

  /** Begins anew, and hands over what has been noticed. */
  take() {
    const { isDirty, isStale, staleItems, staleRoots, touched, scrolled } = this
    this.isDirty = this.isStale = false
    if (staleItems.size) this.staleItems = new Set()
    if (staleRoots.size) this.staleRoots = new Set()
    if (touched.size) this.touched = new Set()
    if (scrolled.size) this.scrolled = new Set()
    return { isDirty, isStale, staleItems, staleRoots, touched, scrolled }
  }

  /** What is in an animation or a transition that runs by the clock, and what in one that goes by scrolling. */
  running() {
    const roots = []
    const byScroll = []
    for (const root of [this.#document, ...this.#shadows]) {
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
