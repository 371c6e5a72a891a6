// The elements around what is observed: what each is for its content, and those that are containers of the engine.
import { Numbers } from './channel.mjs'
import { clipOf, flatParent, frameIn, multiply, readPlace } from './style.mjs'

const windowNumber = 0
/** What stays where it is when the document scrolls. */
const pinnedNumber = 1
/** The same, over everything: covers, and what is in them. */
const coversNumber = 2

const same = (a, b) => a === b || a !== null && b !== null && a.every((value, i) => value === b[i])

/** A container of the engine. */
class Box {
  parent = null
  place = null
  frame = [0, 0, 0, 0]
  scroll = null
  /** Whether what is in it was too wide for it, and too high, when it was read last. */
  isWide = false
  isTall = false
  clip = null
  opacity = 1
  matrix = null
  /** From its own space to the window. */
  space = [1, 0, 0, 1, 0, 0]
  /** In which reading it was read last, and when it had another size. */
  epoch = 0
  resized = 0
  /** Boxes and items whose place depends on how far this one is scrolled. */
  followers = new Set()
  leader = null
  cover = -1
  constructor(element, number) { Object.assign(this, { element, number }) }
}

/** What changes `holder` is asked: `isCrowd(element)` and `isStale(element)`. */
export class Boxes {
  root = new Box(null, windowNumber)
  /** Those that scroll. */
  scrollers = new Set([this.root])
  /** Which elements are covers, and whether they are friendly. */
  covers = new Map()
  /** Each reading has a number: nothing is read twice in one. */
  epoch = 0
  /** Whether a box has gone in this reading, so that what is in it needs another home. */
  isRetiring = false

  #document; #window; #channel; #notices; #holder
  #places = new Map()
  #boxes = new Map()
  #removed = []
  #numbers; #coverNumbers
  #pinned = new Box(null, pinnedNumber)
  #covering = new Box(null, coversNumber)
  #outside = {
    flow: { box: this.root, fade: 1 }, absolute: { box: this.root, fade: 1 }, fixed: { box: this.#pinned, fade: 1 },
  }

  constructor(document, channel, notices, holder) {
    this.#document = document
    this.#window = document.defaultView
    this.#channel = channel
    this.#numbers = new Numbers(channel.busy, 3)
    this.#coverNumbers = new Numbers(channel.busy)
    this.#notices = notices
    this.#holder = holder
    channel.container(pinnedNumber, windowNumber, [0, 0, 0, 0], null, null)
    channel.containerLook(pinnedNumber, { isPinned: true })
    channel.container(coversNumber, windowNumber, [0, 0, 0, 0], null, null)
    channel.containerLook(coversNumber, { isPinned: true, z: 1 })
  }

  /** Whether an element has something observed in it, or covers. */
  holds(element) { return this.#places.has(element) || this.covers.has(element) }

  begin() {
    this.epoch++
    this.isRetiring = false
    this.sync(this.root)
  }

  // Places

  /** What an element is for what is laid out in it: the box of what is in the flow, of what is absolute and of what is fixed. */
  placeOf(element) {
    if (!element) return this.#outside
    let place = this.#places.get(element)
    if (place?.epoch === this.epoch) return place
    const parent = this.placeOf(flatParent(element))
    if (!place) this.#places.set(element, place = { style: readPlace(element), box: null, epoch: 0 })
    else if (this.#holder.isStale(element)) place.style = readPlace(element)
    const { style } = place
    place.epoch = this.epoch
    const home = homeIn(parent, style.position)
    if (this.#isBox(element, place)) {
      place.box ??= this.#make(element, place)
      this.#settle(place.box, home)
    } else if (place.box) {
      this.#remove(place.box)
      this.isRetiring = true
    }
    const { box } = place
    const isFixedCover = box?.cover >= 0 && style.position === 'fixed'
    place.flow = box ? { box, fade: 1 } : faded(home, style.opacity)
    place.absolute = style.holdsAbsolute ? place.flow : faded(parent.absolute, style.opacity)
    place.fixed = style.holdsFixed || isFixedCover ? place.flow : faded(parent.fixed, style.opacity)
    return place
  }
  known(element) { return this.#places.get(element) }

  #isBox(element, { style, box }) {
    if (this.covers.has(element)) return true
    if (!style.hasBox) return false
    // Once it is one it stays one: opacity that comes and goes changes no tree.
    return box !== null || style.clipsX || style.clipsY || style.matrix !== null || style.moves || style.opacity !== 1
      || style.position === 'sticky' || this.#holder.isCrowd(element)
  }

  // Boxes

  #make(element, place) {
    const box = new Box(element, this.#numbers.take())
    box.place = place
    this.#boxes.set(element, box)
    this.#notices.watchSize(element)
    return box
  }

  /** Puts a box into another, and reads it. */
  #settle(box, home) {
    const { element, place: { style } } = box
    const isCover = this.covers.has(element)
    const parent = isCover ? this.#covering : home.box
    const opacity = style.opacity * home.fade
    if (box.parent === null) this.#channel.container(box.number, parent.number, box.frame, null, null)
    else if (box.parent !== parent) this.#channel.moveContainer(box.number, parent.number)
    box.parent = parent
    if (opacity !== box.opacity || !same(style.matrix, box.matrix)) {
      box.opacity = opacity
      box.matrix = style.matrix
      this.#channel.containerLook(box.number, { opacity, transform: style.matrix })
    }
    lead(box, style.position === 'sticky' ? scrollerOf(parent) : null)
    const [, , width, height] = box.frame
    this.sync(box)
    if (!isCover && box.cover >= 0) this.#dropCover(box)
    if (!isCover || box.cover >= 0 && box.frame[2] === width && box.frame[3] === height) return
    const isNew = box.cover < 0
    if (isNew) box.cover = this.#coverNumbers.take()
    this.#channel.cover(box.cover, isNew ? box.number : null, [0, 0, box.frame[2], box.frame[3]], this.covers.get(element))
    // Under all that is in it.
    if (isNew) this.#channel.coverLook(box.cover, { z: -1 })
  }
  #dropCover(box) {
    this.#channel.removeCover(box.cover)
    this.#coverNumbers.giveBack(box.cover)
    box.cover = -1
  }

  /** Reads where a box is, once in a reading. */
  sync(box) {
    if (box.epoch === this.epoch) return
    box.epoch = this.epoch
    if (box === this.root) { this.#syncWindow(); return }
    if (!box.element) return
    this.sync(box.parent)
    const { element, parent, place: { style } } = box
    const at = frameIn(parent.space, element, style.matrix)
    const moved = [1, 0, 0, 1, at[0], at[1]]
    box.space = multiply(parent.space, style.matrix ? multiply(moved, style.matrix) : moved)
    if (parent.scroll) {
      at[0] += parent.scroll[0]
      at[1] += parent.scroll[1]
    }
    const scroll = style.scrolls ? [element.scrollLeft, element.scrollTop] : null
    if (scroll) readRoom(box, element)
    const clip = style.clipsX || style.clipsY ? clipOf(element, style, at[2], at[3]) : null
    if (same(at, box.frame) && same(clip, box.clip) && same(scroll, box.scroll)) return
    if (at[2] !== box.frame[2] || at[3] !== box.frame[3]) box.resized = this.epoch
    box.frame = at
    box.clip = clip
    box.scroll = scroll
    if (scroll) this.scrollers.add(box)
    else this.scrollers.delete(box)
    this.#channel.container(box.number, null, at, clip, scroll)
  }
  #syncWindow() {
    const { root } = this
    const element = this.#document.scrollingElement ?? this.#document.documentElement
    const { scrollX, scrollY } = this.#window
    const frame = [0, 0, ...readRoom(root, element)]
    const scroll = [scrollX, scrollY]
    if (same(frame, root.frame) && same(scroll, root.scroll)) return
    root.frame = frame
    root.scroll = scroll
    this.#channel.container(windowNumber, null, frame, frame, scroll)
    for (const number of [pinnedNumber, coversNumber]) this.#channel.container(number, null, frame, null, null)
  }

  boxOf(target) { return target === this.#document ? this.root : this.#boxes.get(target) }
  /**
   * Follows a box that may have scrolled by a number. Returns who else has to be read.
   *
   * To read an offset costs as much as the rest of a frame's JavaScript, so it is done only where there was room to scroll. A box
   * that `has` scrolled, and not there, got its room by something that no page is told of.
   */
  scrolled(box, has) {
    const { scroll } = box
    if (!scroll) return nobody
    let x = box.isWide ? this.#left(box) : scroll[0]
    let y = box.isTall ? this.#top(box) : scroll[1]
    if (has && x === scroll[0] && y === scroll[1]) {
      x = this.#left(box)
      y = this.#top(box)
    }
    // A reading may have been before the event; who follows was not read then.
    if (x !== scroll[0] || y !== scroll[1]) {
      scroll[0] = x
      scroll[1] = y
      this.#channel.scroll(box.number, x, y)
    }
    return box.followers
  }
  #left(box) { return box === this.root ? this.#window.scrollX : box.element.scrollLeft }
  #top(box) { return box === this.root ? this.#window.scrollY : box.element.scrollTop }
  syncCovers() {
    for (const element of this.covers.keys()) {
      const box = this.#boxes.get(element)
      if (box) this.sync(box)
    }
  }

  #remove(box) {
    for (const follower of box.followers) follower.leader = null
    lead(box, null)
    this.#boxes.delete(box.element)
    this.scrollers.delete(box)
    this.#notices.unwatchSize(box.element)
    if (box.cover >= 0) this.#dropCover(box)
    box.place.box = null
    this.#removed.push(box)
  }

  /** After everything was read: removes what nothing is in any more. Last, when that has another home. */
  removeEmpty() {
    for (const [element, place] of this.#places) {
      if (place.epoch === this.epoch) continue
      if (place.box) this.#remove(place.box)
      this.#places.delete(element)
    }
    // From the inside out.
    const depth = (box) => box.parent ? depth(box.parent) + 1 : 0
    const removed = this.#removed.splice(0).map((box) => [depth(box), box]).sort(([a], [b]) => b - a)
    for (const [, box] of removed) {
      this.#channel.removeContainer(box.number)
      this.#numbers.giveBack(box.number)
    }
  }
}

const nobody = new Set()
/** Reads whether a box has room to scroll. Returns the size of what shows its content. */
function readRoom(box, { scrollWidth, scrollHeight, clientWidth, clientHeight }) {
  box.isWide = scrollWidth > clientWidth
  box.isTall = scrollHeight > clientHeight
  return [clientWidth, clientHeight]
}
const faded = (slot, opacity) => opacity === 1 ? slot : { box: slot.box, fade: slot.fade * opacity }

/** In which box of a place something lies by its position, and how much is left of it by what fades between. */
export const homeIn = (place, position) =>
  position === 'fixed' ? place.fixed : position === 'absolute' ? place.absolute : place.flow

export function scrollerOf(box) {
  while (box.parent && !box.scroll) box = box.parent
  return box
}
/** Has a box or an item read again whenever a box has scrolled. */
export function lead(follower, leader) {
  if (follower.leader === leader) return
  follower.leader?.followers.delete(follower)
  leader?.followers.add(follower)
  follower.leader = leader
}
