// The state of the page: the session, the recorded policy and another one, the current step and the selection. Views redraw in the
// next frame after any change.
import { Moment } from './moment.mjs'
import { Player } from './player.mjs'

export class Model extends EventTarget {
  /** Runs under the recorded policy, and under another one once complete, or null. */
  recorded
  other = null
  override = null
  /** The run shown in the window. */
  shown = 'recorded'
  step = 0
  /** The time of the playhead in nanoseconds: the time of the step or, during playback, up to the next step's. */
  time = 0
  selected = -1
  hovered = -1
  isPlaying = false
  speed = 1
  #views = []
  #isDirty = false
  #instantiate
  #runs = 0

  /** `instantiate` creates an instance of the engine's module. */
  constructor(session, items, instantiate) {
    super()
    Object.assign(this, { session, items })
    this.#instantiate = instantiate
  }

  /** Runs through the session under the recorded policy. */
  async load(onProgress) {
    const player = await this.#make(null)
    await this.#complete(player, onProgress, () => true)
    this.recorded = player
    this.moments = { recorded: new Moment(player.replay) }
    this.goTo(0)
  }

  /** Runs through the session under another policy, or removes it if null. A later call cancels a running one. */
  async compare(override, onProgress = () => {}) {
    const run = this.#runs += 1
    this.override = override
    if (!override) {
      this.other = null
      this.shown = 'recorded'
      this.#changed('policy')
      return
    }
    const player = await this.#make(override)
    if (run !== this.#runs || !await this.#complete(player, onProgress, () => run === this.#runs)) return
    const isFirst = this.other === null
    this.other = player
    this.moments.other = new Moment(player.replay)
    if (isFirst) this.shown = 'other'
    this.#changed('policy')
  }

  async #make(override) { return new Player(await this.#instantiate(), this.session, this.items, override) }

  /** Runs in slices to keep the page responsive. Returns false if cancelled. */
  async #complete(player, onProgress, isCurrent) {
    while (!player.run(10)) {
      onProgress(player.stepsRun / this.session.steps)
      await new Promise((resolve) => setTimeout(resolve))
      if (!isCurrent()) return false
    }
    return true
  }

  // MARK: Selection

  get player() { return this.shown === 'other' && this.other ? this.other : this.recorded }
  get moment() { return this.moments[this.player === this.other ? 'other' : 'recorded'] }
  get results() { return this.recorded.results }
  get otherResults() { return this.other?.results ?? null }

  show(which) {
    this.shown = which
    this.#changed('policy')
  }

  select(item) {
    this.selected = item
    this.#changed('selection')
  }

  hover(item) {
    if (this.hovered === item) return
    this.hovered = item
    this.redraw()
  }

  // MARK: Time

  goTo(step) {
    this.step = Math.min(Math.max(0, step), Math.max(0, this.session.steps - 1))
    this.time = this.session.times[this.step] ?? 0
    this.#changed('time')
  }

  goToTime(time) {
    const before = this.step
    this.time = Math.min(Math.max(0, time), this.session.duration)
    this.step = this.session.step(this.time)
    this.#changed(before === this.step ? 'clock' : 'time')
  }

  /** Goes to the next or previous step with an event, of either policy. */
  goToEvent(direction) {
    const all = [this.recorded, this.other].filter(Boolean).map(({ results }) =>
      direction > 0 ? results.eventStepAfter(this.step) : results.eventStepBefore(this.step)).filter((step) => step !== this.step)
    if (all.length > 0) this.goTo(direction > 0 ? Math.min(...all) : Math.max(...all))
  }

  play(isPlaying = !this.isPlaying) {
    if (isPlaying === this.isPlaying) return
    this.isPlaying = isPlaying
    if (isPlaying && this.time >= this.session.duration) this.goTo(0)
    this.#changed('playing')
    if (isPlaying) requestAnimationFrame((now) => this.#tick(now, now))
  }

  #tick(now, before) {
    if (!this.isPlaying) return
    this.goToTime(this.time + (now - before) * 1e6 * this.speed)
    if (this.time >= this.session.duration) this.play(false)
    else requestAnimationFrame((next) => this.#tick(next, now))
  }

  // MARK: Drawing

  /** Adds a view. Its `draw()` is called once in each frame with changes. */
  add(view) { this.#views.push(view) }

  #changed(what) {
    this.dispatchEvent(new CustomEvent('change', { detail: what }))
    this.redraw()
  }

  redraw() {
    if (this.#isDirty) return
    this.#isDirty = true
    requestAnimationFrame(() => this.draw())
  }

  draw() {
    this.#isDirty = false
    if (!this.recorded) return
    const began = performance.now()
    this.player.seek(this.step)
    this.moment.begin(this.time)
    for (const view of this.#views) view.draw()
    /** The duration of the last frame in milliseconds. */
    this.frameTime = performance.now() - began
  }
}
