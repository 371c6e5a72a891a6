// The ancestors of observed elements: their containing blocks, and the engine's containers for them.
import { Numbers } from './channel.mjs'
import { Covers } from './covers.mjs'
import { firstCover } from './keyboard.mjs'
import { ReaderInput } from './reader.mjs'
import { clipOf, flatParent, frameIn, isForsaken, multiply, readPlace } from './style.mjs'
import { TopLayer } from './top.mjs'

const windowNumber = 0

export const same = (a, b) => a === b || a !== null && b !== null && a.every((value, i) => value === b[i])

/** A container of the engine. */
class Box {
  parent = null
  place = null
  frame = [0, 0, 0, 0]
  scroll = null
  isScrolledByPage = false
  /** Whether its content overflowed horizontally or vertically when last read. */
  isWide = false
  isTall = false
  clip = null
  opacity = 1
  matrix = null
  z = 0
  /** The transform from its coordinate space to the window. */
  space = [1, 0, 0, 1, 0, 0]
  /** The epochs of its last reading and of its last resize. */
  epoch = 0
  resized = 0
  /** Boxes and items whose position depends on this box's scroll offset. */
  followers = new Set()
  leader = null
  /** Its cover: the number, or -1; and, as last sent to the engine, its width, height, friendliness and whether it is hidden. */
  cover = -1
  given = null
  isHidden = false
  /** Whether `holder.opened` was called for it. */
  isRoot = false
  isForsaken = false
  constructor(element, number) { Object.assign(this, { element, number }) }
}

/** `holder` has `isCrowd(element)`, `isStale(element)` and `isRoot(element)`, and for roots `opened(box)` and `closed(element)`. */
export class Boxes {
  root = new Box(null, windowNumber)
  /** Boxes that scroll. */
  scrollers = new Set([this.root])
  /** Boxes and items that may be anchored in a scrolling box that does not contain them. */
  anchored = new Set()
  covers = new Covers()
  top
  /** The number of the current reading. Each box is read at most once per reading. */
  epoch = 0
  /** Whether this reading removed a box whose contents must move to another container. */
  isRetiring = false

  #document; #window; #channel; #notices; #holder; #reader
  #places = new Map()
  #boxes = new Map()
  #removed = []
  #numbers; #coverNumbers
  #outside
  #otherBox = new Box(null, -1)

  constructor(document, channel, notices, holder) {
    this.#document = document
    this.#window = document.defaultView
    this.#reader = new ReaderInput(this.#window)
    this.#channel = channel
    this.#numbers = new Numbers(channel.busy, windowNumber + 1)
    this.#coverNumbers = new Numbers(channel.busy, firstCover)
    this.#notices = notices
    this.#holder = holder
    // Content that does not scroll with the document; covers and their contents, above that; and the top layer.
    const make = (isPinned, z) => this.#makeLayer(isPinned, z)
    const window = { box: this.root, fade: 1 }
    this.#outside = { flow: window, absolute: window, fixed: { box: make(true, 0), fade: 1 }, covering: make(true, 1) }
    this.top = new TopLayer(channel, this.#coverNumbers, 2, { make, remove: (box) => this.#removed.push(box) })
  }

  /** Whether an element contains observed elements or is a cover. */
  holds(element) { return this.#places.has(element) || this.covers.has(element) }

  begin() {
    this.epoch++
    this.isRetiring = false
    this.sync(this.root)
  }

  // Places

  /** Returns the containing boxes of an element for in-flow, absolute and fixed content. */
  placeOf(element) {
    if (!element) return this.#outside
    let place = this.#places.get(element)
    if (place?.epoch === this.epoch) return place
    const parent = this.placeOf(flatParent(element))
    if (!place) {
      this.#places.set(element, place = { style: readPlace(element), box: null, epoch: 0 })
      // Slotted content lies in boxes of another tree.
      const root = element.getRootNode()
      if (root !== this.#document) this.#notices.watch(root)
    } else if (this.#holder.isStale(element)) place.style = readPlace(element)
    const { style } = place
    place.epoch = this.epoch
    const around = style.isOnTop ? this.top.around(element) : parent
    place.covering = around.covering
    const home = homeIn(around, style.position)
    if (this.#isBox(element, place)) {
      place.box ??= this.#make(element, place)
      this.#settle(place.box, home)
      if (!place.box.isRoot && this.#holder.isRoot(element)) {
        place.box.isRoot = true
        this.#holder.opened(place.box)
      }
    } else if (place.box) {
      this.#remove(place.box)
      this.isRetiring = true
    }
    const { box } = place
    const isFixedCover = box?.cover >= 0 && style.position === 'fixed'
    place.flow = box ? { box, fade: 1 } : faded(home, style.opacity)
    place.absolute = style.holdsAbsolute ? place.flow : faded(around.absolute, style.opacity)
    place.fixed = style.holdsFixed || isFixedCover ? place.flow : faded(around.fixed, style.opacity)
    return place
  }
  existingPlace(element) { return this.#places.get(element) }
  /** The place that contains an observed element, given its parent's place and its own look. */
  around(place, look, element) { return look.isOnTop ? this.top.around(element) : place }

  #isBox(element, { style, box }) {
    if (this.covers.has(element) || this.#holder.isRoot(element)) return true
    if (!style.hasBox) return false
    // A box stays a box, so that animated opacity does not change the tree.
    return box !== null || style.clipsX || style.clipsY || style.cut !== null || style.matrix !== null || style.moves || style.opacity !== 1
      || style.isLed || style.isAnchored || this.#holder.isCrowd(element)
  }

  // Boxes

  /** Creates a layer of the window. It scrolls with the document unless it `isPinned`. */
  #makeLayer(isPinned, z) {
    const box = new Box(null, this.#numbers.take())
    if (!isPinned) box.parent = this.root
    this.#channel.container(box.number, windowNumber, box.frame, null, null)
    this.#channel.containerLook(box.number, { isPinned, z })
    return box
  }
  #make(element, place) {
    const box = new Box(element, this.#numbers.take())
    box.place = place
    this.#boxes.set(element, box)
    this.#notices.watchSize(element)
    return box
  }

  /** Moves a box to its container and reads it. */
  #settle(box, home) {
    const { element, place: { style } } = box
    const cover = this.covers.get(element)
    const parent = cover && !style.isOnTop ? box.place.covering : home.box
    let opacity = style.opacity * home.fade
    let z = 0
    if (cover && !style.isOnTop) {
      z = cover.z
      // The boxes around a cover do not clip it, but their opacity applies to it, and it is above any covers among them.
      for (let around = home.box; around && around !== parent; around = around.parent) {
        opacity *= around.opacity
        z = Math.max(z, around.z + 1)
      }
    }
    if (box.parent === null) this.#channel.container(box.number, parent.number, box.frame, null, null)
    else if (box.parent !== parent) this.#channel.moveContainer(box.number, parent.number)
    box.parent = parent
    if (opacity !== box.opacity || z !== box.z || !same(style.matrix, box.matrix)) {
      box.opacity = opacity
      box.z = z
      box.matrix = style.matrix
      this.#look(box)
    }
    this.lead(box, style, parent)
    this.sync(box)
    if (cover) this.#settleCover(box, cover)
    else if (box.cover >= 0) this.#dropCover(box)
  }
  #look({ number, opacity, z, matrix: transform, isForsaken: isHidden }) { this.#channel.containerLook(number, { opacity, z, transform, isHidden }) }
  #settleCover(box, { isFriendly }) {
    const { place: { style: { isHidden } }, frame: [, , width, height] } = box
    const isNew = box.cover < 0
    if (isNew) box.cover = this.#coverNumbers.take()
    const given = [width, height, isFriendly]
    if (isNew || !same(given, box.given)) this.#channel.cover(box.cover, isNew ? box.number : null, [0, 0, width, height], isFriendly)
    // Below the box's contents and unaffected by its scrolling.
    if (isNew || isHidden !== box.isHidden) this.#channel.coverLook(box.cover, { isHidden, isPinned: true, z: -1 })
    box.given = given
    box.isHidden = isHidden
  }
  #dropCover(box) {
    this.#channel.removeCover(box.cover)
    this.#coverNumbers.giveBack(box.cover)
    box.cover = -1
  }

  /** Reads the position of a box, once per reading. */
  sync(box) {
    if (box.epoch === this.epoch) return
    box.epoch = this.epoch
    if (box === this.root) { this.#syncWindow(); return }
    // A layer may scroll along with the document.
    if (!box.element && box.parent) box.space = [1, 0, 0, 1, -this.root.scroll[0], -this.root.scroll[1]]
    if (!box.element) return
    this.sync(box.parent)
    const { element, parent, place: { style } } = box
    const at = frameIn(parent.space, element, style.matrix)
    if (style.isAnchored && box.isForsaken !== (box.isForsaken = isForsaken(element))) this.#look(box)
    const moved = [1, 0, 0, 1, at[0], at[1]]
    box.space = multiply(parent.space, style.matrix ? multiply(moved, style.matrix) : moved)
    if (parent.scroll) {
      at[0] += parent.scroll[0]
      at[1] += parent.scroll[1]
    }
    const scroll = style.scrolls ? [style.zoom * element.scrollLeft, style.zoom * element.scrollTop] : null
    if (scroll) readRoom(box, element)
    const clip = style.border || style.cut ? clipOf(element, style, at[2], at[3]) : null
    if (same(at, box.frame) && same(clip, box.clip) && same(scroll, box.scroll)) return
    if (at[2] !== box.frame[2] || at[3] !== box.frame[3]) box.resized = this.epoch
    if (scroll && !same(scroll, box.scroll)) this.#noteSource(box)
    box.frame = at
    box.clip = clip
    box.scroll = scroll
    if (scroll) this.scrollers.add(box)
    else this.scrollers.delete(box)
    this.#channel.container(box.number, null, at, clip, scroll, box.isScrolledByPage)
  }
  #syncWindow() {
    const { root } = this
    const element = this.#document.scrollingElement ?? this.#document.documentElement
    const { scrollX, scrollY } = this.#window
    const frame = [0, 0, ...readRoom(root, element)]
    const scroll = [scrollX, scrollY]
    if (same(frame, root.frame) && same(scroll, root.scroll)) return
    if (!same(scroll, root.scroll)) this.#noteSource(root)
    root.frame = frame
    root.scroll = scroll
    this.#channel.container(windowNumber, null, frame, frame, scroll, root.isScrolledByPage)
  }

  /** The box of a scroll event's target. One without observed contents matters only if something may be anchored in it. */
  boxOf(target) { return target === this.#document ? this.root : this.#boxes.get(target) ?? (this.anchored.size ? this.#otherBox : undefined) }
  /**
   * Updates the offset of a box that may have scrolled. Returns the followers to read.
   *
   * Reading an offset costs as much as the rest of a frame's JavaScript, so only axes with room to scroll are read. A box that `has`
   * scrolled along another axis became scrollable without an event.
   */
  scrolled(box, has) {
    const { scroll } = box
    if (!scroll) return noFollowers
    let x = box.isWide ? this.#scrollX(box) : scroll[0]
    let y = box.isTall ? this.#scrollY(box) : scroll[1]
    if (has && x === scroll[0] && y === scroll[1]) {
      x = this.#scrollX(box)
      y = this.#scrollY(box)
    }
    // An earlier reading may have updated the offset without reading the followers.
    if (x !== scroll[0] || y !== scroll[1]) {
      scroll[0] = x
      scroll[1] = y
      const { isScrolledByPage } = box
      this.#noteSource(box)
      if (box.isScrolledByPage !== isScrolledByPage) this.#channel.scrollSource(box.number, box.isScrolledByPage)
      this.#channel.scroll(box.number, x, y)
    }
    return box.followers
  }
  /** Records the scrolling box that a box or item in `home` depends on. */
  lead(follower, { isLed, isAnchored }, home) {
    lead(follower, isLed ? scrollerOf(home) : null)
    if (isAnchored) this.anchored.add(follower)
    else if (this.anchored.size) this.anchored.delete(follower)
  }
  /** The boxes and items outside these scrolling boxes that may be anchored in one of them. Those inside move with their anchor. */
  anchoredTo(boxes) {
    const isInside = (home, box) => home !== null && (home === box || isInside(home.parent, box))
    return [...this.anchored].filter((follower) => boxes.some((box) => !isInside(follower.home ?? follower.parent, box)))
  }
  /** Records whether the reader or the page scrolled a box. */
  #noteSource(box) { box.isScrolledByPage = !this.#reader.scrolls(performance.now()) }
  #scrollX(box) { return box === this.root ? this.#window.scrollX : box.place.style.zoom * box.element.scrollLeft }
  #scrollY(box) { return box === this.root ? this.#window.scrollY : box.place.style.zoom * box.element.scrollTop }
  syncCovers() {
    for (const element of this.covers.connected()) {
      const box = this.#boxes.get(element)
      if (box) this.sync(box)
    }
  }

  #remove(box) {
    for (const follower of box.followers) follower.leader = null
    this.lead(box, {})
    this.#boxes.delete(box.element)
    this.scrollers.delete(box)
    this.#notices.unwatchSize(box.element)
    if (box.cover >= 0) this.#dropCover(box)
    if (box.isRoot) this.#holder.closed(box.element)
    box.place.box = null
    this.#removed.push(box)
  }

  /** Removes empty boxes. Call it last in a reading, after their contents have moved. */
  removeEmpty() {
    for (const [element, place] of this.#places) {
      if (place.epoch === this.epoch) continue
      if (place.box) this.#remove(place.box)
      this.#places.delete(element)
    }
    // Innermost first.
    const depth = (box) => box.parent ? depth(box.parent) + 1 : 0
    const removed = this.#removed.splice(0).map((box) => [depth(box), box]).sort(([a], [b]) => b - a)
    for (const [, box] of removed) {
      this.#channel.removeContainer(box.number)
      this.#numbers.giveBack(box.number)
    }
  }
}

const noFollowers = new Set()
/** Reads whether a box has room to scroll. Returns its client size. */
function readRoom(box, { scrollWidth, scrollHeight, clientWidth, clientHeight }) {
  box.isWide = scrollWidth > clientWidth
  box.isTall = scrollHeight > clientHeight
  return [clientWidth, clientHeight]
}
const faded = (slot, opacity) => opacity === 1 ? slot : { box: slot.box, fade: slot.fade * opacity }

/** Returns the box of a place for a CSS position, with the opacity of the elements in between. */
export const homeIn = (place, position) =>
  position === 'fixed' ? place.fixed : position === 'absolute' ? place.absolute : place.flow

function scrollerOf(box) {
  while (box.parent && !box.scroll) box = box.parent
  return box
}
/** Makes a box or item a follower of `leader`: it is read whenever `leader` scrolls. */
function lead(follower, leader) {
  if (follower.leader === leader) return
  follower.leader?.followers.delete(follower)
  leader?.followers.add(follower)
  follower.leader = leader
}
