// The document and its engine, shared by all observers: schedules frames and the engine's deadlines, and delivers reports.
//
// Nothing runs while nothing changes. On a change, `Notices` requests a frame, which evaluates all changes up to then.
import { Channel, Numbers } from './channel.mjs'
import { reasons } from './notation.mjs'
import { Evidence } from './evidence.mjs'
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
/** The minimum sleep that counts, in milliseconds. Clocks drift by less in a day. */
const leastSleep = 1000

export class Page {
  channel
  viewports
  keyboard
  #document; #window; #notices; #mirror
  /** In milliseconds; `null` for never. */
  backgroundTimeout = 1_800_000
  /** In milliseconds; `null` for never. */
  inputTimeout = 1_800_000
  #person = null
  #lastInput = performance.now()
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
  /** `isCounting`: whether a policy counts time, so that evidence matters. */
  #evidence = new Evidence()
  #isCounting = false
  /** Whether the page is visible and active, whether a frame is overdue, and whether the engine is in the foreground: seen, not stalled. */
  #isSeen = true; #isStalled = false; #isShown = true
  /** When it left the foreground, in milliseconds, including sleep. */
  #hiddenAt = 0
  #replaced = []
  /** Whether the page counts as invisible without the focus; `null` until set. */
  #needsActivity = null
  #focusTimer = 0
  /** Boxes that scrolled in this frame. Browsers move elements anchored in them after the frame's callbacks. */
  #trail = new Set()
  #afterFrame = new MessageChannel()
  /** The targets of scroll-driven animations. */
  #byScroll = []
  #day = null
  #pixel = 0.5
  #isRightToLeft = false
  /** The time of the last pass, in nanoseconds. */
  #passed = 0
  /** The milliseconds slept, and the initial lead of the wall clock over the page's clock, which stops during sleep. */
  #asleep = 0
  #lead = Date.now() - performance.now()
  /** The numbers of watches that have not yet reported the removal of their target. */
  #lost = []
  /** The time of the current frame, and the owners with reports. */
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
      entered: (element) => this.#mirror.boxes.top.entered(element), scan: (root) => this.#mirror?.boxes.top.scan(root),
    })
    this.viewports = new Viewports(document, this.channel, () => { this.#note(); this.pass() }, (element) => this.#notices.styles(element))
    this.#mirror = new Mirror(document, this.channel, this.#notices, this.viewports)
    this.#mirror.boxes.top.scan(document)
    this.keyboard = new Keyboard(this.#window, this.channel, this.request)
    this.#afterFrame.port1.onmessage = () => { if (this.#mirror.readAnchored(this.#trail)) this.pass() }
    this.#foreground()
    for (const name of ['visibilitychange', 'freeze', 'resume']) document.addEventListener(name, () => this.#foreground())
    this.#window.addEventListener('pagehide', () => this.#foreground(true))
    this.#window.addEventListener('pageshow', ({ persisted }) => this.#foreground(undefined, persisted))
    for (const name of ['keydown', 'pointerdown', 'wheel', 'touchmove']) {
      this.#window.addEventListener(name, () => this.#noteInput(), { capture: true, passive: true })
    }
    this.#notices.layout()
  }

  /** Begins a session if there was no input for `inputTimeout`. */
  #noteInput(now = performance.now()) {
    if (now - this.#lastInput >= (this.inputTimeout ?? Infinity)) this.beginSession()
    this.#lastInput = now
  }
  beginSession() {
    this.channel.beginSession()
    this.#lastInput = performance.now()
    this.request()
  }

  get person() { return this.#person }
  /** Ends exposures and counts the dwells reached, for the previous person. */
  set person(id) {
    if (Object.is(id, this.#person)) return
    this.channel.endExposures()
    this.pass()
    this.#person = id
    this.channel.forgetAllImpressions()
    this.beginSession()
  }

  /** The page's clock, in nanoseconds; while the page is late, the last time it ran on time. */
  now(now = performance.now()) {
    return this.#isCounting && this.#evidence.isLate(now) ? Math.max(nanoseconds(this.#evidence.lastOnTime), this.#passed) : nanoseconds(now)
  }

  add(element, watcher) {
    this.#mirror.add(element, watcher)
    this.request()
  }
  /** Removes a watcher. One that `isReplaced` by the watcher of another item still reports. */
  remove(watcher, isReplaced = false) {
    if (isReplaced) this.#replaced.push(watcher)
    this.#mirror.remove(watcher, isReplaced)
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
  /** The document whose focus is the window's: the outermost one, unless it belongs to another site. */
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
  /** Starts counting time and, for policies with a daily limit, days, which begin at local midnight. */
  count(countsDays) { [this.#isCounting, this.#day] = [true, this.#day ?? (countsDays ? NaN : null)] }

  request = () => {
    if (this.#frame !== 0) return
    this.#frame = this.#window.requestAnimationFrame(this.#run)
    this.#evidence.frame = performance.now()
  }

  /** Schedules a reading at rest, after an event that may have caused unnoticed changes. */
  stir = () => {
    if (this.#restDelay === restDelay) this.#isStirred = true
    else this.#wait(restDelay)
  }
  #wait(delay, now = delay) {
    this.#restDelay = delay
    clearTimeout(this.#rest)
    this.#evidence.rest = delay < longestRest ? performance.now() + now : Infinity
    if (delay < longestRest) this.#rest = setTimeout(this.#readRest, now)
  }
  #readRest = () => {
    this.#note()
    this.#evidence.rest = Infinity
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
      // Browsers send no events for animations started by script.
      this.#follow()
    }
    if (isWhole) this.#isOwed = false
    // Only once: content that moves constantly must not cause continuous reading.
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
    this.#note()
    this.#evidence.frame = Infinity
    this.#isStalled = false
    this.#show(this.#isSeen)
    if (this.#trail.size) this.#afterFrame.port2.postMessage(null)
    if (notices.isDirty) this.#readChanges()
    else {
      this.#mirror.readScrolls(notices.scrolled)
      this.#mirror.readNew()
      notices.scrolled.clear()
    }
    this.pass()
  }

  /**
   * Handles a scroll event. Browsers dispatch all scroll events of a frame together, before its callbacks. The first one reads every
   * scrolling box, so that one pass evaluates all movement of the frame; the others find nothing new. This saves a frame callback, which
   * costs more than the pass. The event's timestamp saves reading the clock.
   */
  #scrolled(box, time) {
    const { scrollers, anchored } = this.#mirror.boxes
    this.#note(time)
    if (anchored.size && this.#trail.add(box)) this.request()
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
  /** Reads the size of a device pixel, which zooming changes, and the reading direction. */
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

  /** Applies pending edits and runs a pass. */
  pass(time = this.now()) {
    // The event may be older than the last pass.
    const now = this.#passed = Math.max(time, this.#passed)
    if (this.#day !== null) this.#beginDay()
    this.#sleep(now / 1e6)
    this.#evaluate(now)
    // While time counts, a timer is always pending, since its lateness is evidence.
    const deadline = this.#isCounting && this.#mirror.isShowing ? Math.min(this.channel.deadline, Number.MAX_VALUE) : this.channel.deadline
    if (deadline !== this.#timerAt) this.#schedule(now, deadline)
    if (this.#owners.length) this.#deliver()
    if (this.viewports.isClosing) this.viewports.passed()
  }
  /** Runs a pass and records the reports. */
  #evaluate(now) {
    this.channel.frame(now)
    this.#time = now / 1e6
    for (const watcher of this.#replaced.splice(0)) while (watcher.level > 0) this.#report(watcher, false, -1, --watcher.level, 0, reasons.indexOf('removed'), 0)
    if (this.channel.changeCount) this.channel.eachChange(this.#changed)
    if (this.channel.impressionCount) this.channel.eachImpression(this.#seen)
    if (this.#lost.length) for (const number of this.#lost.splice(0)) this.#watchers[number] = null
  }
  #sleep(now = performance.now()) {
    const asleep = Date.now() - now - this.#lead
    if (asleep >= this.#asleep + leastSleep) this.channel.sleep(BigInt(nanoseconds(this.#asleep = asleep)))
  }

  /** Records that the page runs. If it is late, nothing counts as seen since it last ran on time, until now or the overdue frame. */
  #note(now = performance.now()) {
    const { lastOnTime } = this.#evidence
    const isLate = this.#isCounting && this.#isShown && this.#evidence.isLate(now)
    this.#isStalled ||= isLate && this.#frame !== 0 && this.#evidence.isLate(now, this.#evidence.frame)
    this.#evidence.ran(now)
    if (!isLate) return
    this.#show(false, lastOnTime)
    this.#evaluate(this.#passed = Math.max(nanoseconds(lastOnTime), this.#passed))
    this.#show(!this.#isStalled, now)
    if (this.#isStalled) this.#deliver()
    this.request()
  }
  #show(isShown, now = performance.now()) {
    if (isShown === this.#isShown) return
    this.channel.setForeground(this.#isShown = isShown)
    this.#sleep()
    this.#lastInput = now
    if (!isShown) this.#hiddenAt = now + this.#asleep
    else if (now + this.#asleep - this.#hiddenAt >= (this.backgroundTimeout ?? Infinity)) this.channel.beginSession()
  }

  #schedule(now, deadline) {
    this.#timerAt = deadline
    clearTimeout(this.#timer)
    this.#evidence.timer = Infinity
    if (deadline === Infinity && this.#day === null) return
    const longest = this.#day === null ? longestTimer : Math.min(longestTimer, new Date().setHours(24, 0, 0, 0) - Date.now())
    const delay = Math.min(Math.max(0, Math.ceil((deadline - now) / 1e6)), longest)
    this.#evidence.timer = now / 1e6 + delay
    this.#timer = setTimeout(() => {
      this.#note()
      this.#timerAt = NaN
      this.pass()
    }, delay)
  }

  #deliver() {
    // Record all reports before calling any callback, which may change anything.
    const owners = this.#owners
    this.#owners = []
    for (const owner of owners) owner.deliver()
  }
  #changed = (isEntered, number, target, threshold, fraction, reason, exit) => {
    const watcher = this.#watchers[number]
    if (!watcher) return
    watcher.level = threshold + (isEntered ? 1 : 0)
    if (threshold === 0) this.#mirror.noteVisible(watcher.item)
    this.#report(watcher, isEntered, target, threshold, fraction, reason, exit)
  }
  #report(watcher, ...change) {
    if (watcher.owner.isIdle) this.#owners.push(watcher.owner)
    watcher.owner.changed(watcher, ...change, this.#time)
  }
  #seen = (number, time, exposure) => {
    const watcher = this.#watchers[number]
    if (!watcher) return
    if (watcher.owner.isIdle) this.#owners.push(watcher.owner)
    watcher.owner.seen(watcher, time, exposure)
  }

  /** `isRestored`: from the back-forward cache. */
  #foreground(isOver = this.#document.visibilityState === 'hidden', isRestored = false) {
    this.#note()
    if (isRestored) this.channel.beginScreenVisit()
    this.#isSeen = !isOver && this.#isActive()
    this.#show(this.#isSeen && !this.#isStalled)
    // No frames run while the page is hidden.
    if (this.#isSeen) this.request()
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
