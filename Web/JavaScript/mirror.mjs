// What is observed, as targets of the engine.
//
// 1. A frame that only scrolls writes one number for each box that has scrolled, and reads nothing else but what is sticky in it.
// 2. After a change of layout all boxes are read. Of the elements in a box that has kept its size those are that are in view with
//    their neighbours, the first and the last, and some in turn; if any has moved, all. The rest follows once nothing changes.
import { Boxes, homeIn, lead, scrollerOf } from './boxes.mjs'
import { Numbers } from './channel.mjs'
import { flatParent, frameIn, readLook } from './style.mjs'

/** From so many observed children on, an element is a container: what moves it is one number then. */
const crowd = 8
/** In a frame whose layout has changed, so many others of a crowd are read in turn. */
const turn = 16
/** For how many milliseconds at a time what was left out is read. */
const slice = 4

/** An element that is observed. */
class Item {
  number = -1
  home = null
  x = 0; y = 0; width = 0; height = 0
  look = null
  isEmpty = false
  /** Whether the engine has it opaque, shown and without a transform. */
  isPlain = true
  /** The box whose offset decides where it sticks. */
  leader = null
  group = null
  /** Mostly one: a set for each of 100,000 elements would be a third of what all of this takes. */
  watchers
  constructor(element, watcher) {
    this.element = element
    this.watchers = [watcher]
  }
}

/** The observed children of an element. */
class Group {
  items = new Set()
  /** Who is read in turn. */
  order = null
  cursor = 0
  constructor(parent) { this.parent = parent }
}

export class Mirror {
  boxes
  #document; #channel; #notices
  #items = new Map()
  #groups = new Map()
  /** Those to be put in, and those that nobody watches any more. */
  #fresh = new Set()
  #gone = new Set()
  #visible = new Set()
  #numbers
  #changes = nothing

  constructor(document, channel, notices) {
    this.#document = document
    this.#channel = channel
    this.#notices = notices
    this.#numbers = new Numbers(channel.busy)
    this.boxes = new Boxes(document, channel, notices, {
      isStale: (element) => this.#isStale(element), isCrowd: (element) => this.#groups.get(element)?.items.size >= crowd,
    })
  }

  isItem(element) { return this.#items.has(element) }

  add(element, watcher) {
    let item = this.#items.get(element)
    if (!item) this.#items.set(element, item = new Item(element, watcher))
    else item.watchers.push(watcher)
    if (item.number < 0) this.#fresh.add(item)
    else watcher.begin(item.number)
    this.#gone.delete(item)
    watcher.item = item
  }
  remove(watcher) {
    const { item } = watcher
    item.watchers.splice(item.watchers.indexOf(watcher), 1)
    if (item.number >= 0) watcher.end()
    this.noteVisible(item)
    if (item.watchers.length === 0) this.#gone.add(item)
  }
  noteVisible(item) {
    for (const watcher of item.watchers) if (watcher.isVisible) return void this.#visible.add(item)
    this.#visible.delete(item)
  }

  // Frames

  /** Boxes that have scrolled, or of which `one` has and others may have; and who follows them. */
  readScrolls(boxes, one = null) {
    let followers = nobody
    for (const box of boxes) {
      const found = this.boxes.scrolled(box, one === null || box === one)
      if (found.size) followers = [...followers, ...found]
    }
    if (followers.length || boxes.size && this.boxes.covers.size) {
      this.boxes.begin()
      for (const follower of followers) {
        if (follower instanceof Item) this.#read(follower, this.boxes.known(follower.group.parent), false)
        else this.boxes.sync(follower)
      }
      this.boxes.syncCovers()
    }
  }
  /** What has come to be observed or is not any more. */
  readNew() {
    if (this.#fresh.size === 0 && this.#gone.size === 0) return
    this.#changes = nothing
    const grown = this.#settle()
    this.boxes.begin()
    for (const group of grown) this.#readGroup(group, true)
  }

  /** After a change of layout. Returns whether something was left out. */
  readChanges(changes) {
    this.#changes = changes
    const grown = this.#settle()
    const touched = this.#touched()
    let isWhole
    do {
      this.boxes.begin()
      for (const element of this.boxes.covers.keys()) if (element.isConnected) this.boxes.placeOf(element)
      isWhole = true
      for (const group of this.#groups.values()) isWhole = this.#readGroup(group, grown.has(group), touched.get(group)) && isWhole
      // What was in a box that is none any more has another home.
      if (this.boxes.isRetiring) this.#changes.isStale = true
    } while (this.boxes.isRetiring)
    this.boxes.removeEmpty()
    return !isWhole || !this.#changes.isStale
  }

  /** Reads everything, a few milliseconds at a time: `left` is what a call before has left. Returns what is left, or `null`. */
  readRest(left = this.#everything()) {
    const end = performance.now() + slice
    this.#changes = { ...nothing, isStale: true }
    this.boxes.begin()
    for (let count = 1; ; count++) {
      const { done, value: item } = left.next()
      if (done) return null
      this.#read(item, this.boxes.placeOf(item.group.parent), true)
      if (this.boxes.isRetiring) {
        this.#notices.styles()
        return null
      }
      if (count % turn === 0 && performance.now() > end) return left
    }
  }
  * #everything() {
    for (const group of this.#groups.values()) for (const item of group.items) if (item.group === group) yield item
  }

  #isStale(element) {
    const { isStale, staleItems, staleRoots } = this.#changes
    if (isStale || staleItems.has(element)) return true
    for (const root of staleRoots) if (root.contains(element)) return true
    return false
  }

  /** The items in which something has changed, by their groups. */
  #touched() {
    const found = new Map()
    for (const node of this.#changes.touched) {
      let element = node.nodeType === 1 ? node : node.parentElement
      while (element && !this.#items.has(element)) element = flatParent(element)
      const item = element && this.#items.get(element)
      if (!item?.group) continue
      if (!found.has(item.group)) found.set(item.group, new Set())
      found.get(item.group).add(item)
    }
    return found
  }

  // Items and their groups

  /** Puts what is observed under its parents, where it has come, gone or moved to another. Returns the groups with more in them. */
  #settle() {
    for (const item of this.#gone) {
      this.#leave(item)
      this.#drop(item)
      this.#items.delete(item.element)
      this.#fresh.delete(item)
    }
    this.#gone.clear()
    if (this.#changes.isDirty) {
      for (const group of this.#groups.values()) {
        for (const item of group.items) {
          const isIn = item.element.isConnected
          if (isIn && flatParent(item.element) === group.parent) continue
          this.#leave(item)
          if (!isIn) this.#drop(item)
          item.look = null
          this.#fresh.add(item)
        }
      }
    }
    const grown = new Set()
    for (const item of this.#fresh) {
      // What is not in the document waits for it.
      if (!item.element.isConnected) continue
      this.#fresh.delete(item)
      const parent = flatParent(item.element)
      let group = this.#groups.get(parent)
      if (!group) this.#groups.set(parent, group = new Group(parent))
      group.items.add(item)
      group.order = null
      item.group = group
      grown.add(group)
      this.#watchShadows(item.element)
    }
    return grown
  }
  #watchShadows(element) {
    for (let root = element.getRootNode(); root !== this.#document; root = root.host.getRootNode()) this.#notices.watch(root)
  }
  #leave(item) {
    const { group } = item
    if (!group) return
    lead(item, null)
    group.items.delete(item)
    group.order = null
    if (group.items.size === 0) this.#groups.delete(group.parent)
    item.group = null
  }
  /** Its watches report that it was removed, and end with it. */
  #drop(item) {
    if (item.number < 0) return
    this.#channel.removeTarget(item.number)
    this.#numbers.giveBack(item.number)
    item.number = -1
    item.home = null
    for (const watcher of item.watchers) watcher.lost()
  }

  /** Reads the elements of a group: all, or a few that show whether any has moved. Returns whether none was left out. */
  #readGroup(group, isNew, touched) {
    const { items, parent } = group
    const place = this.boxes.placeOf(parent)
    const isStale = this.#isStale(parent)
    const { box } = place
    if (!isNew && !isStale && items.size >= crowd && box && box.resized !== this.boxes.epoch) {
      let isMoved = false
      for (const item of this.#sample(group, touched)) isMoved = this.#read(item, place, this.#isStale(item.element)) || isMoved
      if (!isMoved) return false
    }
    for (const item of items) this.#read(item, place, isStale || this.#isStale(item.element))
    return true
  }
  #sample(group, touched = []) {
    const sample = new Set(touched)
    const add = (element) => {
      const item = element && this.#items.get(element)
      if (item?.group === group) sample.add(item)
    }
    for (const item of this.#visible) {
      if (item.group !== group) continue
      sample.add(item)
      add(item.element.previousElementSibling)
      add(item.element.nextElementSibling)
    }
    add(group.parent.firstElementChild)
    add(group.parent.lastElementChild)
    for (const element of this.#changes.staleItems) add(element)
    const order = group.order ??= [...group.items]
    for (let i = 0; i < turn; i++) sample.add(order[(group.cursor + i) % order.length])
    group.cursor = (group.cursor + turn) % order.length
    return sample
  }

  /** Reads an element. Returns whether it lies elsewhere. */
  #read(item, place, isStale) {
    const { element } = item
    if (!item.look || isStale) item.look = readLook(element)
    let { look } = item
    if (this.boxes.covers.has(element)) {
      // It lies in its own box, before the cover.
      const { box } = this.boxes.placeOf(element)
      return this.#put(item, box, 0, 0, box.frame[2], box.frame[3], { ...look, opacity: 1, matrix: null }, 1)
    }
    const { box: home, fade } = homeIn(place, look.position)
    lead(item, look.position === 'sticky' ? scrollerOf(home) : null)
    this.boxes.sync(home)
    const rect = element.getBoundingClientRect()
    if ((rect.width === 0 && rect.height === 0) !== item.isEmpty) {
      item.isEmpty = !item.isEmpty
      // Whether it is displayed at all.
      look = item.look = readLook(element)
    }
    const { space, scroll } = home
    let x = rect.left - space[4]
    let y = rect.top - space[5]
    let { width, height } = rect
    if (look.matrix || space[0] !== 1 || space[1] !== 0 || space[2] !== 0 || space[3] !== 1) {
      [x, y, width, height] = frameIn(space, element, look.matrix, rect)
    }
    if (scroll) {
      x += scroll[0]
      y += scroll[1]
    }
    return this.#put(item, home, x, y, width, height, look, fade)
  }

  #put(item, home, x, y, width, height, { opacity, matrix, isHidden }, fade) {
    const channel = this.#channel
    let isMoved = false
    if (item.number < 0) {
      item.number = this.#numbers.take()
      channel.target(item.number, home.number, x, y, width, height)
      item.isPlain = true
      for (const watcher of item.watchers) watcher.begin(item.number)
    } else {
      if (item.home !== home) channel.moveTarget(item.number, home.number)
      isMoved = item.home !== home || item.x !== x || item.y !== y || item.width !== width || item.height !== height
      if (isMoved) channel.targetFrame(item.number, x, y, width, height)
    }
    item.home = home
    item.x = x
    item.y = y
    item.width = width
    item.height = height
    const faded = opacity * fade
    const isPlain = faded === 1 && !matrix && !isHidden
    if (!isPlain || !item.isPlain) channel.targetLook(item.number, { opacity: faded, transform: matrix, isHidden })
    item.isPlain = isPlain
    return isMoved
  }
}

const nobody = Object.freeze([])
const nothing = Object.freeze({
  isDirty: false, isStale: false, staleItems: new Set(), staleRoots: new Set(), touched: new Set(),
})
