// Draws the window except its targets: containers below them; covers, viewports and the selection above.
import { flags } from './scene.mjs'

const mostContainers = 2000

export class Layers {
  constructor(model, palette) { Object.assign(this, { model, palette }) }

  /** `view`: the position of the window's corner on the canvas, and its scale. */
  begin(context, placement, view) {
    Object.assign(this, { context, placement, view, device: context.getTransform().a })
  }

  /** Sets the coordinate system to window points. */
  useWindow() { this.use([1, 0, 0, 1, 0, 0], 0) }

  use(m, at) {
    const { context, view: { scale, x, y }, device } = this
    const s = scale * device
    context.setTransform(s * m[at], s * m[at + 1], s * m[at + 2], s * m[at + 3], s * m[at + 4] + x * device, s * m[at + 5] + y * device)
  }

  /** Clips to a container and its ancestors. */
  clipTo(container) {
    const { context, placement } = this
    for (let number = container; number !== 0; number = placement.scene.containers.homes[number]) {
      const clip = placement.clipOf(number)
      if (!clip) continue
      this.use(placement.matrices, 6 * number)
      context.beginPath()
      context.rect(...clip)
      context.clip()
    }
  }

  drawContainers() {
    const { context, placement, palette, view } = this
    const { containers } = placement.scene
    context.strokeStyle = palette.line
    let drawn = 0
    for (let number = 1; number < containers.count && drawn < mostContainers; number++) {
      if ((containers.flags[number] & (flags.clipsBounds | flags.clipsRect | flags.scrolls)) === 0) continue
      if (!placement.container(number)) continue
      drawn += 1
      this.use(placement.matrices, 6 * number)
      const at = number * containers.width
      context.fillStyle = palette.raised
      context.globalAlpha = 0.4 * placement.opacities[number]
      context.fillRect(0, 0, containers.numbers[at + 2], containers.numbers[at + 3])
      context.globalAlpha = placement.opacities[number]
      context.lineWidth = 1 / view.scale
      context.strokeRect(0, 0, containers.numbers[at + 2], containers.numbers[at + 3])
    }
    context.globalAlpha = 1
  }

  drawCovers() {
    const { context, placement, palette, view: { scale }, model } = this
    const { covers } = placement.scene
    const counts = !(model.player === model.other && model.override.ignoresCovers)
    for (let cover = 0; cover < covers.count; cover++) {
      if (!placement.item(covers, cover)) continue
      const at = cover * covers.width
      const width = covers.numbers[at + 2], height = covers.numbers[at + 3]
      this.use(placement.matrix, 0)
      if (counts) {
        context.globalAlpha = 0.55 * placement.opacity
        context.fillStyle = this.#hatching()
        context.fillRect(0, 0, width, height)
      }
      context.globalAlpha = 1
      context.strokeStyle = palette.cover
      context.lineWidth = 1 / scale
      context.setLineDash(counts ? [] : [2 / scale, 3 / scale])
      context.strokeRect(0, 0, width, height)
      context.setLineDash([])
    }
  }

  #hatching() {
    if (this.hatched !== this.palette.cover) {
      const tile = document.createElement('canvas')
      tile.width = tile.height = 8
      const drawing = tile.getContext('2d')
      drawing.strokeStyle = this.palette.cover
      drawing.lineWidth = 1.5
      for (const x of [-4, 4, 12]) {
        drawing.moveTo(x - 4, 12)
        drawing.lineTo(x + 8, 0)
      }
      drawing.stroke()
      this.hatched = this.palette.cover
      this.pattern = this.context.createPattern(tile, 'repeat')
    }
    this.pattern.setTransform(new DOMMatrix().scale(1 / this.view.scale))
    return this.pattern
  }

  /** Draws the viewports: those of the window with margins, and others. */
  drawViewports() {
    const { context, placement, palette, view: { scale }, model } = this
    const { viewports, containers } = placement.scene
    context.lineWidth = 1.25 / scale
    context.strokeStyle = palette.selected
    context.setLineDash([6 / scale, 4 / scale])
    const other = model.player === model.other ? model.override.margins : null
    const draw = (container, margins) => {
      if (!margins.some((side) => side !== 0) && container === 0) return
      if (!placement.container(container)) return
      const at = container * containers.width
      const [x, y, width, height] = placement.clipOf(container) ?? [0, 0, containers.numbers[at + 2], containers.numbers[at + 3]]
      const [top, right, bottom, left] = [0, 1, 2, 3].map((i) => margins[i] + (margins[4 + i] ?? 0) * (i % 2 ? width : height))
      this.use(placement.matrices, 6 * container)
      context.strokeRect(x - left, y - top, width + left + right, height + top + bottom)
    }
    if (other) draw(0, other)
    for (let viewport = 0; viewport < viewports.count && !other; viewport++) {
      if (!viewports.isPresent(viewport)) continue
      draw(viewports.homes[viewport], Array.from(viewports.numbers.subarray(8 * viewport, 8 * viewport + 8)))
    }
    context.setLineDash([])
  }

  drawSelection() {
    const { context, model, palette, placement, view: { scale } } = this
    for (const item of new Set([model.hovered, model.selected])) {
      if (item < 0) continue
      const { targets } = placement.scene
      const target = model.player.replay.watching.target(item)
      if (!placement.item(targets, target)) continue
      this.use(placement.matrix, 0)
      context.strokeStyle = palette.selected
      context.lineWidth = (item === model.selected ? 2.5 : 1.5) / scale
      context.strokeRect(0, 0, targets.numbers[target * targets.width + 2], targets.numbers[target * targets.width + 3])
    }
  }
}
