// A replay with random access. It runs through the session once, recording results and key frames: copies of the state of the engine and
// the replay. After that, a jump copies one state and runs a few steps.
import { Recorder } from './analysis.mjs'
import { Replay } from './replay.mjs'
import { Snapshots } from './snapshots.mjs'

/** The memory limit of key frames in bytes. If a single full copy is larger, the limit is the size of that copy plus half of this. */
const defaultRoom = 64 << 20
// The initial number of steps between key frames, which grows with the amount of memory to copy.
const leastSpacing = 64
const bytesAStep = 128 << 10

export class Player {
  #snapshots = new Snapshots()
  #frames = []
  #spacing
  /** The number of steps run so far. */
  stepsRun = 0

  constructor(exports, session, items, override = null, { room = defaultRoom } = {}) {
    Object.assign(this, { session, items, override, room })
    this.replay = new Replay(exports, session, items, override)
    this.results = new Recorder(this.replay, items)
    this.#spacing = Math.max(leastSpacing, Math.ceil(exports.memory.buffer.byteLength / bytesAStep))
    this.#keep()
    if (this.isComplete) this.results.finish(0)
  }

  get at() { return this.replay.at }
  get isComplete() { return this.stepsRun === this.session.steps }
  /** The size of the key frames in bytes. */
  get size() { return this.#snapshots.size }
  get keyFrames() { return this.#frames.length }

  /** Continues the run for at most `milliseconds`. Returns true at the end of the session. */
  run(milliseconds = Infinity) {
    if (this.isComplete) return true
    const until = performance.now() + milliseconds
    this.seek(this.stepsRun - 1)
    while (!this.isComplete) {
      this.results.begin(this.stepsRun)
      this.replay.forward(this.results)
      this.stepsRun += 1
      if (this.stepsRun - 1 >= this.#frames.at(-1).step + this.#spacing) this.#keep()
      if (performance.now() > until) break
    }
    if (!this.isComplete) return false
    this.results.finish(this.session.duration)
    return true
  }

  /** Goes to a step that has been run. */
  seek(step) {
    const target = Math.min(step, this.stepsRun - 1)
    if (target === this.at) return
    const frame = this.#frames[this.#frameBefore(target)]
    if (target < this.at || frame.step > this.at) {
      // Memory never shrinks, so an earlier state always fits.
      this.#snapshots.restore(frame.copy, this.replay.state)
      this.replay.at = frame.step
    }
    while (this.at < target) this.replay.forward()
  }

  #frameBefore(step) {
    let low = 0, high = this.#frames.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#frames[middle].step <= step) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  #keep() {
    const { state } = this.replay
    const whole = state.reduce((size, { byteLength }) => size + byteLength, 0)
    const copy = this.#snapshots.take(state, this.#frames.at(-1)?.copy)
    this.#frames.push({ step: this.at, copy })
    this.#spacing = Math.max(this.#spacing, Math.ceil(whole / bytesAStep))
    while (this.#snapshots.size > Math.max(this.room, this.room / 2 + whole) && this.#frames.length > 2) {
      // Drop every other key frame, except the first and the last.
      this.#spacing *= 2
      const last = this.#frames.length - 1
      this.#frames = this.#frames.filter(({ copy }, i) => {
        const stays = i % 2 === 0 || i === last
        if (!stays) this.#snapshots.release(copy)
        return stays
      })
    }
  }
}
