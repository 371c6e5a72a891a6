// The registered covers. Holds elements weakly, so that removed ones can be collected.
import { isHere } from './style.mjs'

/** The z distance between covers, larger than the depth of nested covers. */
const step = 1024

export class Covers {
  #registered = new WeakMap()
  #references = new Set()
  #last = 0

  get isEmpty() { return this.#references.size === 0 }
  has(element) { return this.#registered.has(element) }
  /** Whether a cover is friendly, and its z; `undefined` for other elements. */
  get(element) { return this.#registered.get(element) }
  set(element, isFriendly) {
    const existing = this.#registered.get(element)
    if (existing) {
      existing.isFriendly = isFriendly
      return
    }
    const reference = new WeakRef(element)
    this.#registered.set(element, { isFriendly, z: this.#last += step, reference })
    this.#references.add(reference)
  }
  delete(element) {
    this.#references.delete(this.#registered.get(element)?.reference)
    this.#registered.delete(element)
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
