// Viewports: the window, or root elements in its place.
import { Numbers } from './channel.mjs'
import { isHere } from './style.mjs'

/** The number of thresholds for the visible part of a frame's document. Between them, a moving frame is read on every animation frame. */
const steps = 1000
/** The precision of rects, in pixels. */
const slack = 0.5

export class Viewports {
  #channel; #document; #pass; #read
  // 0 is the window's viewport.
  #numbers
  #windows = new Map()
  /** The insets of the window hidden by the page around a frame: top, right, bottom, left. */
  #cuts = [0, 0, 0, 0]
  #roots = new Set()
  #rootOf = new WeakMap()
  /** Viewports whose root was removed. They are removed after the pass that reports the removals. */
  #closed = []

  /** `pass()` evaluates immediately, since iframes get no animation frames offscreen; `read(element)` schedules a reading. */
  constructor(document, channel, pass, read) {
    this.#channel = channel
    this.#document = document
    this.#pass = pass
    this.#read = read
    this.#numbers = new Numbers(channel.busy, 1)
    const { defaultView: window } = document
    if (window.parent !== window) this.#watchOutside(window)
  }

  /** `root`: an element; the document, for the whole window; or `null`, for the visible part of the window. */
  take(root, margins) {
    const key = JSON.stringify(margins)
    if (root?.nodeType === 1) {
      let found = this.#rootOf.get(root)
      if (!found) this.#rootOf.set(root, found = new Root(root))
      if (!found.viewports.has(key)) found.viewports.set(key, new RootViewport(this, found, margins))
      return found.viewports.get(key)
    }
    const name = `${root === null} ${key}`
    let viewport = this.#windows.get(name)
    if (!viewport) {
      const isPlain = root === null && [...margins.points, ...margins.shares].every((side) => side === 0)
      viewport = { number: isPlain ? 0 : this.#numbers.take(), margins, isSeen: root === null, add() {}, delete() {} }
      this.#windows.set(name, viewport)
      if (!isPlain) this.#channel.viewport(viewport.number, 0, margins.points, margins.shares)
      if (viewport.isSeen) this.#cut(viewport)
    }
    return viewport
  }

  // Elements

  isRoot(element) { return this.#rootOf.get(element)?.count > 0 }
  * roots() {
    for (const root of this.#roots) {
      const element = root.element.deref()
      if (element && isHere(element)) yield element
    }
  }
  /** Sets the container of a root; `close` removes it. */
  open(element, number) {
    const root = this.#rootOf.get(element)
    root.container = number
    for (const viewport of root.viewports.values()) this.#open(viewport)
  }
  close(element) {
    const root = this.#rootOf.get(element)
    root.container = -1
    for (const viewport of root.viewports.values()) if (viewport.number >= 0) this.#closed.push(viewport)
  }
  get isClosing() { return this.#closed.length > 0 }
  passed() {
    for (const viewport of this.#closed.splice(0)) {
      if (viewport.number < 0) continue
      for (const watcher of viewport.watchers) watcher.lost()
      this.#end(viewport)
    }
  }
  #open(viewport) {
    const { root: { container }, watchers, margins } = viewport
    if (container < 0 || viewport.number >= 0 || watchers.size === 0) return
    viewport.number = this.#numbers.take()
    this.#channel.viewport(viewport.number, container, margins.points, margins.shares)
    for (const watcher of watchers) if (watcher.item.number >= 0) watcher.begin(watcher.item.number)
  }
  #end(viewport) {
    this.#channel.removeViewport(viewport.number)
    this.#numbers.giveBack(viewport.number)
    viewport.number = -1
  }
  joined(viewport) {
    const { root } = viewport
    if (root.count++ === 0) {
      this.#roots.add(root)
      this.#read(root.element.deref())
    }
    this.#open(viewport)
  }
  left(viewport) {
    const { root, watchers } = viewport
    if (watchers.size === 0 && viewport.number >= 0) this.#end(viewport)
    if (--root.count === 0) this.#roots.delete(root)
  }

  // Frames

  /** Observes the visible part of the root element: the only information a frame gets about the page around it. */
  #watchOutside(window) {
    const { documentElement } = this.#document
    const observer = new window.IntersectionObserver((entries) => {
      const { intersectionRect: seen, boundingClientRect: all, isIntersecting } = entries.at(-1)
      const { clientWidth: width, clientHeight: height } = documentElement
      const hasArea = ({ width, height }) => width * height > 0
      // A root element scrolled out of the frame says nothing about the page around it.
      const edge = hasArea(all) ? 0 : slack
      if (all.bottom <= -edge || all.right <= -edge || all.top >= height + edge || all.left >= width + edge) return
      const cut = (isCut, length) => isCut ? length : 0
      // A root element without an area intersects too.
      const isSeen = isIntersecting && hasArea(seen) === hasArea(all)
      const cuts = !isSeen ? [height, width, height, width] : [
        cut(seen.top > Math.max(0, all.top) + slack, seen.top), cut(seen.right < Math.min(width, all.right) - slack, width - seen.right),
        cut(seen.bottom < Math.min(height, all.bottom) - slack, height - seen.bottom), cut(seen.left > Math.max(0, all.left) + slack, seen.left),
      ]
      if (cuts.every((side, i) => side === this.#cuts[i])) return
      this.#cuts = cuts
      for (const viewport of this.#windows.values()) if (viewport.isSeen) this.#cut(viewport)
      this.#pass()
      // It probably keeps moving, by less than a threshold.
      window.requestAnimationFrame(() => {
        observer.unobserve(documentElement)
        observer.observe(documentElement)
      })
    }, { threshold: Array.from({ length: steps + 1 }, (_, i) => i / steps) })
    observer.observe(documentElement)
  }
  #cut({ number, margins: { points, shares } }) {
    this.#channel.margins(number, points.map((side, i) => this.#cuts[i] ? -this.#cuts[i] : side),
      shares.map((side, i) => this.#cuts[i] ? 0 : side))
  }
}

/** A root element, used instead of the window. `container` is its number in the engine, or -1. */
class Root {
  container = -1
  /** The number of its watchers. */
  count = 0
  viewports = new Map()
  constructor(element) { this.element = new WeakRef(element) }
}

/** The viewport of observers with the same root and margins. Its watchers wait until it has a number. */
class RootViewport {
  number = -1
  watchers = new Set()
  constructor(viewports, root, margins) { Object.assign(this, { viewports, root, margins }) }
  add(watcher) {
    this.watchers.add(watcher)
    this.viewports.joined(this)
  }
  delete(watcher) {
    if (this.watchers.delete(watcher)) this.viewports.left(this)
  }
}
