// The geometry of a session for drawing: mirrors the engine's scene by applying the same edits. Uses a single buffer, so that a key
// frame is a copy of its bytes.
import { edits } from '../JavaScript/notation.mjs'
import { recordSize } from './records.mjs'

/** Bits of an item's flags. Removing a container removes its contents too, but does not clear their `present` bit. */
export const flags = { present: 1, hidden: 2, pinned: 4, clipsBounds: 8, clipsRect: 16, scrolls: 32, friendly: 64 }

// Indices of an item's numbers. Containers have all of them, targets and covers the first eleven, viewports eight margins.
export const fields = { frame: 0, opacity: 4, transform: 5, offset: 11, clip: 13, containerCount: 17, itemCount: 11, viewportCount: 8 }

/** The items of one kind, each with `width` doubles, its container and flags. */
class Items {
  constructor(count, width) { Object.assign(this, { count, width }) }

  get size() { return this.count * (8 * this.width + 8) }

  /** Creates its arrays in a buffer and returns the offset after them. */
  settle(buffer, at) {
    this.numbers = new Float64Array(buffer, at, this.count * this.width)
    this.homes = new Uint32Array(buffer, at + this.numbers.byteLength, this.count)
    this.flags = new Uint32Array(buffer, at + this.numbers.byteLength + 4 * this.count, this.count)
    return at + this.size
  }

  isPresent(number) { return (this.flags[number] & flags.present) !== 0 }
}

export class Scene {
  constructor({ about: { window, containers, targets, covers, viewports } }) {
    this.containers = new Items(Math.max(1, containers.length), fields.containerCount)
    this.targets = new Items(targets.length, fields.itemCount)
    this.covers = new Items(covers.length, fields.itemCount)
    this.viewports = new Items(Math.max(1, viewports.length), fields.viewportCount)
    const kinds = [this.containers, this.targets, this.covers, this.viewports]
    this.bytes = new Uint8Array(kinds.reduce((size, kind) => size + kind.size, 0))
    kinds.reduce((at, kind) => kind.settle(this.bytes.buffer, at), 0)
    this.add(this.containers, 0, 0, [0, 0, ...window])
    this.containers.flags[0] |= flags.clipsBounds
    this.viewports.flags[0] = flags.present
  }

  /** Applies the edits between two word indices of a session. */
  apply({ words, numbers }, begin, end) {
    for (let at = begin; at < end;) {
      const size = recordSize(words, at) >>> 2
      this.carryOut(words[at], words[at + 1], words, numbers, at)
      at += size
    }
  }

  carryOut(kind, number, words, numbers, at) {
    const first = (at >>> 1) + 2
    switch (kind) {
      case edits.addContainer:
        this.add(this.containers, number, words[at + 2], [0, 0, 0, 0])
        this.setBox(number, words[at + 3], numbers, first)
        break
      case edits.setContainer: this.setBox(number, words[at + 3], numbers, first); break
      case edits.setContainerAppearance: this.setLook(this.containers, number, words, numbers, at); break
      case edits.scroll: this.copy(this.containers, number, fields.offset, numbers, first - 1, 2); break
      case edits.moveContainer: this.containers.homes[number] = words[at + 2]; break
      case edits.removeContainer: this.containers.flags[number] = 0; break
      case edits.addTarget: this.add(this.targets, number, words[at + 2], numbers.subarray(first, first + 4)); break
      case edits.setTargetFrame: this.copy(this.targets, number, fields.frame, numbers, first - 1, 4); break
      case edits.setTargetAppearance: this.setLook(this.targets, number, words, numbers, at); break
      case edits.moveTarget: this.targets.homes[number] = words[at + 2]; break
      case edits.removeTarget: this.targets.flags[number] = 0; break
      case edits.addCover:
        this.add(this.covers, number, words[at + 2], numbers.subarray(first, first + 4))
        if (words[at + 3] & 1) this.covers.flags[number] |= flags.friendly
        break
      case edits.setCover:
        this.covers.flags[number] = this.covers.flags[number] & ~flags.friendly | (words[at + 3] & 1 ? flags.friendly : 0)
        this.copy(this.covers, number, fields.frame, numbers, first, 4)
        break
      case edits.setCoverAppearance: this.setLook(this.covers, number, words, numbers, at); break
      case edits.moveCover: this.covers.homes[number] = words[at + 2]; break
      case edits.removeCover: this.covers.flags[number] = 0; break
      case edits.addViewport:
        this.viewports.flags[number] = flags.present
        this.viewports.homes[number] = words[at + 2]
        this.copy(this.viewports, number, 0, numbers, first, 8)
        break
      case edits.setMargins: this.copy(this.viewports, number, 0, numbers, first - 1, 8); break
      case edits.removeViewport: this.viewports.flags[number] = 0; break
    }
  }

  copy(items, number, field, numbers, from, count) {
    const to = number * items.width + field
    for (let i = 0; i < count; i++) items.numbers[to + i] = numbers[from + i]
  }

  add(items, number, home, frame) {
    items.homes[number] = home
    items.flags[number] = flags.present
    const row = items.numbers.subarray(number * items.width, (number + 1) * items.width).fill(0)
    row.set(frame)
    row[fields.opacity] = row[fields.transform] = row[fields.transform + 3] = 1
  }

  setBox(number, box, numbers, first) {
    const kept = this.containers.flags[number] & (flags.present | flags.hidden | flags.pinned)
    const clip = box & 1 ? flags.clipsBounds : box & 2 ? flags.clipsRect : 0
    this.containers.flags[number] = kept | clip | (box & 4 ? flags.scrolls : 0)
    this.copy(this.containers, number, fields.frame, numbers, first, 4)
    this.copy(this.containers, number, fields.offset, numbers, first + 4, 2)
    if (box & 2) this.copy(this.containers, number, fields.clip, numbers, first + 6, 4)
  }

  setLook(items, number, words, numbers, at) {
    const kept = items.flags[number] & ~(flags.hidden | flags.pinned)
    items.flags[number] = kept | (words[at + 3] & 1 ? flags.hidden : 0) | (words[at + 3] & 2 ? flags.pinned : 0)
    this.copy(items, number, fields.opacity, numbers, (at >>> 1) + 2, 7)
  }

  /** Whether a target and all its containers are in the scene. */
  hasTarget(number) { return this.targets.isPresent(number) && this.hasContainer(this.targets.homes[number]) }

  hasContainer(number) {
    for (; number !== 0; number = this.containers.homes[number]) if (!this.containers.isPresent(number)) return false
    return true
  }
}
