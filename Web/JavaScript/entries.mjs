// The reports of observers, backed by the engine's numbers. Their values are created on access.
import { exitOf } from './engine.mjs'
import { reasons } from './notation.mjs'

export class SightlineState {
  #numbers
  constructor(numbers) { this.#numbers = numbers }
  get fraction() { return this.#numbers[0] }
  get viewportShare() { return this.#numbers[1] }
  get smallerShare() { return this.#numbers[2] }
  get opacity() { return this.#numbers[3] }
  get isFullyVisible() { return (this.#numbers[16] & 2) !== 0 }
  get reason() { return reasons[this.#numbers[16] >> 4] }
  get visibleRect() { return this.#rect(4, 4) }
  get boundingRect() { return this.#rect(8, 8) }
  get viewportRect() { return this.#rect(12, 0) }
  #rect(at, flag) {
    const numbers = this.#numbers
    return flag && (numbers[16] & flag) === 0 ? null : new DOMRectReadOnly(...numbers.subarray(at, at + 4))
  }
}

export class SightlineEntry {
  #watcher; #number; #threshold; #reason; #exit
  #state
  constructor(watcher, isEntered, number, threshold, fraction, reason, exit, time) {
    this.#watcher = watcher
    this.#number = number
    this.#threshold = threshold
    this.#reason = reason
    this.#exit = exit
    this.target = watcher.element
    this.kind = isEntered ? 'entered' : 'left'
    this.fraction = fraction
    this.time = time
  }
  get id() { return this.#watcher.id }
  get isVisible() { return this.kind === 'entered' || this.#threshold > 0 }
  get threshold() { return this.#watcher.owner.thresholds[this.#threshold] }
  get reason() { return reasons[this.#reason] }
  get exit() { return exitOf(this.#exit) }
  get visibleRect() { return this.#read()?.visibleRect ?? null }
  get boundingRect() { return this.#read()?.boundingRect ?? null }
  get viewportRect() { return this.#read()?.viewportRect ?? null }
  #read() { return this.#state === undefined ? this.#state = this.#watcher.owner.stateOf(this.#watcher, this.#number) : this.#state }
}
