// The time span shown by the timeline.

const leastSpan = 1e6

export class Span {
  /** `duration` in nanoseconds. */
  constructor(duration) {
    this.whole = Math.max(duration, leastSpan)
    this.fit()
  }

  get length() { return this.end - this.begin }
  get isWhole() { return this.begin === 0 && this.end === this.whole }

  fit() {
    this.begin = 0
    this.end = this.whole
  }

  /** Scales the span by a factor around a fixed time. */
  zoom(factor, around) {
    const length = Math.min(this.whole, Math.max(leastSpan, this.length * factor))
    const share = (around - this.begin) / this.length
    this.#set(around - share * length, length)
  }

  move(by) { this.#set(this.begin + by, this.length) }

  /** Moves the span to include a time. */
  reveal(time) {
    if (time < this.begin) this.#set(time - 0.1 * this.length, this.length)
    else if (time > this.end) this.#set(time - 0.9 * this.length, this.length)
  }

  /** Moves the span page by page to follow playback. */
  follow(time) { if (time < this.begin || time > this.end) this.#set(time - 0.05 * this.length, this.length) }

  #set(begin, length) {
    this.begin = Math.min(Math.max(0, begin), this.whole - length)
    this.end = this.begin + length
  }
}

/** A round number of nanoseconds that divides `length` into at most `most` steps. */
export function roundStep(length, most) {
  const least = length / most
  for (let unit = 1e6; ; unit *= 10) {
    for (const step of [1, 2, 5]) {
      // Above a second, use clock units.
      const size = unit * step
      if (size >= least && size < 1e10) return size
    }
    if (unit >= 1e10) break
  }
  return [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200].map((seconds) => seconds * 1e9).find((size) => size >= least) ?? 14400e9
}
