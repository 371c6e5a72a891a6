// The window, drawn to scale: containers, targets with how much of each is visible, covers and viewports.
import { reasons } from '../JavaScript/engine.mjs'
import { isolated, percent, reasonTexts, shortName } from './format.mjs'
import { Layers } from './layers.mjs'
import { prepare } from './palette.mjs'
import { Placement } from './placement.mjs'

const margin = 14
/** More boxes than this on the screen at once nobody can tell apart. */
const mostTargets = 4000
const labelHeight = 15
const settledAfter = 250

export class Stage {
  #placements = new Map()
  /** What was drawn: target, subject, and its box in the window. */
  #drawn = []
  #timer = 0

  constructor(model, palette, canvas, words) {
    Object.assign(this, { model, palette, canvas, words, layers: new Layers(model, palette) })
    new ResizeObserver(() => model.redraw()).observe(canvas.parentElement)
    canvas.addEventListener('pointermove', (event) => model.hover(this.#itemAt(event)))
    canvas.addEventListener('pointerleave', () => model.hover(-1))
    canvas.addEventListener('click', (event) => model.select(this.#itemAt(event)))
  }

  get #placement() {
    const { scene } = this.model.player.replay
    if (!this.#placements.has(scene)) this.#placements = new Map([[scene, new Placement(scene)]])
    return this.#placements.get(scene)
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement
    const context = prepare(this.canvas, width, height)
    if (!context) return
    const [across, down] = this.model.session.about.window
    const scale = Math.max(1e-3, Math.min((width - 2 * margin) / (across || 1), (height - 2 * margin) / (down || 1)))
    this.view = { scale, x: (width - across * scale) / 2, y: (height - down * scale) / 2 }
    this.placement = this.#placement
    this.placement.begin()
    const { layers } = this
    layers.begin(context, this.placement, this.view)
    layers.useWindow()
    context.fillStyle = this.palette.window
    context.fillRect(0, 0, across, down)
    context.save()
    context.beginPath()
    context.rect(0, 0, across, down)
    context.clip()
    layers.drawContainers()
    this.#drawTargets(context)
    layers.drawCovers()
    context.restore()
    layers.useWindow()
    context.strokeStyle = this.palette.muted
    context.lineWidth = 1 / scale
    context.strokeRect(0, 0, across, down)
    layers.drawViewports()
    layers.drawSelection()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#describe(), settledAfter)
  }

  /** The targets that may be seen, by their container. */
  #candidates() {
    const { placement, model } = this
    const { targets } = placement.scene
    const { watching } = model.player.replay
    const [across, down] = model.session.about.window
    const found = []
    for (let target = 0; target < targets.count && found.length < mostTargets; target++) {
      if (!placement.item(targets, target)) continue
      const { box } = placement
      const home = targets.homes[target]
      if (box[2] <= 0 || box[3] <= 0 || box[0] >= across || box[1] >= down || !placement.reaches(home)) continue
      const subject = watching.subject(target)
      found.push({
        target, home, subject, item: subject < 0 ? -1 : watching.subjects[subject].item, box: Array.from(box),
        matrix: Array.from(placement.matrix), opacity: placement.opacity,
      })
    }
    return found
  }

  #drawTargets(context) {
    const found = this.#drawn = this.#candidates()
    this.model.moment.ask(found.map(({ subject }) => subject))
    let home = -1
    context.save()
    for (const each of found) {
      if (each.home !== home) {
        home = each.home
        context.restore()
        context.save()
        this.layers.clipTo(home)
      }
      this.#drawTarget(context, each)
    }
    context.restore()
  }

  #drawTarget(context, { target, subject, item, matrix, opacity }) {
    const { palette, model, view: { scale } } = this
    const { moment } = model
    const { numbers, width: fields } = this.placement.scene.targets
    const width = numbers[target * fields + 2], height = numbers[target * fields + 3]
    const fraction = subject < 0 ? 0 : moment.fractions[subject]
    const isVisible = subject >= 0 && moment.reasons[subject] === 0
    this.layers.use(matrix, 0)
    const accent = model.player === model.other ? palette.other : palette.recorded
    context.globalAlpha = Math.max(0.15, opacity)
    context.fillStyle = palette.panel
    context.fillRect(0, 0, width, height)
    context.globalAlpha = opacity * fraction * 0.42
    context.fillStyle = accent
    context.fillRect(0, 0, width, height)
    context.globalAlpha = Math.max(0.3, opacity)
    context.lineWidth = (isVisible ? 1.75 : 1) / scale
    context.strokeStyle = isVisible ? accent : palette.line
    if (subject < 0) context.setLineDash([3 / scale, 3 / scale])
    context.strokeRect(0.5 / scale, 0.5 / scale, width - 1 / scale, height - 1 / scale)
    context.setLineDash([])
    if (subject >= 0) this.#drawDwell(context, subject, width, height, accent)
    this.#drawLabel(context, item, subject, width, height, isVisible)
    context.globalAlpha = 1
  }

  #drawDwell(context, subject, width, height, accent) {
    const { moment } = this.model
    const progress = moment.progress[subject]
    if (progress <= 0) return
    const { scale } = this.view
    const thickness = Math.min(4 / scale, height / 4)
    context.fillStyle = progress >= 1 ? this.palette.gained : accent
    context.fillRect(0, height - thickness, width * Math.min(1, progress), thickness)
  }

  #drawLabel(context, item, subject, width, height, isVisible) {
    const { palette, model, view: { scale } } = this
    const [across, down] = [width * scale, height * scale]
    if (item < 0 || across < 44 || down < labelHeight) return
    context.save()
    context.scale(1 / scale, 1 / scale)
    context.beginPath()
    context.rect(0, 0, across, down)
    context.clip()
    context.textBaseline = 'top'
    context.font = `500 11px ${palette.font}`
    context.fillStyle = palette.text
    const { moment } = model
    const why = isVisible ? '' : ` · ${reasonTexts[reasons[moment.reasons[subject]]] ?? ''}`
    const share = percent(moment.fractions[subject])
    const seen = moment.counts[subject] > 0 ? ` · seen${moment.counts[subject] > 1 ? ` ${moment.counts[subject]}×` : ''}` : ''
    const name = shortName(model.items.title(item), Math.max(6, Math.floor(across / 7)))
    context.fillText(name, 6, 4)
    if (down >= 2 * labelHeight + 2) {
      context.font = `11px ${palette.font}`
      context.fillText(`${share}${why}${seen}`, 6, 4 + labelHeight)
    }
    context.restore()
  }

  #itemAt(event) {
    const frame = this.canvas.getBoundingClientRect()
    const x = (event.clientX - frame.left - this.view.x) / this.view.scale
    const y = (event.clientY - frame.top - this.view.y) / this.view.scale
    const { numbers, width } = this.placement.scene.targets
    for (const { target, item, matrix: [a, b, c, d, tx, ty] } of this.#drawn.toReversed()) {
      const area = a * d - b * c
      const across = (d * (x - tx) - c * (y - ty)) / area
      const down = (a * (y - ty) - b * (x - tx)) / area
      const [right, bottom] = [numbers[target * width + 2], numbers[target * width + 3]]
      if (item >= 0 && across >= 0 && down >= 0 && across <= right && down <= bottom) return item
    }
    return -1
  }

  /** In words, once nothing moves any more. */
  #describe() {
    const { model, words } = this
    const seen = this.#drawn.filter(({ subject }) => subject >= 0 && model.moment.fractions[subject] > 0)
    const [across, down] = model.session.about.window
    const few = seen.slice(0, 12).map(({ item, subject }) =>
      `${isolated(model.items.title(item), 40)} ${percent(model.moment.fractions[subject])}`)
    const more = seen.length > few.length ? ` and ${seen.length - few.length} more` : ''
    words.textContent = `Window of ${across} by ${down} points. In view: ${few.join(', ') || 'nothing'}${more}.`
  }
}
