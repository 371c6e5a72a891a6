// The part of a session's time that the timeline shows, and where in it a moment is.

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

  /** Makes it longer or shorter by a factor; one moment stays where it is. */
  zoom(factor, around) {
    const length = Math.min(this.whole, Math.max(leastSpan, this.length * factor))
    const share = (around - this.begin) / this.length
    this.#set(around - share * length, length)
  }

  move(by) { this.#set(this.begin + by, this.length) }

  /** Moves as little as is needed for a moment to be inside. */
  reveal(time) {
    if (time < this.begin) this.#set(time - 0.1 * this.length, this.length)
    else if (time > this.end) this.#set(time - 0.9 * this.length, this.length)
  }

  /** Moves on by pages, as a moment does that goes on. */
  follow(time) { if (time < this.begin || time > this.end) this.#set(time - 0.05 * this.length, this.length) }

  #set(begin, length) {
    this.begin = Math.min(Math.max(0, begin), this.whole - length)
    this.end = this.begin + length
  }
}

/** A round number of nanoseconds, so that at most so many of them are in a length. */
export function roundStep(length, most) {
  const least = length / most
  for (let unit = 1e6; ; unit *= 10) {
    for (const step of [1, 2, 5]) {
      // Beyond a second in steps of a clock.
      const size = unit * step
      if (size >= least && size < 1e10) return size
    }
    if (unit >= 1e10) break
  }
  return [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200].map((seconds) => seconds * 1e9).find((size) => size >= least) ?? 14400e9
}
