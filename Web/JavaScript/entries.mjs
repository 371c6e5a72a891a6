// What observers report: numbers as the engine has them. Rects are made when they are read.
import { reasons } from './engine.mjs'

/** How many numbers a state has. */
export const stateSize = 17

export class SightlineState {
  #numbers; #at
  constructor(numbers, at) {
    this.#numbers = numbers
    this.#at = at
  }
  get fraction() { return this.#numbers[this.#at] }
  get viewportShare() { return this.#numbers[this.#at + 1] }
  get smallerShare() { return this.#numbers[this.#at + 2] }
  get opacity() { return this.#numbers[this.#at + 3] }
  get isFullyVisible() { return (this.#numbers[this.#at + 16] & 2) !== 0 }
  get reason() { return reasons[this.#numbers[this.#at + 16] >> 4] }
  get visibleRect() { return this.#rect(4, 4) }
  get boundingRect() { return this.#rect(8, 8) }
  get viewportRect() { return this.#rect(12, 0) }
  #rect(at, flag) {
    const numbers = this.#numbers
    if (flag && (numbers[this.#at + 16] & flag) === 0) return null
    return new DOMRectReadOnly(...numbers.subarray(this.#at + at, this.#at + at + 4))
  }
}

export class SightlineEntry {
  #state
  constructor({ watcher, isEntered, threshold, fraction, reason }, value, time, state) {
    this.target = watcher.element
    this.id = watcher.id
    this.kind = isEntered ? 'entered' : 'left'
    this.isVisible = isEntered || threshold > 0
    this.threshold = value
    this.fraction = fraction
    this.reason = reasons[reason]
    this.time = time
    this.#state = state
  }
  get visibleRect() { return this.#state?.visibleRect ?? null }
  get boundingRect() { return this.#state?.boundingRect ?? null }
  get viewportRect() { return this.#state?.viewportRect ?? null }
}
