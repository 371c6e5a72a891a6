// Distinguishes scrolls by the reader from scrolls by the page, as far as browsers report input: a wheel, a moving finger, a scrolling key,
// a press on a scroll bar, and the momentum that follows.

/** The pause in milliseconds that ends a scroll: the next one needs new input. */
const quietTime = 150
const keys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', ' ', 'Tab'])

/** Whether a press is outside the content of a scrolling element. Inline elements have no client size and do not scroll. */
function isOnBar({ target, offsetX, offsetY, clientX, clientY }, { documentElement, scrollingElement }) {
  // The offset in the document element changes with the scroll offset.
  const isDocument = target === documentElement || target === scrollingElement
  const box = isDocument ? scrollingElement ?? documentElement : target
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = box
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false
  const [x, y] = isDocument ? [clientX, clientY] : [offsetX, offsetY]
  // In right-to-left layouts, the scroll bar is on the left.
  return x < 0 || x >= clientWidth || y >= clientHeight
}

export class ReaderInput {
  /** The time of the last input, or of the last scroll that it caused. */
  #last = -Infinity
  #isOnBar = false

  constructor(window) {
    const listen = (name, body) => window.addEventListener(name, body, { capture: true, passive: true })
    for (const name of ['wheel', 'touchmove']) listen(name, (event) => this.#record(event))
    listen('keydown', (event) => { if (keys.has(event.key)) this.#record(event) })
    listen('pointerdown', (event) => { this.#isOnBar = event.pointerType === 'mouse' && isOnBar(event, window.document) })
    for (const name of ['pointerup', 'pointercancel']) listen(name, (event) => {
      if (this.#isOnBar) this.#record(event)
      this.#isOnBar = false
    })
  }

  #record({ timeStamp }) { this.#last = Math.max(this.#last, timeStamp) }

  /** Whether a scroll at a time in milliseconds is the reader's. */
  scrolls(time) {
    const isByReader = this.#isOnBar || time - this.#last <= quietTime
    if (isByReader) this.#last = Math.max(this.#last, time)
    return isByReader
  }
}
