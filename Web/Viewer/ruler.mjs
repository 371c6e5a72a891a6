// The top of the timeline: times, and a curve of the relevant scroller's offset.
import { countUpTo } from './columns.mjs'
import { clockTime } from './format.mjs'
import { prepare } from './palette.mjs'
import { flags } from './scene.mjs'
import { roundStep } from './span.mjs'

export const rulerHeight = 66
const tickHeight = 20
const tickWidth = 84

export class Ruler {
  constructor(model, palette, canvas) {
    Object.assign(this, { model, palette, canvas })
  }

  /** `place`: maps a time to a position. `left`: the left edge of the tracks. */
  draw(width, left, span, place) {
    const context = prepare(this.canvas, width, rulerHeight)
    if (!context) return
    const { palette } = this
    context.font = `10.5px ${palette.font}`
    context.textBaseline = 'middle'
    const step = roundStep(span.length, Math.max(2, (width - left) / tickWidth))
    for (let time = Math.ceil(span.begin / step) * step; time <= span.end; time += step) {
      const x = Math.round(place(time)) + 0.5
      context.strokeStyle = palette.grid
      context.beginPath()
      context.moveTo(x, tickHeight - 5)
      context.lineTo(x, rulerHeight)
      context.stroke()
      context.fillStyle = palette.muted
      const label = this.#label(time, step)
      if (x + 6 + 6 * label.length < width) context.fillText(label, x + 4, tickHeight / 2 + 1)
    }
    this.#drawCurve(context, width, left, span, place)
    context.fillStyle = palette.muted
    context.fillText('Scroll offset', 10, tickHeight + (rulerHeight - tickHeight) / 2)
  }

  #label(time, step) {
    const text = clockTime(time)
    return step >= 1e9 ? text.slice(0, -4) : text
  }

  /** The scroller that contains the selected item, or else the one that was scrolled most. */
  scroller() {
    const { model } = this
    const { scrollCounts } = model.results
    if (model.selected >= 0) {
      const { replay: { scene, watching } } = model.player
      let container = scene.targets.homes[watching.target(model.selected)]
      for (; container > 0; container = scene.containers.homes[container]) {
        if (scrollCounts[container] > 1 && scene.containers.flags[container] & flags.scrolls) return container
      }
    }
    let most = 0
    scrollCounts.forEach((count, container) => { if (container > 0 && count > scrollCounts[most]) most = container })
    return scrollCounts[most] > 1 ? most : -1
  }

  /** The offsets of a scroller along the axis with more movement. */
  #curve(container) {
    this.curves ??= new Map()
    if (!this.curves.has(container)) {
      const { scrolls, scrollsOf: { starts, order } } = this.model.results
      const rows = order.subarray(starts[container], starts[container + 1])
      const range = (values) => {
        let low = 0, high = 0
        for (const row of rows) {
          low = Math.min(low, values[row])
          high = Math.max(high, values[row])
        }
        return [low, high]
      }
      const across = range(scrolls.x), down = range(scrolls.y)
      const [values, [low, high]] = across[1] - across[0] > down[1] - down[0] ? [scrolls.x, across] : [scrolls.y, down]
      const times = Float64Array.from(rows, (row) => scrolls.time[row])
      this.curves.set(container, { low, high, times, values: Float64Array.from(rows, (row) => values[row]) })
    }
    return this.curves.get(container)
  }

  #drawCurve(context, width, left, span, place) {
    const container = this.scroller()
    if (container < 0) return
    const key = `${container} ${span.begin} ${span.end} ${width}`
    if (this.drawn !== key) Object.assign(this, { drawn: key }, this.#path(this.#curve(container), width, left, span, place))
    context.save()
    context.beginPath()
    context.rect(left, 0, width - left, rulerHeight)
    context.clip()
    context.strokeStyle = context.fillStyle = this.palette.muted
    context.lineWidth = 1.5
    context.stroke(this.line)
    context.globalAlpha = 0.1
    context.fill(this.area)
    context.restore()
  }

  /** The path of a curve, with at most one vertical stroke per point, and the area below it. */
  #path({ low, high, times, values }, width, left, span, place) {
    const top = tickHeight + 5, bottom = rulerHeight - 6
    const height = (value) => bottom - (value - low) / (high - low || 1) * (bottom - top)
    const first = Math.max(0, countUpTo(times, times.length, span.begin) - 1)
    const line = new Path2D()
    let last = left, y = height(times[first] > span.begin ? 0 : values[first]), least = y, most = y
    line.moveTo(left, y)
    for (let i = first; i < times.length && times[i] <= span.end; i++) {
      const x = Math.max(left, Math.round(place(times[i])))
      if (x !== last) {
        if (least < most) {
          line.lineTo(last, least)
          line.lineTo(last, most)
          line.lineTo(last, y)
        }
        line.lineTo(x, y)
        last = x
        least = most = y
      }
      y = height(values[i])
      least = Math.min(least, y)
      most = Math.max(most, y)
    }
    line.lineTo(last, y)
    line.lineTo(Math.min(width, place(span.end)), y)
    const area = new Path2D(line)
    area.lineTo(Math.min(width, place(span.end)), bottom)
    area.lineTo(left, bottom)
    area.closePath()
    return { line, area }
  }
}
