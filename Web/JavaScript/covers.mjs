// The registered covers. Does not retain elements that the page has removed.
import { isHere } from './style.mjs'

/** The distance of covers by z, more than the depth of covers inside covers. */
const step = 1024

export class Covers {
  #known = new WeakMap()
  #references = new Set()
  #last = 0

  get isEmpty() { return this.#references.size === 0 }
  has(element) { return this.#known.has(element) }
  /** Whether a cover is friendly, and its z; `undefined` for other elements. */
  get(element) { return this.#known.get(element) }
  set(element, isFriendly) {
    const known = this.#known.get(element)
    if (known) {
      known.isFriendly = isFriendly
      return
    }
    const reference = new WeakRef(element)
    this.#known.set(element, { isFriendly, z: this.#last += step, reference })
    this.#references.add(reference)
  }
  delete(element) {
    this.#references.delete(this.#known.get(element)?.reference)
    this.#known.delete(element)
  }
  /** The covers in the document. */
  * connected() {
    for (const reference of this.#references) {
      const element = reference.deref()
      if (!element) this.#references.delete(reference)
      else if (isHere(element)) yield element
    }
  }
}
