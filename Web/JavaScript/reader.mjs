// Tells scrolls of the reader from the page's own, as far as browsers report input: a wheel, a finger that moves, a scrolling key, a
// press on a scroll bar, and the momentum that follows them.

/** The silence in milliseconds after which a scroll is over: the next one needs input of its own. */
const quietTime = 150
const keys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' ', 'Tab'])

export class ReaderInput {
  /** The time of the last input, or of the last scroll that it caused. */
  #last = -Infinity
  #isOnBar = false

  constructor(window) {
    const listen = (name, body) => window.addEventListener(name, body, { capture: true, passive: true })
    for (const name of ['wheel', 'touchmove']) listen(name, (event) => this.#noted(event))
    listen('keydown', (event) => { if (keys.has(event.key)) this.#noted(event) })
    // A press on a scroll bar is one beside the content of the element that scrolls.
    listen('pointerdown', ({ target, offsetX, offsetY, pointerType }) => {
      const box = target === window.document.documentElement ? window.document.scrollingElement ?? target : target
      this.#isOnBar = pointerType === 'mouse' && (offsetX >= box.clientWidth || offsetY >= box.clientHeight)
    })
    for (const name of ['pointerup', 'pointercancel']) listen(name, (event) => {
      if (this.#isOnBar) this.#noted(event)
      this.#isOnBar = false
    })
  }

  #noted({ timeStamp }) { this.#last = Math.max(this.#last, timeStamp) }

  /** Whether a scroll at a time in milliseconds is the reader's. */
  scrolls(time) {
    const isByReader = this.#isOnBar || time - this.#last <= quietTime
    if (isByReader) this.#last = Math.max(this.#last, time)
    return isByReader
  }
}
