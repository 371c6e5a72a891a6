// The document and its engine, shared by all observers: schedules frames and the engine's deadlines, and delivers reports.
//
// Nothing runs while nothing changes. `Notices` requests a frame, which evaluates all changes so far.
import { Channel, Numbers } from './channel.mjs'
import { Keyboard } from './keyboard.mjs'
import { Mirror } from './mirror.mjs'
import { Notices } from './notices.mjs'
import { Viewports } from './viewports.mjs'

/**
 * The idle time in milliseconds after which elements that frames have skipped or that may have changed without notice are read.
 * The delay then doubles up to `longestRest`: nine readings within a minute.
 */
const restDelay = 100
const longestRest = 30_000
/** The polling interval while events continue, in milliseconds. Long, as a timer costs as much as the rest of a frame. */
const busyDelay = 400
/** The maximum number of scrolling boxes that are all read when one scrolls. */
const maximumScrollers = 4
/** The polling interval while a frame in the page has the focus, in milliseconds: its loss is reported to that frame only. */
const focusDelay = 500
/** The longest delay of a timer, in milliseconds. Timers stop while the device sleeps; midnight and cool-downs do not wait. */
const longestTimer = 900_000
/** The least time slept that counts, in milliseconds. Clocks drift by less in a day. */
const leastSleep = 1000

export class Page {
  channel
  viewports
  keyboard
  #document; #window; #notices; #mirror
  #watches
  #watchers = []
  #frame = 0
  #timer = 0
  #timerAt = Infinity
  #rest = 0
  #restDelay = Infinity
  /** Whether events have occurred since then, and whether a full reading is pending. */
  #isStirred = false
  #isOwed = false
  /** Whether the page is invisible without the focus; `null` until that is set. */
  #needsActivity = null
  #focusTimer = 0
  /** The targets of scroll-driven animations. */
  #byScroll = []
  #day = null
  #pixel = 0.5
  #isRightToLeft = false
  /** The time of the last pass, in nanoseconds. */
  #passed = 0
  /** The milliseconds slept, and the lead of the wall clock over the page's, which stops in sleep, when the page began. */
  #asleep = 0
  #lead = Date.now() - performance.now()
  /** The numbers of watches whose target was removed, until they have reported it. */
  #lost = []
  /** The time of the frame being delivered, and the owners with reports. */
  #time = 0
  #owners = []

  constructor(exports, document) {
    this.#document = document
    this.#window = document.defaultView
    this.channel = new Channel(exports, 0, 0)
    this.#watches = new Numbers(this.channel.busy)
    this.#notices = new Notices(document, {
      request: this.request, stir: this.stir, scroll: (box, time) => this.#scrolled(box, time), boxOf: (target) => this.#mirror.boxes.boxOf(target),
      isItem: (element) => this.#mirror.isItem(element), holds: (element) => this.#mirror.boxes.holds(element),
    })
    this.viewports = new Viewports(document, this.channel, () => this.pass(), (element) => this.#notices.styles(element))
    this.#mirror = new Mirror(document, this.channel, this.#notices, this.viewports)
    this.keyboard = new Keyboard(this.#window, this.channel, this.request)
    this.#foreground()
    for (const name of ['visibilitychange', 'freeze', 'resume']) document.addEventListener(name, () => this.#foreground())
    for (const name of ['pagehide', 'pageshow']) this.#window.addEventListener(name, () => this.#foreground(name === 'pagehide' || undefined))
    this.#notices.layout()
  }

  /** The page's clock, in nanoseconds. */
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

  get needsActivity() { return this.#needsActivity ?? false }
  set needsActivity(value) {
    if (this.#needsActivity === null) {
      for (const window of new Set([this.#window, this.#focusable.defaultView])) {
        for (const name of ['focus', 'blur']) window.addEventListener(name, () => this.#foreground())
      }
    }
    this.#needsActivity = Boolean(value)
    this.#foreground()
  }
  /** The document whose focus is that of the window: the one around all frames, unless it belongs to another site. */
  get #focusable() {
    try { return this.#window.top.document } catch { return this.#document }
  }
  #isActive() {
    clearTimeout(this.#focusTimer)
    if (!this.needsActivity) return true
    const document = this.#focusable
    if (!document.hasFocus()) return false
    if (document.activeElement?.contentWindow) this.#focusTimer = setTimeout(() => this.#foreground(), focusDelay)
    return true
  }

  takeWatch(watcher) {
    const number = this.#watches.take()
    this.#watchers[number] = watcher
    return number
  }
  /** Releases the number of an ended watch. If its target `isLost`, it still reports the removal in the next pass. */
  giveBackWatch(number, isLost) {
    if (isLost) this.#lost.push(number)
    else this.#watchers[number] = null
    this.#watches.giveBack(number)
  }
  /** Starts counting days, which begin at local midnight. */
  countDays() { this.#day ??= NaN }

  request = () => {
    if (this.#frame === 0) this.#frame = this.#window.requestAnimationFrame(this.#run)
  }

  /** Schedules a reading at rest, after an event that may have caused unnoticed changes. */
  stir = () => {
    if (this.#restDelay === restDelay) this.#isStirred = true
    else this.#wait(restDelay)
  }
  #wait(delay, now = delay) {
    this.#restDelay = delay
    clearTimeout(this.#rest)
    if (delay < longestRest) this.#rest = setTimeout(this.#readRest, now)
  }
  #readRest = () => {
    // A pending frame will read the changes and continue from there. Off screen no frames run, so nothing is read.
    if (this.#notices.isDirty) {
      this.#restDelay = Infinity
      return
    }
    if (this.#isStirred) {
      this.#isStirred = false
      this.#wait(restDelay, busyDelay)
      return
    }
    const isWhole = this.#mirror.readRest()
    const isFound = !this.channel.isEmpty
    if (isFound) {
      this.request()
      // Browsers do not report animations by script.
      this.#follow()
    }
    if (isWhole) this.#isOwed = false
    // Once only: content that always moves must not cause continuous reading.
    else if (isFound && !this.#isOwed) this.#readAll()
    if (this.#isOwed) this.#wait(this.#restDelay, 0)
    else this.#wait(2 * this.#restDelay)
  }
  /** Schedules a full reading after an unnoticed change or a partial reading. */
  #readAll() {
    this.#isOwed = true
    this.#mirror.startOver()
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
   * Handles a scroll event. All scroll events of a frame are dispatched together, before its callbacks. The first one reads every
   * scrolling box, so that one pass evaluates all movement of the frame; the others find nothing new. This saves a frame callback,
   * which costs more than the pass. The event's timestamp saves reading the clock.
   */
  #scrolled(box, time) {
    const { scrollers } = this.#mirror.boxes
    if (this.#restDelay === restDelay) this.#isStirred = true
    else this.stir()
    if (this.#frame || this.#byScroll.length || scrollers.size > maximumScrollers) {
      this.#notices.scrolled.add(box)
      this.request()
      return
    }
    this.#mirror.readScrolls(scrollers, box)
    if (!this.channel.isEmpty) this.pass(nanoseconds(time))
  }

  #readChanges() {
    this.#readScreen()
    if (this.#mirror.readChanges(this.#notices.take())) this.#readAll()
    this.stir()
    this.#follow()
  }
  /** Reads the length of a device pixel, which zooming changes, and the reading direction. */
  #readScreen() {
    const pixel = 1 / this.#window.devicePixelRatio
    if (pixel !== this.#pixel) this.channel.pixelLength(this.#pixel = pixel)
    const isRightToLeft = this.#window.getComputedStyle(this.#document.documentElement).direction === 'rtl'
    if (isRightToLeft !== this.#isRightToLeft) this.channel.readingDirection(this.#isRightToLeft = isRightToLeft)
  }
  /** Follows running animations frame by frame. */
  #follow() {
    const { roots, byScroll } = this.#notices.running()
    this.#byScroll = byScroll
    for (const root of roots) this.#notices.styles(root)
  }

  /** Applies pending edits and evaluates. */
  pass(time = this.now()) {
    // An event may be older than the last pass.
    const now = this.#passed = Math.max(time, this.#passed)
    if (this.#day !== null) this.#beginDay()
    const asleep = Date.now() - now / 1e6 - this.#lead
    if (asleep >= this.#asleep + leastSleep) this.channel.sleep(BigInt(nanoseconds(this.#asleep = asleep)))
    this.channel.frame(now)
    if (this.channel.deadline !== this.#timerAt) this.#schedule(now, this.channel.deadline)
    if (this.channel.changeCount || this.channel.impressionCount) this.#deliver(now)
    else if (this.#lost.length) this.#forgetLost()
    if (this.viewports.isClosing) this.viewports.passed()
  }
  #forgetLost() { for (const number of this.#lost.splice(0)) this.#watchers[number] = null }

  #schedule(now, deadline) {
    this.#timerAt = deadline
    clearTimeout(this.#timer)
    if (deadline === Infinity && this.#day === null) return
    const longest = this.#day === null ? longestTimer : Math.min(longestTimer, new Date().setHours(24, 0, 0, 0) - Date.now())
    const delay = Math.min(Math.max(0, Math.ceil((deadline - now) / 1e6)), longest)
    this.#timer = setTimeout(() => {
      this.#timerAt = NaN
      this.pass()
    }, delay)
  }

  #deliver(now) {
    this.#time = now / 1e6
    this.channel.eachChange(this.#changed)
    this.channel.eachImpression(this.#seen)
    this.#forgetLost()
    // Record all reports before calling any callback, which may change anything.
    const owners = this.#owners
    this.#owners = []
    for (const owner of owners) owner.deliver()
  }
  #changed = (isEntered, number, target, threshold, fraction, reason, exit) => {
    const watcher = this.#watchers[number]
    if (!watcher) return
    if (threshold === 0) {
      watcher.isVisible = isEntered
      this.#mirror.noteVisible(watcher.item)
    }
    if (watcher.owner.isIdle) this.#owners.push(watcher.owner)
    watcher.owner.changed(watcher, isEntered, target, threshold, fraction, reason, exit, this.#time)
  }
  #seen = (number, time, exposure) => {
    const watcher = this.#watchers[number]
    if (!watcher) return
    if (watcher.owner.isIdle) this.#owners.push(watcher.owner)
    watcher.owner.seen(watcher, time, exposure)
  }

  #foreground(isOver = this.#document.visibilityState === 'hidden') {
    const isSeen = !isOver && this.#isActive()
    this.channel.setForeground(isSeen)
    // No frames run while the page is hidden.
    if (isSeen) this.request()
    else this.pass()
  }

  #beginDay() {
    const now = new Date()
    const day = Math.floor((now.getTime() / 60_000 - now.getTimezoneOffset()) / 1_440)
    if (day === this.#day) return
    this.#day = day
    this.#timerAt = NaN
    this.channel.beginDay(day)
  }
}

const nanoseconds = (milliseconds) => Math.round(milliseconds * 1e6)
