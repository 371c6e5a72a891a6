// The on-screen keyboard: two covers above everything in the window, one for the part it hides and one for the part it pushes out.
//
// A keyboard shrinks the visual viewport, which may then move within the window, but not the window. A pinch zoom shrinks it too,
// and must have no effect, so the height is multiplied by the scale.

/** The numbers of the covers, below those of elements. */
const below = 0
const above = 1
export const firstCover = 2
/** Above all layers. */
const z = 1 << 20
/** The minimum height of a keyboard, in pixels. Collapsing browser toolbars change the viewport by less. */
const smallest = 100

export class Keyboard {
  #window; #channel; #request
  #isIgnored = false
  /** The heights of the covers and the window's size; `null` before the covers exist. */
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
    // A page may also request a keyboard that does not shrink the visual viewport.
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
