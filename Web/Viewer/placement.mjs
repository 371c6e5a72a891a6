// Positions in the window: transforms, clips and opacity along the container tree, computed on demand.
import { fields, flags } from './scene.mjs'

/**
 * Concatenates the matrix `a` to `y` with the one at `first` in `outer`, which is applied second. Matrices are
 * `[a, b, c, d, tx, ty]`, as in CSS and canvas.
 */
function concatenate(to, at, outer, first, a, b, c, d, x, y) {
  const oa = outer[first], ob = outer[first + 1], oc = outer[first + 2], od = outer[first + 3]
  to[at] = oa * a + oc * b
  to[at + 1] = ob * a + od * b
  to[at + 2] = oa * c + oc * d
  to[at + 3] = ob * c + od * d
  to[at + 4] = oa * x + oc * y + outer[first + 4]
  to[at + 5] = ob * x + od * y + outer[first + 5]
}

export class Placement {
  #now = 0

  constructor(scene) {
    const { count } = scene.containers
    this.scene = scene
    this.stamps = new Uint32Array(count)
    this.isDrawn = new Uint8Array(count)
    this.opacities = new Float64Array(count)
    /** The transforms of containers to the window, and in `clips` the bounding boxes of all clips down to each: 4 numbers. */
    this.matrices = new Float64Array(6 * count)
    this.clips = new Float64Array(4 * count)
    this.matrix = new Float64Array(6)
    this.box = new Float64Array(4)
  }

  /** Invalidates all values after a change of the scene. */
  begin() { this.#now += 1 }

  /** Computes the values of a container. Returns false, with invalid values, if it is removed or hidden. */
  container(number) {
    if (this.stamps[number] === this.#now) return this.isDrawn[number] === 1
    this.stamps[number] = this.#now
    const { containers } = this.scene
    const bits = containers.flags[number]
    const isDrawn = (bits & flags.present) !== 0 && (bits & flags.hidden) === 0
      && (number === 0 || this.container(containers.homes[number]))
    this.isDrawn[number] = isDrawn ? 1 : 0
    if (!isDrawn) return false
    const at = number * containers.width
    this.opacities[number] = this.place(containers, number, this.matrices, 6 * number)
    this.#clip(number, containers.numbers, at, bits)
    return true
  }

  /** Computes `matrix`, `opacity` and `box`, the bounding box in the window, of a target or cover. Returns false if it is not drawn. */
  item(items, number) {
    const bits = items.flags[number]
    if ((bits & flags.present) === 0 || (bits & flags.hidden) !== 0 || !this.container(items.homes[number])) return false
    this.opacity = this.place(items, number, this.matrix, 0)
    const at = number * items.width
    this.#around(this.matrix, 0, 0, 0, items.numbers[at + 2], items.numbers[at + 3])
    return this.box[0] === this.box[0]
  }

  /** Computes the transform of an item to the window. Returns its effective opacity. */
  place(items, number, to, at) {
    const { containers } = this.scene
    const { numbers, width } = items
    const row = number * width
    const first = row + fields.transform
    const a = numbers[first], b = numbers[first + 1], c = numbers[first + 2], d = numbers[first + 3]
    const x = numbers[row] + numbers[first + 4], y = numbers[row + 1] + numbers[first + 5]
    const opacity = Math.min(1, Math.max(0, numbers[row + fields.opacity]))
    const home = items.homes[number]
    if (items === containers && number === 0) {
      to.set([a, b, c, d, x, y], at)
      return opacity
    }
    const isPinned = (items.flags[number] & flags.pinned) !== 0
    const offset = home * containers.width + fields.offset
    const scrolledX = isPinned ? 0 : containers.numbers[offset], scrolledY = isPinned ? 0 : containers.numbers[offset + 1]
    concatenate(to, at, this.matrices, 6 * home, a, b, c, d, x - scrolledX, y - scrolledY)
    return opacity * this.opacities[home]
  }

  /** Whether the clips of a container let through any part of the box. */
  reaches(container) {
    const { box, clips } = this
    const at = 4 * container
    return box[0] < clips[at + 2] && box[2] > clips[at] && box[1] < clips[at + 3] && box[3] > clips[at + 1]
  }

  /** A container's clip in its own coordinate space, `[x, y, width, height]`, or null. */
  clipOf(number) {
    const { numbers, width, flags: bits } = this.scene.containers
    const at = number * width
    if (bits[number] & flags.clipsBounds) return [0, 0, numbers[at + 2], numbers[at + 3]]
    return bits[number] & flags.clipsRect ? [...numbers.subarray(at + fields.clip, at + fields.clip + 4)] : null
  }

  #clip(number, numbers, at, bits) {
    const { clips } = this
    const home = 4 * this.scene.containers.homes[number]
    if (number === 0) clips.set([-Infinity, -Infinity, Infinity, Infinity], 0)
    else clips.copyWithin(4 * number, home, home + 4)
    if ((bits & (flags.clipsBounds | flags.clipsRect)) === 0) return
    this.#around(this.matrices, 6 * number, ...this.clipOf(number))
    const to = 4 * number
    for (let i = 0; i < 2; i++) {
      clips[to + i] = Math.max(clips[to + i], this.box[i])
      clips[to + 2 + i] = Math.min(clips[to + 2 + i], this.box[2 + i])
    }
  }

  /** The bounding box of a transformed rect: left, top, right, bottom. */
  #around(m, at, x, y, width, height) {
    const { box } = this
    for (let axis = 0; axis < 2; axis++) {
      const origin = m[at + axis] * x + m[at + 2 + axis] * y + m[at + 4 + axis]
      const across = m[at + axis] * width, down = m[at + 2 + axis] * height
      box[axis] = origin + Math.min(0, across) + Math.min(0, down)
      box[2 + axis] = origin + Math.max(0, across) + Math.max(0, down)
    }
  }
}
