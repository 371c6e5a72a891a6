// The keyboard on screen: two covers over everything in the window, of what it hides and of what it has pushed out.
//
// A keyboard makes the visual viewport smaller and leaves the window as it is. The visual viewport may move within the window then.
// A pinch zoom makes it smaller, too, and has no effect: its size is divided by its scale.

/** The numbers of the covers, below those of elements. */
const below = 0
const above = 1
export const firstCover = 2
/** Over all layers. */
const z = 1 << 20
/** The height of the smallest keyboard, in pixels. Bars of the browser that hide and show change the viewport by less. */
const smallest = 100

export class Keyboard {
  #window; #channel; #request
  #isIgnored = false
  /** The heights of the covers; `null` before there are any. */
  #heights = null

  constructor(window, channel, request) {
    this.#window = window
    this.#channel = channel
    this.#request = request
    for (const name of ['resize', 'scroll']) window.visualViewport?.addEventListener(name, this.#place)
    window.navigator.virtualKeyboard?.addEventListener('geometrychange', this.#place)
    this.#place()
  }

  get covers() { return !this.#isIgnored }
  set covers(value) {
    this.#isIgnored = !value
    this.#place()
  }

  #place = () => {
    const { visualViewport, document: { documentElement: { clientWidth, clientHeight } } } = this.#window
    // A page may ask for a keyboard that leaves the visual viewport as it is, too.
    const { height: overlaid = 0 } = this.#window.navigator.virtualKeyboard?.boundingRect ?? {}
    const height = Math.max(overlaid, visualViewport ? clientHeight - visualViewport.height * visualViewport.scale : 0)
    const isShown = !this.#isIgnored && height >= smallest
    if (!isShown && !this.#heights) return
    const top = isShown ? Math.min(visualViewport?.offsetTop ?? 0, height) : 0
    const heights = [isShown ? height - top : 0, top, clientWidth, clientHeight]
    if (this.#heights?.every((value, i) => value === heights[i])) return
    this.#cover(below, [0, clientHeight - heights[0], clientWidth, heights[0]])
    this.#cover(above, [0, 0, clientWidth, heights[1]])
    this.#heights = heights
    this.#request()
  }
  #cover(number, frame) {
    this.#channel.cover(number, this.#heights ? null : 0, frame, false)
    this.#channel.coverLook(number, { isHidden: frame[3] === 0, isPinned: true, z })
  }
}
