// Whether the page runs when it should. Once the frame or a timer that was asked for is more than a second late, nothing is known of the
// time since the page ran last: the computer slept, a task blocked the page while its content scrolled on, or nobody sees the window.
const lateness = 1000

export class Evidence {
  /** The times in milliseconds for which the frame, the engine's timer and the one at rest were asked. */
  frame = Infinity; timer = Infinity; rest = Infinity
  /** The last time at which the page ran when it should. */
  known = performance.now()

  isLate(now, due = Math.min(this.frame, this.timer, this.rest)) { return now - due > lateness }
  /** Notes that the page runs, even if late. A frame that has not come yet leaves open whether the page is seen. */
  ran(now) {
    this.known = Math.max(this.known, Math.min(now, this.frame))
    if (this.isLate(now)) for (const name of ['frame', 'timer', 'rest']) this[name] = Math.max(this[name], now)
  }
}
