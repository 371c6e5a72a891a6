// The top layer: its elements in the order they entered, each with two layers of the engine for its contents. A full-screen element or an
// opaque backdrop covers everything below it.
import { isHere, isOnTop, isWhole, topSelector } from './style.mjs'

/** Far larger than any window with its margins. */
const everywhere = [-(2 ** 40), -(2 ** 40), 2 ** 41, 2 ** 41]

/** Transparent and translucent colors. All others are opaque. */
const clear = /^(transparent|rgba\(.*[, ](0|0?\.\d+)\)|.*\/ *(0|0?\.\d+)\))$/
function covers(element) {
  if (isWhole(element)) return true
  const { display, visibility, opacity, backgroundColor } = getComputedStyle(element, '::backdrop')
  return display !== 'none' && visibility === 'visible' && Number(opacity) === 1 && !clear.test(backgroundColor)
}

export class TopLayer {
  /** For each element: the `z` of its cover, below its contents; the cover's number, or -1; and the places in its layers. */
  #entries = new Map()
  #channel; #numbers; #layers; #last

  /** `layers.make(isPinned, z)` returns a layer of the window, `layers.remove(box)` removes it. `z` is above all other layers. */
  constructor(channel, numbers, z, layers) {
    this.#channel = channel
    this.#numbers = numbers
    this.#last = z
    this.#layers = layers
  }

  /** Adds an element that entered the top layer, or is about to, above all others. */
  entered(element) {
    this.#remove(element)
    this.#entries.set(element, { z: this.#last += 2, cover: -1, fixed: null, absolute: null })
  }
  /** Adds the elements in the top layer of a document or shadow tree. */
  scan(root) {
    if (topSelector) for (const element of root.querySelectorAll(topSelector)) if (!this.#entries.has(element)) this.entered(element)
  }
  /** The place of an element in the top layer. */
  around(element) {
    if (!this.#entries.has(element)) this.entered(element)
    const entry = this.#entries.get(element)
    if (entry.fixed) return entry
    const [fixed, absolute] = [true, false].map((isPinned) => ({ box: this.#layers.make(isPinned, entry.z + 1), fade: 1 }))
    return Object.assign(entry, { fixed, absolute, flow: absolute, covering: fixed.box })
  }

  /** Removes elements that left the top layer, and updates the covers of the others. */
  read() {
    for (const [element, entry] of this.#entries) {
      if (!isHere(element) || !isOnTop(element)) this.#remove(element)
      else if (covers(element) !== entry.cover >= 0) this.#cover(entry)
    }
  }
  /** Adds or removes the cover of an element. */
  #cover(entry) {
    if (entry.cover >= 0) {
      this.#channel.removeCover(entry.cover)
      this.#numbers.giveBack(entry.cover)
      entry.cover = -1
    } else {
      this.#channel.cover(entry.cover = this.#numbers.take(), 0, everywhere, false)
      this.#channel.coverLook(entry.cover, { isPinned: true, z: entry.z })
    }
  }
  #remove(element) {
    const entry = this.#entries.get(element)
    if (entry?.cover >= 0) this.#cover(entry)
    if (entry?.fixed) for (const { box } of [entry.fixed, entry.absolute]) this.#layers.remove(box)
    this.#entries.delete(element)
  }
}
