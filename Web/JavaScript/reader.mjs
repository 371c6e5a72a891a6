// Tells scrolls of the reader from the page's own, as far as browsers report input: a wheel, a finger that moves, a scrolling key, a
// press on a scroll bar, and the momentum that follows them.

/** The silence in milliseconds after which a scroll is over: the next one needs input of its own. */
const quietTime = 150
const keys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' ', 'Tab'])

/** Whether a press is beside the content of the element that scrolls. Inline elements have no extent and scroll nothing. */
function isOnBar({ target, offsetX, offsetY, clientX, clientY }, { documentElement, scrollingElement }) {
  // The offset in the document's element moves with the scroll.
  const isDocument = target === documentElement || target === scrollingElement
  const box = isDocument ? scrollingElement ?? documentElement : target
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = box
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false
  const [x, y] = isDocument ? [clientX, clientY] : [offsetX, offsetY]
  // From right to left, the bar is on the left.
  return x < 0 || x >= clientWidth || y >= clientHeight
}

export class ReaderInput {
  /** The time of the last input, or of the last scroll that it caused. */
  #last = -Infinity
  #isOnBar = false

  constructor(window) {
    const listen = (name, body) => window.addEventListener(name, body, { capture: true, passive: true })
    for (const name of ['wheel', 'touchmove']) listen(name, (event) => this.#noted(event))
    listen('keydown', (event) => { if (keys.has(event.key)) this.#noted(event) })
    listen('pointerdown', (event) => { this.#isOnBar = event.pointerType === 'mouse' && isOnBar(event, window.document) })
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
