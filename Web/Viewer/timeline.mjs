// The timeline: a lane for each item that was ever in view, with exposures as bars and impressions as marks.
import { changeSigns, Comparison } from './comparison.mjs'
import { fittedName } from './format.mjs'
import { prepare } from './palette.mjs'
import { LaneFinder } from './lane-finder.mjs'
import { Playhead } from './playhead.mjs'
import { Ruler, rulerHeight } from './ruler.mjs'
import { Span } from './span.mjs'

const laneHeight = 22
const comparedHeight = 30
/** The maximum height of elements that browsers can scroll to the end. */
const mostLanesHeight = 15e6
const zoomStep = 1.5
/** The height of lanes on a printed page. */
const printedHeight = 820

export class Timeline {
  order = []
  #rows = new Map()

  constructor(model, palette, { tracks, ruler, lanes, room, canvas, playhead, handle }) {
    Object.assign(this, { model, palette, tracks, lanes, room, canvas })
    this.span = new Span(model.session.duration)
    this.ruler = new Ruler(model, palette, ruler)
    this.playhead = new Playhead(model, this, playhead, handle)
    new ResizeObserver(() => this.measure()).observe(lanes)
    this.measure()
    lanes.addEventListener('scroll', () => model.redraw())
    tracks.addEventListener('wheel', (event) => this.#wheel(event), { passive: false })
    tracks.addEventListener('pointerdown', (event) => this.#press(event))
    tracks.addEventListener('pointermove', (event) => this.#point(event))
    tracks.addEventListener('pointerleave', () => model.hover(-1))
    model.addEventListener('change', ({ detail }) => {
      if (detail === 'policy') {
        this.sort()
        this.#follow()
      }
      if (detail === 'playing') this.isFollowing = true
      if (detail !== 'time' && detail !== 'clock') return
      model.isPlaying ? this.span.follow(model.time) : this.span.reveal(model.time)
      this.#follow()
    })
  }

  get isCompared() { return this.model.other !== null }
  get laneHeight() { return this.isCompared ? comparedHeight : laneHeight }

  /** Measures the lanes, once per drawing since it causes layout. */
  measure() {
    this.width = this.lanes.clientWidth
    this.height = this.lanes.clientHeight
    this.left = this.width < 560 ? 92 : 164
    this.model.redraw()
  }

  /** Sorts the lanes by the time their items were first in view. */
  sort() {
    this.comparison = new Comparison(this.model.results, this.model.otherResults)
    const all = [this.model.results, this.model.otherResults].filter(Boolean)
    const first = (item) => Math.min(...all.map((results) => results.firstSeen(item)))
    const seen = []
    for (let item = 0; item < this.model.items.count; item++) {
      const time = first(item)
      if (time < Infinity) seen.push([time, item])
    }
    seen.sort(([a, first], [b, second]) => a - b || first - second)
    this.order = seen.map(([, item]) => item)
    this.finder = new LaneFinder(this.order, all, this.model.session.duration)
    this.#rows = new Map(this.order.map((item, row) => [item, row]))
    this.room.style.height = `${Math.min(mostLanesHeight, this.order.length * this.laneHeight)}px`
  }

  // MARK: Times and positions

  place(time) { return this.left + (time - this.span.begin) / this.span.length * (this.width - this.left - 8) }
  timeAt(x) { return this.span.begin + (x - this.left) / (this.width - this.left - 8) * this.span.length }

  zoom(steps, around = this.model.time) {
    this.span.zoom(zoomStep ** -steps, Math.min(Math.max(around, this.span.begin), this.span.end))
    this.model.redraw()
  }
  fit() {
    this.span.fit()
    this.model.redraw()
  }

  /** The scroll offset in points of the lanes, which exceeds the element's if its height is limited. */
  get #offset() {
    return this.lanes.scrollTop / this.#scale
  }

  /** The scroll distance of the element per point of the lanes. */
  get #scale() {
    const hidden = this.order.length * this.laneHeight - this.height
    const range = Math.min(mostLanesHeight, this.order.length * this.laneHeight) - this.height
    return hidden > range && range > 0 ? range / hidden : 1
  }

  #itemAt({ clientX, clientY }) {
    const { top, left } = this.lanes.getBoundingClientRect()
    if (clientY < top || clientX < left) return -1
    return this.order[Math.floor((clientY - top + this.#offset) / this.laneHeight)] ?? -1
  }

  /** Scrolls to the lane of an item. */
  reveal(item) {
    const row = this.#rows.get(item)
    if (row === undefined) return
    const top = row * this.laneHeight, bottom = top + this.laneHeight
    if (top < this.#offset) this.lanes.scrollTop = top * this.#scale
    else if (bottom > this.#offset + this.height) this.lanes.scrollTop = (bottom - this.height) * this.#scale
  }

  /**
   * Scrolls the shortest distance to the lanes with most items in view at this time. Does nothing while the lanes are being dragged, nor
   * during playback after a manual scroll.
   */
  #follow() {
    if (this.isHeld || this.model.isPlaying && !this.isFollowing) return
    const first = this.#offset / this.laneHeight
    const row = this.finder.best(this.model.time, first, Math.floor(this.height / this.laneHeight))
    if (row !== first) this.lanes.scrollTop = row * this.laneHeight * this.#scale
  }

  /** Prepares for printing, where lanes do not scroll and begin with the first in view. `arrange()` lays out the page. */
  print(isPrinting, arrange) {
    const row = Math.floor(this.#offset / this.laneHeight)
    const count = Math.min(Math.floor(printedHeight / this.laneHeight), this.order.length - row)
    this.lanes.style.height = isPrinting ? `${count * this.laneHeight}px` : ''
    arrange()
    this.measure()
    this.lanes.scrollTop = row * this.laneHeight * this.#scale
  }

  /** Selects the lane above or below. */
  selectNext(direction) {
    if (this.order.length === 0) return
    const row = this.#rows.get(this.model.selected)
    const next = row === undefined ? 0 : Math.min(Math.max(0, row + direction), this.order.length - 1)
    this.model.select(this.order[next])
  }

  // MARK: Pointer

  #wheel(event) {
    this.isFollowing = false
    const { left } = this.tracks.getBoundingClientRect()
    const isAbove = event.clientY < this.lanes.getBoundingClientRect().top
    if (event.ctrlKey || event.metaKey || (isAbove && !event.shiftKey && Math.abs(event.deltaY) > Math.abs(event.deltaX))) {
      event.preventDefault()
      this.zoom(-Math.sign(event.deltaY) * Math.min(1, Math.abs(event.deltaY) / 60), this.timeAt(event.clientX - left))
      return
    }
    const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
    if (across === 0 || (!event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY))) return
    event.preventDefault()
    this.span.move(across / (this.width - this.left) * this.span.length)
    this.model.redraw()
  }

  #press(event) {
    if (event.button !== 0 || event.target === this.playhead.handle) return
    const { left } = this.tracks.getBoundingClientRect()
    const item = this.#itemAt(event)
    if (item >= 0) this.model.select(item)
    if (event.clientX - left < this.left || event.clientX - left > this.width) return
    this.isHeld = this.lanes.contains(event.target)
    this.playhead.drag(event, () => { this.isHeld = false })
  }

  #point(event) { if (event.buttons === 0) this.model.hover(this.#itemAt(event)) }

  // MARK: Drawing

  draw() {
    const { width, height } = this
    const place = (time) => this.place(time)
    this.ruler.draw(width, this.left, this.span, place)
    const context = prepare(this.canvas, width, height)
    const offset = this.#offset
    this.playhead.draw(rulerHeight + height)
    if (!context) return
    const first = Math.max(0, Math.floor(offset / this.laneHeight))
    const last = Math.min(this.order.length, Math.ceil((offset + height) / this.laneHeight))
    for (let row = first; row < last; row++) this.#drawLane(context, this.order[row], row * this.laneHeight - offset, width)
    context.fillStyle = this.palette.line
    context.fillRect(this.left - 1, 0, 1, height)
    if (this.order.length > 0) return
    context.fillStyle = this.palette.muted
    context.font = `12px ${this.palette.font}`
    context.fillText('Nothing was in view.', this.left + 12, 24)
  }

  #drawLane(context, item, top, width) {
    const { model, palette, left } = this
    if (item === model.selected || item === model.hovered) {
      context.fillStyle = item === model.selected ? palette.raised : palette.back
      context.fillRect(0, top, width, this.laneHeight)
    }
    context.fillStyle = palette.grid
    context.fillRect(0, top + this.laneHeight - 1, width, 1)
    context.fillStyle = item === model.selected ? palette.text : palette.muted
    context.font = `${item === model.selected ? 600 : 400} 11.5px ${palette.font}`
    context.textBaseline = 'middle'
    context.save()
    context.beginPath()
    context.rect(0, top, left - (this.isCompared ? 18 : 6), this.laneHeight)
    context.clip()
    const change = this.isCompared ? this.comparison.change(item) : null
    const room = left - (this.isCompared ? 30 : 16)
    context.fillText(fittedName(model.items.title(item), room, (text) => context.measureText(text).width), 10, top + this.laneHeight / 2)
    context.restore()
    if (change && change !== 'changed') {
      context.fillStyle = palette[change]
      context.fillText(changeSigns[change], left - 16, top + this.laneHeight / 2)
    }
    context.save()
    context.beginPath()
    context.rect(left, top, width - left, this.laneHeight)
    context.clip()
    if (this.isCompared) {
      this.#drawBars(context, model.results, item, top + 4, 10, palette.recorded)
      this.#drawBars(context, model.otherResults, item, top + 16, 10, palette.other)
    } else {
      this.#drawBars(context, model.results, item, top + 5, 12, palette.recorded)
    }
    context.restore()
  }

  #drawBars(context, { bars, barsOf, marks, marksOf }, item, top, height, color) {
    const { span, palette } = this
    context.fillStyle = color
    context.globalAlpha = 0.5
    let drawn = -Infinity
    for (let i = barsOf.starts[item]; i < barsOf.starts[item + 1]; i++) {
      const bar = barsOf.order[i]
      if (bars.end[bar] < span.begin) continue
      if (bars.begin[bar] > span.end) break
      const x = Math.max(this.place(bars.begin[bar]), drawn)
      const end = Math.max(this.place(bars.end[bar]), x + 1)
      // Merge bars within one point.
      if (end <= drawn + 0.5) continue
      context.fillRect(x, top, end - x, height)
      drawn = end
    }
    context.globalAlpha = 1
    let last = -Infinity
    for (let i = marksOf.starts[item]; i < marksOf.starts[item + 1]; i++) {
      const time = marks.time[marksOf.order[i]]
      if (time < span.begin || time > span.end) continue
      const x = this.place(time)
      if (x < last + 1) continue
      last = x
      // A diamond with an outline to distinguish it from its bar.
      const middle = top + height / 2, half = height / 2 + 1
      context.beginPath()
      context.moveTo(x, middle - half)
      context.lineTo(x + half, middle)
      context.lineTo(x, middle + half)
      context.lineTo(x - half, middle)
      context.closePath()
      context.fillStyle = color
      context.fill()
      context.strokeStyle = palette.panel
      context.lineWidth = 1.5
      context.stroke()
    }
    context.fillStyle = color
  }
}
