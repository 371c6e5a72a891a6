// Mirrors observed elements as targets of the engine.
//
// 1. A frame that only scrolls writes one offset for each scrolled box, and reads only the sticky content in it.
// 2. A layout change reads all boxes. In a box of unchanged size it samples the elements: those in view, their neighbours, the
//    first, the last and some in rotation. If any of them has moved, it reads all; otherwise the rest is read at rest.
import { Boxes, homeIn, same } from './boxes.mjs'
import { Numbers } from './channel.mjs'
import { flatParent, frameIn, isForsaken, isHere, readLook } from './style.mjs'

/** A parent with at least this many observed children is a container, so that moving it is a single edit. */
const crowd = 8
/** The number of elements sampled in rotation after a layout change. */
const turn = 16
/** The time limit of one reading at rest, in milliseconds. */
const slice = 4

/**
 * An observed element. Held weakly while outside the document, so that it can be collected.
 */
class Item {
  number = -1
  /** `null` while outside the document; see `away`. */
  element
  away = null
  home = null
  x = 0; y = 0; width = 0; height = 0
  look = null
  isEmpty = false
  /** Its appearance in the engine; `null` for the default: opaque, visible, no transform. */
  shown = null
  /** The box whose offset determines its sticky position. */
  leader = null
  group = null
  /** Usually one. With 100,000 elements, a set for each would take a third of this host's memory. */
  watchers
  constructor(element, watcher) {
    this.element = element
    this.watchers = [watcher]
  }
  /** The element, or `null` after it was collected. */
  get found() { return this.element ?? this.away?.deref() ?? null }
  hold() {
    this.element = this.found
    this.away = null
  }
  release() {
    if (!this.element) return
    this.away = new WeakRef(this.element)
    this.element = null
  }
}

/** The observed children of an element. */
class Group {
  items = new Set()
  /** The rotation order. */
  order = null
  cursor = 0
  constructor(parent) { this.parent = parent }
}

export class Mirror {
  boxes
  #document; #channel; #notices
  #items = new WeakMap()
  #groups = new Map()
  /** Items to insert, including those not yet in the document, and items to remove, which have no watchers. */
  #fresh = new Set()
  #gone = new Set()
  #visible = new Set()
  /** Items with a box of their own, because their own style clips them. */
  #cut = new Set()
  #numbers; #viewports
  #changes = nothing
  #rest = this.#everything()

  constructor(document, channel, notices, viewports) {
    this.#document = document
    this.#channel = channel
    this.#notices = notices
    this.#numbers = new Numbers(channel.busy)
    this.#viewports = viewports
    this.boxes = new Boxes(document, channel, notices, {
      isStale: (element) => this.#isStale(element), isCrowd: (element) => this.#groups.get(element)?.items.size >= crowd,
      isRoot: (element) => viewports.isRoot(element), opened: ({ element, number }) => viewports.open(element, number),
      closed: (element) => viewports.close(element),
    })
  }

  get isShowing() { return this.#visible.size > 0 }
  isItem(element) { return this.#items.has(element) }

  add(element, watcher) {
    let item = this.#items.get(element)
    if (!item) this.#items.set(element, item = new Item(element, watcher))
    else item.watchers.push(watcher)
    watcher.item = item
    if (item.number < 0) this.#fresh.add(item)
    else watcher.begin(item.number)
    this.#gone.delete(item)
  }
  remove(watcher, isReplaced) {
    const { item } = watcher
    item.watchers.splice(item.watchers.indexOf(watcher), 1)
    watcher.end(isReplaced)
    this.noteVisible(item)
    if (item.watchers.length === 0) this.#gone.add(item)
  }
  noteVisible(item) {
    for (const watcher of item.watchers) if (watcher.level > 0) return void this.#visible.add(item)
    this.#visible.delete(item)
  }

  // Frames

  /** Reads scrolled boxes and their followers. If `one` is given, it has scrolled and the others may have. */
  readScrolls(boxes, one = null) {
    let followers = noFollowers
    for (const box of boxes) {
      const found = this.boxes.scrolled(box, one === null || box === one)
      if (found.size) followers = [...followers, ...found]
    }
    if (followers.length || boxes.size && !this.boxes.covers.isEmpty) this.#readFollowers(followers)
  }
  /** Reads everything that may be anchored in the scrolled boxes. Returns whether anything moved. */
  readAnchored(boxes) {
    this.#readFollowers(this.boxes.anchoredTo([...boxes]))
    boxes.clear()
    return !this.#channel.isEmpty
  }
  #readFollowers(followers) {
    this.boxes.begin()
    for (const follower of followers) {
      if (follower instanceof Item) this.#read(follower, this.boxes.existingPlace(follower.group.parent), false)
      else this.boxes.sync(follower)
    }
    this.boxes.syncCovers()
  }
  /** Adds newly observed items and removes unobserved ones. */
  readNew() {
    if (this.#fresh.size === 0 && this.#gone.size === 0) return
    this.#changes = nothing
    const grown = this.#settle()
    this.boxes.begin()
    for (const group of grown) this.#readGroup(group, true)
  }

  /** Reads boxes and items after a layout change. Returns whether anything was skipped. */
  readChanges(changes) {
    this.#changes = changes
    const grown = this.#settle()
    const touched = this.#touched()
    let isWhole
    do {
      this.boxes.begin()
      this.#readNamed()
      isWhole = true
      for (const group of this.#groups.values()) isWhole = this.#readGroup(group, grown.has(group), touched.get(group)) && isWhole
      // The samples may not include these. All boxes have been read.
      for (const box of changes.scrolled) {
        if (!this.boxes.scrollers.has(box)) continue
        for (const item of box.followers) if (item instanceof Item) this.#read(item, this.boxes.existingPlace(item.group.parent), false)
      }
      // Anchored elements move independently of their neighbours.
      for (const item of this.boxes.anchored) if (item instanceof Item) this.#read(item, this.boxes.placeOf(item.group.parent), false)
      // The contents of a removed box need another container.
      if (this.boxes.isRetiring) this.#changes.isStale = true
    } while (this.boxes.isRetiring)
    this.boxes.removeEmpty()
    const isOwed = !isWhole || !this.#changes.isStale
    // Release its nodes: they may be removed before the next reading.
    this.#changes = nothing
    return isOwed
  }

  /**
   * Reads geometry and styles for a few milliseconds: items in view, then the others, continuing from the last call. Returns whether
   * everything has been read since `startOver()`.
   */
  readRest() {
    const end = performance.now() + slice
    this.#changes = { ...nothing, isStale: true }
    this.boxes.begin()
    this.#readNamed()
    let count = 0
    const read = (item) => {
      if (item.group) this.#read(item, this.boxes.placeOf(item.group.parent), true)
      return !this.boxes.isRetiring && (++count % turn !== 0 || performance.now() < end)
    }
    let isWhole = false
    for (const item of this.#visible) if (!read(item)) break
    do {
      const { done, value } = this.#rest.next()
      if (done) {
        isWhole = true
        this.startOver()
      } else if (!read(value)) break
    } while (!isWhole)
    this.#changes = nothing
    if (this.boxes.isRetiring) this.#notices.styles()
    return isWhole || this.boxes.isRetiring
  }
  startOver() { this.#rest = this.#everything() }
  * #everything() {
    for (const group of this.#groups.values()) for (const item of group.items) if (item.group === group) yield item
  }
  /** Reads boxes that may have no observed contents: covers, items clipped by their own style, and the roots of observers. */
  #readNamed() {
    this.boxes.top.read()
    for (const element of this.boxes.covers.connected()) this.boxes.placeOf(element)
    for (const { element } of this.#cut) this.boxes.placeOf(element)
    for (const element of this.#viewports.roots()) this.boxes.placeOf(element)
  }

  #isStale(element) {
    const { isStale, staleItems, staleRoots } = this.#changes
    if (isStale || staleItems.has(element)) return true
    for (const root of staleRoots) if (root.contains(element)) return true
    return false
  }

  /** The items with changed contents, by group. */
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

  /** Assigns added, removed and moved items to the groups of their parents. Returns the groups that grew. */
  #settle() {
    for (const item of this.#gone) {
      this.#leave(item)
      this.#drop(item)
      if (item.found) this.#items.delete(item.found)
      this.#fresh.delete(item)
    }
    this.#gone.clear()
    if (this.#changes.isDirty) {
      for (const group of this.#groups.values()) {
        for (const item of group.items) {
          const isIn = isHere(item.element)
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
      const element = item.found
      if (!element) {
        this.#fresh.delete(item)
        for (const watcher of item.watchers) watcher.forget()
        continue
      }
      // Wait until the element is in the document.
      if (!isHere(element)) {
        item.release()
        continue
      }
      item.hold()
      this.#fresh.delete(item)
      const parent = flatParent(element)
      let group = this.#groups.get(parent)
      if (!group) this.#groups.set(parent, group = new Group(parent))
      group.items.add(item)
      group.order = null
      item.group = group
      grown.add(group)
      this.#watchShadows(element)
    }
    return grown
  }
  #watchShadows(element) {
    for (let root = element.getRootNode(); root !== this.#document; root = root.host.getRootNode()) this.#notices.watch(root)
  }
  #leave(item) {
    const { group } = item
    if (!group) return
    this.boxes.lead(item, {})
    this.#cut.delete(item)
    group.items.delete(item)
    group.order = null
    if (group.items.size === 0) this.#groups.delete(group.parent)
    item.group = null
  }
  /** Removes the target of an item. Its watches report the removal and end. */
  #drop(item) {
    if (item.number < 0) return
    this.#channel.removeTarget(item.number)
    this.#numbers.giveBack(item.number)
    item.number = -1
    item.home = null
    for (const watcher of item.watchers) watcher.lost()
  }

  /** Reads all items of a group, or a sample that detects movement. Returns whether all were read. */
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

  /** Reads an item. Returns whether it has moved. */
  #read(item, place, isStale) {
    const { element } = item
    if (!item.look || isStale) item.look = readLook(element)
    let { look } = item
    if (look.isCut) this.#cut.add(item)
    else if (this.#cut.size) this.#cut.delete(item)
    // If the style is not stale, a place read before the item was clipped has no box.
    const box = this.boxes.covers.has(element) || look.isCut ? this.boxes.placeOf(element).box : null
    if (box) {
      // The item fills its own box, in front of the cover, and shares the clip of its contents.
      return this.#put(item, box, 0, 0, box.frame[2], box.frame[3], { ...look, opacity: 1, matrix: null, isPinned: true }, 1)
    }
    const { box: home, fade } = homeIn(this.boxes.around(place, look, element), look.position)
    this.boxes.lead(item, look, home)
    this.boxes.sync(home)
    const rect = element.getBoundingClientRect()
    if ((rect.width === 0 && rect.height === 0) !== item.isEmpty) {
      item.isEmpty = !item.isEmpty
      // Its `display` may have changed.
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
    if (look.isAnchored && isForsaken(element, rect)) look = { ...look, isHidden: true }
    return this.#put(item, home, x, y, width, height, look, fade)
  }

  #put(item, home, x, y, width, height, { opacity, matrix, isHidden, isPinned = false }, fade) {
    const channel = this.#channel
    let isMoved = false
    if (item.number < 0) {
      item.number = this.#numbers.take()
      channel.target(item.number, home.number, x, y, width, height)
      item.shown = null
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
    const shown = opacity * fade === 1 && !matrix && !isHidden && !isPinned ? null : { opacity: opacity * fade, transform: matrix, isHidden, isPinned }
    if (!isSame(shown, item.shown)) channel.targetLook(item.number, shown ?? {})
    item.shown = shown
    return isMoved
  }
}

const isSame = (a, b) => a === b || a !== null && b !== null && a.opacity === b.opacity && a.isHidden === b.isHidden && a.isPinned === b.isPinned
  && same(a.transform, b.transform)

const noFollowers = Object.freeze([])
const nothing = Object.freeze({
  isDirty: false, isStale: false, staleItems: new Set(), staleRoots: new Set(), touched: new Set(),
})
