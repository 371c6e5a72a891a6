// The usual recipe: on every scroll, compares each element's rectangle with the window, and counts an element after half of it has
// been inside for a second.
const half = 0.5
const dwell = 1000

export class Recipe {
  #elements = new Map()
  #counted

  /** `counted` is called with an element when it counts. */
  constructor(counted) {
    this.#counted = counted
    for (const kind of ['scroll', 'resize']) addEventListener(kind, () => this.check(), { capture: true, passive: true })
  }

  observe(element) {
    this.#elements.set(element, null)
    this.check()
  }
  unobserve(element) {
    clearTimeout(this.#elements.get(element))
    this.#elements.delete(element)
  }

  check() {
    for (const [element, timer] of this.#elements) {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
      const inside = Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0))
        * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
      const isVisible = inside >= half * width * height
      if (isVisible && timer === null) {
        this.#elements.set(element, setTimeout(() => {
          this.#elements.delete(element)
          this.#counted(element)
        }, dwell))
      } else if (!isVisible && timer !== null) {
        clearTimeout(timer)
        this.#elements.set(element, null)
      }
    }
  }
}
