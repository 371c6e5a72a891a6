/**
 * Runs in the page. The page's clock and timers advance only by `clock.advance(milliseconds)`. The wall clock also advances by
 * `clock.sleep(milliseconds)`.
 */
export function holdClock() {
  let now = 1000
  let last = 0
  const timers = new Map()
  let wall = Date.now() - now
  performance.now = () => now
  Date.now = () => wall + now
  globalThis.setTimeout = (body, delay = 0) => (timers.set(++last, { at: now + delay, body }), last)
  globalThis.clearTimeout = (number) => { timers.delete(number) }
  globalThis.clock = {
    sleep(milliseconds) { wall += milliseconds },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const next = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
        if (!next) break
        timers.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].body()
      }
      now = end
    },
  }
}
