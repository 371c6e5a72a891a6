// Detects whether the page runs on time. If a requested frame or timer is more than a second late, the page may have gone unseen since it
// last ran: the computer slept, a task blocked the page while its content scrolled on, or the window is hidden.
const lateness = 1000

export class Evidence {
  /** The times, in milliseconds, at which the requested frame, the engine's timer and the rest timer are due. */
  frame = Infinity; timer = Infinity; rest = Infinity
  /** The last time, in milliseconds, at which the page ran on time. */
  lastOnTime = performance.now()

  isLate(now, due = Math.min(this.frame, this.timer, this.rest)) { return now - due > lateness }
  /** Records that the page runs, even if late. While a frame is overdue, the page may not be on screen. */
  ran(now) {
    this.lastOnTime = Math.max(this.lastOnTime, Math.min(now, this.frame))
    if (this.isLate(now)) for (const name of ['frame', 'timer', 'rest']) this[name] = Math.max(this[name], now)
  }
}
