// Places labels in the window so that none overlaps another label or a box above it. A grid records the space taken, from the front
// box to the back, so boxes are not compared in pairs.

/** The size of a grid cell in points. */
const cell = 5

export class Labels {
  constructor(width, height) {
    this.across = Math.ceil(width / cell)
    this.down = Math.ceil(height / cell)
    this.taken = new Uint8Array(this.across * this.down)
  }

  /** Whether a rect is inside the window and free. */
  isFree([left, top, right, bottom]) {
    if (left < 0 || top < 0 || right > this.across * cell || bottom > this.down * cell) return false
    for (let y = Math.floor(top / cell); y < Math.ceil(bottom / cell); y++) {
      for (let x = Math.floor(left / cell); x < Math.ceil(right / cell); x++) if (this.taken[y * this.across + x]) return false
    }
    return true
  }

  take([left, top, right, bottom]) {
    const first = Math.max(0, Math.floor(left / cell)), last = Math.min(this.across, Math.ceil(right / cell))
    if (first >= last) return
    for (let y = Math.max(0, Math.floor(top / cell)); y < Math.min(this.down, Math.ceil(bottom / cell)); y++) {
      this.taken.fill(1, y * this.across + first, y * this.across + last)
    }
  }
}

/** The bounding box of a rect transformed by a matrix. */
export function boxAround([a, b, c, d, tx, ty], left, top, right, bottom) {
  const xs = [a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom]
  const ys = [b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom]
  return [Math.min(...xs) + tx, Math.min(...ys) + ty, Math.max(...xs) + tx, Math.max(...ys) + ty]
}
