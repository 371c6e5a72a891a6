// Draws the window to scale: containers, targets with their visible fractions, covers and viewports.
import { reasons } from '../JavaScript/engine.mjs'
import { fittedName, isolated, percent, reasonText } from './format.mjs'
import { boxAround, Labels } from './labels.mjs'
import { Layers } from './layers.mjs'
import { prepare } from './palette.mjs'
import { Placement } from './placement.mjs'

const margin = 14
/** The maximum number of drawn targets. More would be indistinguishable. */
const mostTargets = 4000
const labelHeight = 15
/** The height of a line of text. */
const lineHeight = 12
const dwellHeight = 4
/** The maximum number of labels. More would be unreadable. */
const mostLabels = 300
/** The minimum length of a truncated name. */
const fewestLetters = 7
/** The maximum number of label positions tried down a box, a third of a line apart. */
const mostTries = 60
const settledAfter = 250

export class Stage {
  #placements = new Map()
  /** The drawn targets: target, subject, and bounding box in the window. */
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

  /** The potentially visible targets, by container. */
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
    this.model.moment.update(found.map(({ subject }) => subject))
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
    this.#drawLabels(context, found)
  }

  #drawTarget(context, { target, subject, matrix, opacity }) {
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
    context.globalAlpha = 1
  }

  #drawDwell(context, subject, width, height, accent) {
    const { moment } = this.model
    const progress = moment.progress[subject]
    if (progress <= 0) return
    const { scale } = this.view
    const thickness = Math.min(dwellHeight / scale, height / 4)
    context.fillStyle = progress >= 1 ? this.palette.gained : accent
    context.fillRect(0, height - thickness, width * Math.min(1, progress), thickness)
  }

  /** Draws labels from front to back. A label avoids earlier labels and boxes in front of its own. */
  #drawLabels(context, found) {
    const { scale } = this.view
    const [across, down] = this.model.session.about.window
    const labels = new Labels(across * scale, down * scale)
    let count = 0
    for (const each of found.toReversed()) {
      if (count < mostLabels && this.#drawLabel(context, labels, each)) count += 1
      labels.take(each.box.map((side) => side * scale))
    }
  }

  /** Draws a label. Returns whether there was room. */
  #drawLabel(context, labels, each) {
    const { target, subject, item, matrix } = each
    const { palette, model, view: { scale } } = this
    const { numbers, width: fields } = this.placement.scene.targets
    const [across, down] = [numbers[target * fields + 2] * scale, numbers[target * fields + 3] * scale]
    if (item < 0 || across < 44 || down < lineHeight + dwellHeight) return false
    const { moment } = model
    const fraction = subject < 0 ? 0 : moment.fractions[subject]
    const why = subject < 0 ? '' : reasonText(reasons[moment.reasons[subject]], fraction)
    const count = subject < 0 ? 0 : moment.counts[subject]
    const seen = count > 0 && `seen${count > 1 ? ` ${count}×` : ''}`
    const measure = (text) => context.measureText(text).width
    const room = across - 12
    const lines = []
    const add = (weight, text) => {
      context.font = `${weight} 11px ${palette.font}`
      const shown = text()
      if (shown) lines.push({ font: context.font, text: shown, width: measure(shown) })
      return shown
    }
    const title = model.items.title(item)
    const name = add(500, () => fittedName(title, room, measure))
    if (name !== title && name.length < fewestLetters) return false
    // From the most to the least detail.
    add(400, () => [[percent(fraction), why, seen], [percent(fraction), seen], [percent(fraction)]]
      .map((words) => words.filter(Boolean).join(' · ')).find((text) => measure(text) <= room))
    const toStage = matrix.map((number) => number * scale)
    const local = (left, top, right, bottom) => boxAround(toStage, left / scale, top / scale, right / scale, bottom / scale)
    const end = down - dwellHeight
    // Skip positions above the window's edge.
    const [, edge] = local(0, 0, across, down)
    const isUpright = matrix[1] === 0 && matrix[2] === 0 && matrix[3] > 0
    for (const shown of [lines, lines.slice(0, 1)]) {
      const width = Math.max(...shown.map(({ width }) => width)), height = (shown.length - 1) * labelHeight + lineHeight
      const first = Math.max(isUpright ? -edge : 0, Math.min(3, Math.max(0, (end - height) / 2)))
      for (let tries = 0; tries < mostTries; tries++) {
        const top = first + tries * labelHeight / 3
        if (top + height > end) break
        const box = local(6, top, 6 + width, top + height)
        if (!labels.isFree(box)) continue
        labels.take(box)
        this.#write(context, shown, top, each)
        return true
      }
    }
    return false
  }

  #write(context, lines, top, { home, matrix, opacity }) {
    const { scale } = this.view
    context.save()
    this.layers.clipTo(home)
    this.layers.use(matrix, 0)
    context.scale(1 / scale, 1 / scale)
    context.globalAlpha = Math.max(0.3, opacity)
    context.fillStyle = this.palette.text
    context.textBaseline = 'top'
    for (const [i, { font, text }] of lines.entries()) {
      context.font = font
      context.fillText(text, 6, top + i * labelHeight)
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

  /** Describes the window in words, once nothing moves any more. */
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
