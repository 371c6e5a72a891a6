// The document with its engine: frames, the timer for the engine's next deadline, and who is told what. One for all observers.
//
// Nothing runs while nothing changes. A frame is requested by what `Notices` finds, and evaluates all that has changed until then.
import { Channel, Numbers } from './channel.mjs'
import { Mirror } from './mirror.mjs'
import { Notices } from './notices.mjs'

/** When what was left out of a frame is read, after the last change. */
const restDelay = 100
/** Up to so many boxes that scroll are all read when one has. */
const maximumScrollers = 4
/** What timers can wait for. */
const longestTimer = 2 ** 31 - 1

export class Page {
  channel
  #document; #window; #notices; #mirror
  #watches
  #watchers = []
  #frame = 0
  #timer = 0
  #timerAt = Infinity
  #rest = 0
  /** What animations that go by scrolling are in. */
  #byScroll = []
  #day = null
  /** When the last pass was. */
  #passed = 0
  /** Of the frame that is delivered: when it was evaluated, and who has something to tell. */
  #time = 0
  #owners = []

  constructor(exports, document) {
    this.#document = document
    this.#window = document.defaultView
    this.channel = new Channel(exports, 0, 0)
    this.#watches = new Numbers(this.channel.busy)
    this.#notices = new Notices(document, {
      request: this.request, scroll: (box, time) => this.#scrolled(box, time), boxOf: (target) => this.#mirror.boxes.boxOf(target),
      isItem: (element) => this.#mirror.isItem(element), holds: (element) => this.#mirror.boxes.holds(element),
    })
    this.#mirror = new Mirror(document, this.channel, this.#notices)
    this.#foreground()
    for (const name of ['visibilitychange', 'freeze', 'resume']) document.addEventListener(name, () => this.#foreground())
    for (const name of ['pagehide', 'pageshow']) this.#window.addEventListener(name, () => this.#foreground(name === 'pagehide'))
    this.#notices.layout()
  }

  /** Nanoseconds of the page's clock. */
  now() { return nanoseconds(performance.now()) }

  add(element, watcher) {
    this.#mirror.add(element, watcher)
    this.request()
  }
  remove(watcher) {
    this.#mirror.remove(watcher)
    this.request()
  }
  cover(element, isFriendly) {
    this.#mirror.boxes.covers.set(element, isFriendly)
    this.#notices.styles(element)
  }
  uncover(element) {
    this.#mirror.boxes.covers.delete(element)
    this.#notices.styles()
  }
  invalidate() { this.#notices.styles() }

  takeWatch(watcher) {
    const number = this.#watches.take()
    this.#watchers[number] = watcher
    return number
  }
  /** A watch that has ended is not heard of any more; one whose target is `lost` reports that in the next pass. */
  giveBackWatch(number, isLost) {
    if (!isLost) this.#watchers[number] = null
    this.#watches.giveBack(number)
  }
  /** Has days counted, which begin at midnight where the page is shown. */
  countDays() { this.#day ??= NaN }

  request = () => {
    if (this.#frame === 0) this.#frame = this.#window.requestAnimationFrame(this.#run)
  }

  #run = () => {
    const notices = this.#notices
    if (this.#byScroll.length && notices.scrolled.size) for (const root of this.#byScroll) notices.styles(root)
    this.#frame = 0
    if (notices.isDirty) this.#readChanges()
    else {
      this.#mirror.readScrolls(notices.scrolled)
      this.#mirror.readNew()
      notices.scrolled.clear()
    }
    this.pass()
  }

  /**
   * At a scroll event. All of a frame come together, just before its callbacks. The first reads every box that scrolls, so that what
   * has moved in one frame is evaluated in one pass; the others find nothing new. That saves a frame that only scrolls a callback,
   * which costs more than the pass, and the event's own time a reading of the clock.
   */
  #scrolled(box, time) {
    const { scrollers } = this.#mirror.boxes
    if (this.#frame || this.#byScroll.length || scrollers.size > maximumScrollers) {
      this.#notices.scrolled.add(box)
      this.request()
      return
    }
    this.#mirror.readScrolls(scrollers, box)
    if (!this.channel.isEmpty) this.pass(nanoseconds(time))
  }

  #readChanges() {
    const isOwed = this.#mirror.readChanges(this.#notices.take())
    clearTimeout(this.#rest)
    if (isOwed) this.#rest = setTimeout(() => this.#readRest(), restDelay)
    // What runs by itself is followed, a frame at a time.
    const { roots, byScroll } = this.#notices.running()
    this.#byScroll = byScroll
    for (const root of roots) this.#notices.styles(root)
  }
  #readRest(left) {
    if (this.#frame) {
      this.#rest = setTimeout(() => this.#readRest(left), restDelay)
      return
    }
    const more = this.#mirror.readRest(left)
    if (!this.channel.isEmpty) this.request()
    if (more) this.#rest = setTimeout(() => this.#readRest(more), 0)
  }

  /** Evaluates what was written. */
  pass(time = this.now()) {
    // An event may be older than what has been evaluated since.
    const now = this.#passed = Math.max(time, this.#passed)
    if (this.#day !== null) this.#beginDay()
    this.channel.frame(now)
    if (this.channel.deadline !== this.#timerAt) this.#schedule(now, this.channel.deadline)
    if (this.channel.changeCount || this.channel.impressionCount) this.#deliver(now)
  }

  #schedule(now, deadline) {
    this.#timerAt = deadline
    clearTimeout(this.#timer)
    if (deadline === Infinity) return
    const delay = Math.min(Math.max(0, Math.ceil((deadline - now) / 1e6)), longestTimer)
    this.#timer = setTimeout(() => {
      this.#timerAt = Infinity
      this.pass()
    }, delay)
  }

  #deliver(now) {
    this.#time = now / 1e6
    this.channel.eachChange(this.#changed)
    this.channel.eachImpression(this.#seen)
    // All of it is noted before anybody is told, who may change everything.
    const owners = this.#owners
    this.#owners = []
    for (const owner of owners) owner.deliver()
  }
  #changed = (isEntered, number, target, threshold, fraction, reason) => {
    const watcher = this.#watchers[number]
    if (!watcher) return
    if (threshold === 0) {
      watcher.isVisible = isEntered
      this.#mirror.noteVisible(watcher.item)
    }
    if (watcher.owner.isIdle) this.#owners.push(watcher.owner)
    watcher.owner.changed(watcher, isEntered, target, threshold, fraction, reason, this.#time)
  }
  #seen = (number, time, exposure) => {
    const watcher = this.#watchers[number]
    if (!watcher) return
    if (watcher.owner.isIdle) this.#owners.push(watcher.owner)
    watcher.owner.seen(watcher, time, exposure)
  }

  #foreground(isOver = this.#document.visibilityState === 'hidden') {
    this.channel.setForeground(!isOver)
    // Frames do not run while a page is hidden.
    if (isOver) this.pass()
    else this.request()
  }

  #beginDay() {
    const now = new Date()
    const day = Math.floor((now.getTime() / 60_000 - now.getTimezoneOffset()) / 1_440)
    if (day === this.#day) return
    this.#day = day
    this.channel.beginDay(day)
  }
}

const nanoseconds = (milliseconds) => Math.round(milliseconds * 1e6)
