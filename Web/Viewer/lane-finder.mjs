// Finds lanes with items in view at a given time. Indexes rows by time slices of the session.
import { countUpTo } from './columns.mjs'

const slices = 512

export class LaneFinder {
  /** `order`: the items of the rows. `all`: the results with the bars to index. */
  constructor(order, all, duration) {
    this.duration = duration
    /** The rows of each slice, in ascending order. */
    this.rows = Array.from({ length: slices }, () => [])
    order.forEach((item, row) => {
      for (const { bars, barsOf: { starts, order } } of all) {
        for (let i = starts[item]; i < starts[item + 1]; i++) {
          const end = this.#slice(bars.end[order[i]])
          for (let slice = this.#slice(bars.begin[order[i]]); slice <= end; slice++) {
            if (this.rows[slice].at(-1) !== row) this.rows[slice].push(row)
          }
        }
      }
    })
  }

  #slice(time) { return Math.min(slices - 1, Math.floor(time / (this.duration || 1) * slices)) }

  /** The first of the `count` rows with the most items in view at a time; of several, the one nearest to `first`. */
  best(time, first, count) {
    const rows = this.rows[this.#slice(time)]
    const held = (from) => countUpTo(rows, rows.length, from + count - 1) - countUpTo(rows, rows.length, Math.ceil(from) - 1)
    let best = first, most = held(first)
    for (const row of rows) {
      for (const from of [row, Math.max(0, row - count + 1)]) {
        const found = held(from)
        if (found < most || found === most && Math.abs(from - first) >= Math.abs(best - first)) continue
        best = from
        most = found
      }
    }
    return best
  }
}
